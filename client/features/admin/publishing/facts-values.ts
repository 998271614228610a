import { type Day, WEEK } from '#shared/opening-hours.ts';
import { type AdminFacts, faultsInFacts, type ShopFacts } from '#shared/shop-facts.ts';

/** One day as the form has it; its times stay while it is closed, so that opening it again brings them back. */
export type OpenDay = { isOpen: boolean; opens: string; closes: string };

/** The facts as the form has them: a row for each day of the week. */
export type FactsValues = Omit<ShopFacts, 'hours' | 'shipsFrom'> & {
  week: OpenDay[];
  /** Its lines stay while parcels leave from the postal address. */
  shipsFrom: ShopFacts['address'] & { isOwn: boolean };
};

const USUAL = { opens: '09:00', closes: '17:00' };

export function valuesOf(row: AdminFacts): FactsValues {
  const { legalName, founder, city, email, wholesaleEmail, phone, hours } = row;
  return {
    ...{ legalName, founder, city, email, wholesaleEmail, phone },
    address: { ...row.address },
    shipsFrom: {
      ...(row.shipsFrom ?? { ...row.address, street: '', city: '', zipCode: '' }),
      isOwn: row.shipsFrom !== null,
    },
    social: { ...row.social },
    week: WEEK.map((day) => {
      const { opens, closes } = hours.find(({ days }) => days.includes(day)) ?? USUAL;
      return { isOpen: hours.some(({ days }) => days.includes(day)), opens, closes };
    }),
  };
}

/** Days with the same hours stand together, in the order of their first one. */
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

/** The facts, and what is wrong with them: codes of texts by path; hours by `week` and the number of the day. */
export function readValues({ week, shipsFrom: { isOwn, ...shipsFrom }, ...values }: FactsValues): {
  facts: ShopFacts;
  faults: Readonly<Record<string, string>>;
} {
  const facts = { ...values, shipsFrom: isOwn ? shipsFrom : null, hours: hoursOf(week) };
  const faults = faultsInFacts(facts).flatMap(({ path, code }): [string, string][] => {
    const [field, at, name] = path.split('.');
    if (field !== 'hours') return [[path, code]];
    const days = facts.hours[Number(at)]?.days;
    return days ? days.map((day) => [`week.${WEEK.indexOf(day)}.${name}`, code]) : [['week', code]];
  });
  return { facts, faults: Object.fromEntries(faults) };
}
