import { type Day, type SpecialHours, WEEK } from '#shared/content/opening-hours.ts';
import { type AdminFacts, faultsInFacts, type ShopFacts } from '#shared/content/shop-facts.ts';
import { forEachLanguage } from '#shared/core/language.ts';

/** One day in the form; its times are kept while it is closed, for opening it again. */
export type OpenDay = { isOpen: boolean; opens: string; closes: string };

/** Days with exceptional hours in the form; without a last day it is only the first one. */
export type SpecialRow = OpenDay & Pick<SpecialHours, 'from' | 'until' | 'word'> & { isYearly: boolean };

/** The facts in the form, with a row for each day of the week. */
export type FactsValues = Omit<ShopFacts, 'hours' | 'specialHours' | 'shipsFrom'> & {
  week: OpenDay[];
  specialHours: SpecialRow[];
  /** Its lines are kept while parcels leave from the postal address. */
  shipsFrom: ShopFacts['address'] & { isOwn: boolean };
};

const USUAL = { opens: '09:00', closes: '17:00' };

export const emptySpecial = (): SpecialRow => ({
  ...USUAL,
  from: '',
  until: '',
  isOpen: false,
  isYearly: false,
  word: forEachLanguage(() => ''),
});

export function valuesOf(row: AdminFacts): FactsValues {
  const { legalName, founder, foundedIn, city, email, wholesaleEmail, phone, timeZone, hours } = row;
  return {
    ...{ legalName, founder, foundedIn, city, email, wholesaleEmail, phone, timeZone },
    address: { ...row.address },
    shipsFrom: {
      ...(row.shipsFrom ?? { ...row.address, street: '', city: '', zipCode: '' }),
      isOwn: row.shipsFrom !== null,
    },
    specialHours: row.specialHours.map(({ from, until, hours, isYearly = false, word }) => ({
      ...(hours ?? USUAL),
      isOpen: hours !== null,
      isYearly,
      from,
      until: until === from ? '' : until,
      word: { ...word },
    })),
    social: { ...row.social },
    week: WEEK.map((day) => {
      const { opens, closes } = hours.find(({ days }) => days.includes(day)) ?? USUAL;
      return { isOpen: hours.some(({ days }) => days.includes(day)), opens, closes };
    }),
  };
}

const specialOf = ({ from, until, isOpen, opens, closes, isYearly, word }: SpecialRow): SpecialHours => ({
  from,
  until: until === '' ? from : until,
  hours: isOpen ? { opens, closes } : null,
  ...(isYearly && { isYearly }),
  word,
});

/** Groups days with the same hours, in the order of their first day. */
function hoursOf(week: readonly OpenDay[]): ShopFacts['hours'] {
  const rows = new Map<string, { days: Day[]; opens: string; closes: string }>();
  week.forEach(({ isOpen, opens, closes }, at) => {
    const day = WEEK[at];
    if (!isOpen || !day) return;
    const key = `${opens} ${closes}`;
    const row = rows.get(key) ?? { days: [], opens, closes };
    row.days.push(day);
    rows.set(key, row);
  });
  return [...rows.values()];
}

/** The facts, and their errors: codes of texts by path; hours by `week` and the number of the day. */
export function readValues({ week, specialHours, shipsFrom: { isOwn, ...shipsFrom }, ...values }: FactsValues): {
  facts: ShopFacts;
  faults: Readonly<Record<string, string>>;
} {
  const facts = {
    ...values,
    shipsFrom: isOwn ? shipsFrom : null,
    hours: hoursOf(week),
    specialHours: specialHours.map(specialOf),
  };
  const faults = faultsInFacts(facts).flatMap(({ path, code }): [string, string][] => {
    const [field, at, name] = path.split('.');
    // Without a last day, the first is also the last, so errors of the last day are shown there.
    if (field === 'specialHours') return [[path.replace('.hours.', '.'), code]];
    if (field !== 'hours') return [[path, code]];
    const days = facts.hours[Number(at)]?.days;
    return days ? days.map((day) => [`week.${WEEK.indexOf(day)}.${name}`, code]) : [['week', code]];
  });
  return { facts, faults: Object.fromEntries(faults) };
}
