import type { UsState } from '#shared/places/us-states.ts';
import { type AdminShippingRules, faultsInRules, type HeatRule, type ShippingRules } from '#shared/shipping/rules.ts';
import { dollarsText, numberText, parseDollars, parseNumber } from '../../kit/form/numbers.ts';

const OUNCES = 16;
/** Any leap year, so that February 29 of "every year" is valid. */
const LEAP_YEAR = '2028';

type ZoneRow = { base: string; pound: string; days: string };
export type ClosedDay = { day: string; isYearly: boolean };
/**
 * The rules as typed: money in dollars, weights in pounds; a row without prices means that the service does not go
 * there.
 */
export type ShippingValues = {
  free: { isOn: boolean; over: string; states: UsState[]; upTo: string };
  flat: { isOn: boolean; price: string; upTo: string };
  margin: { percent: string; dollars: string };
  services: { service: string; carrier: 'USPS' | 'UPS' | 'FedEx'; isOn: boolean; byZone: ZoneRow[] }[];
  calendar: { shipDays: number[]; cutOff: string; handlingDays: string; closedDays: ClosedDay[] };
  heat: HeatRule[];
};

const pounds = (ounces: number | null) =>
  numberText(ounces === null ? null : Math.round((ounces / OUNCES) * 100) / 100);

export function valuesOf({ free, flat, margin, services, calendar, heat }: AdminShippingRules): ShippingValues {
  return {
    free: { isOn: free.isOn, over: dollarsText(free.overCents), states: [...free.states], upTo: pounds(free.upToOz) },
    flat: { isOn: flat.isOn, price: dollarsText(flat.cents), upTo: pounds(flat.upToOz) },
    margin: { percent: String(margin.percent), dollars: dollarsText(margin.cents) },
    services: services.map(({ byZone, ...service }) => ({
      ...service,
      byZone: byZone.map((row) => ({
        base: dollarsText(row?.baseCents ?? null),
        pound: dollarsText(row?.poundCents ?? null),
        days: numberText(row?.days ?? null),
      })),
    })),
    calendar: {
      shipDays: [...calendar.shipDays],
      cutOff: calendar.cutOff,
      handlingDays: String(calendar.handlingDays),
      closedDays: calendar.closedDays.map((day) =>
        day.length === 5 ? { day: `${LEAP_YEAR}-${day}`, isYearly: true } : { day, isYearly: false },
      ),
    },
    heat: heat.map((rule) => ({ ...rule })),
  };
}

/** Unreadable input becomes `NaN`, which every rule refuses. */
const typed = (read: number | null) => read ?? Number.NaN;
const signed = (text: string, read: (plain: string) => number | null): number => {
  const [, sign = '', plain = ''] = /^\s*([-−+]?)(.*)$/.exec(text) ?? [];
  return (sign === '' || sign === '+' ? 1 : -1) * typed(read(plain));
};
const ounces = (text: string) => (text.trim() === '' ? null : Math.round(typed(parseNumber(text)) * OUNCES));

/** The rules, and their errors: codes of texts by path. */
export function readValues({ free, flat, margin, services, calendar, heat }: ShippingValues): {
  rules: ShippingRules;
  faults: Readonly<Record<string, string>>;
} {
  const rules: ShippingRules = {
    free: {
      isOn: free.isOn,
      overCents: typed(parseDollars(free.over)),
      states: free.states,
      upToOz: ounces(free.upTo),
    },
    flat: { isOn: flat.isOn, cents: typed(parseDollars(flat.price)), upToOz: ounces(flat.upTo) },
    margin: { percent: signed(margin.percent, parseNumber), cents: signed(margin.dollars, parseDollars) },
    services: services.map(({ byZone, ...service }) => ({
      ...service,
      byZone: byZone.map(({ base, pound, days }) =>
        base.trim() + pound.trim() + days.trim() === ''
          ? null
          : {
              baseCents: typed(parseDollars(base)),
              poundCents: typed(parseDollars(pound)),
              days: typed(parseNumber(days)),
            },
      ),
    })),
    calendar: {
      shipDays: calendar.shipDays,
      cutOff: calendar.cutOff,
      handlingDays: typed(parseNumber(calendar.handlingDays)),
      closedDays: calendar.closedDays.map(({ day, isYearly }) => (isYearly ? day.slice(5) : day)),
    },
    heat,
  };
  return { rules, faults: Object.fromEntries(faultsInRules(rules).map(({ path, code }) => [path, code])) };
}
