import * as z from 'zod/mini';
import { freeShipping, heatRules, services, shipCalendar } from '#brand/shipping.ts';
import { changeFields, itemState } from '#shared/content/item.ts';
import { lineText } from '#shared/core/fields.ts';
import { US_STATE_CODES } from '#shared/places/us-states.ts';
import { CARRIERS } from './carriers.ts';

/** Zones 2 to 9: the columns of a service. */
export const ZONES = [2, 3, 4, 5, 6, 7, 8, 9] as const;
export const MAX_CLOSED_DAYS = 60;
export const MAX_HANDLING_DAYS = 10;
const MAX_CENTS = 99_999;
const MAX_OUNCES = 16_000;
const MAX_SERVICES = 20;
export const MAX_HEAT_RULES = 20;
/** Monday to Wednesday: such parcels do not spend a weekend in a warehouse. */
export const EARLY_WEEK: readonly number[] = [1, 2, 3];
/** Longest transit of a service that is fast enough in the heat, in business days. */
export const FAST_DAYS = 2;

const whole = (least: number, most: number, code = 'invalid') =>
  z.int(code).check(z.minimum(least, code), z.maximum(most, code));
const ounces = z.nullable(whole(1, MAX_OUNCES));
const cents = (least: number) => whole(least, MAX_CENTS, 'sum_invalid');

/** `MM-DD` or `YYYY-MM-DD`, and an existing day. */
function isDay(text: string): boolean {
  if (!/^(\d{4}-)?\d{2}-\d{2}$/.test(text)) return false;
  const day = text.length === 5 ? `2028-${text}` : text;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

const heatRuleSchema = z
  .object({
    products: z
      .array(z.string('invalid').check(z.regex(/^[\w-]{1,64}$/, 'invalid')))
      .check(z.maxLength(200, 'invalid')),
    months: z.array(whole(1, 12)).check(z.minLength(1, 'month_required'), z.maxLength(12, 'invalid')),
    states: z.array(z.enum(US_STATE_CODES, 'state_unknown')).check(z.maxLength(60, 'invalid')),
    isEarlyWeek: z.boolean('invalid'),
    isFast: z.boolean('invalid'),
    isHeld: z.boolean('invalid'),
  })
  .check(
    z.refine(({ isEarlyWeek, isFast, isHeld }) => isEarlyWeek || isFast || isHeld, {
      path: ['isHeld'],
      error: 'measure_required',
    }),
  );
/**
 * A rule for parcels in these months (1 to 12), to these states, with these products; empty lists mean all. They leave
 * only from Monday to Wednesday, need a service of at most `FAST_DAYS`, or are held.
 */
export type HeatRule = z.output<typeof heatRuleSchema>;

/** @param name type of a service's name: input is cleaned, output is returned unchanged */
const shapeWith = (name: z.ZodMiniType<string>) => ({
  free: z.object({
    isOn: z.boolean('invalid'),
    overCents: whole(0, 9_999_999, 'sum_invalid'),
    states: z.array(z.enum(US_STATE_CODES, 'state_unknown')).check(z.maxLength(60, 'invalid')),
    upToOz: ounces,
  }),
  flat: z.object({ isOn: z.boolean('invalid'), cents: cents(1), upToOz: ounces }),
  margin: z.object({ percent: whole(-50, 100), cents: whole(-5_000, 5_000, 'sum_invalid') }),
  services: z
    .array(
      z.object({
        service: name,
        carrier: z.enum(CARRIERS, 'invalid'),
        isOn: z.boolean('invalid'),
        byZone: z
          .array(z.nullable(z.object({ baseCents: cents(1), poundCents: cents(0), days: whole(1, 30) })))
          .check(z.length(ZONES.length, 'invalid')),
      }),
    )
    .check(z.minLength(1, 'service_required'), z.maxLength(MAX_SERVICES, 'invalid')),
  calendar: z.object({
    shipDays: z.array(whole(0, 6)).check(z.minLength(1, 'ship_day_required'), z.maxLength(7, 'invalid')),
    cutOff: z.string('time_invalid').check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time_invalid')),
    handlingDays: whole(0, MAX_HANDLING_DAYS),
    closedDays: z
      .array(z.string('day_invalid').check(z.refine(isDay, 'day_invalid')))
      .check(z.maxLength(MAX_CLOSED_DAYS, 'invalid')),
  }),
  heat: z.array(heatRuleSchema).check(z.maxLength(MAX_HEAT_RULES, 'invalid')),
});

const shape = shapeWith(lineText(60));
const fieldsSchema = z.object(shape);
type Fields = z.output<typeof fieldsSchema>;
/** Checks across fields. */
const inThemselves = <T extends Fields>() =>
  [
    z.refine<T>(({ free }) => !free.isOn || free.states.length > 0, {
      path: ['free', 'states'],
      error: 'state_required',
    }),
    z.refine<T>(
      ({ heat, calendar }) =>
        !heat.some(({ isEarlyWeek, isHeld }) => isEarlyWeek && !isHeld) ||
        calendar.shipDays.some((day) => EARLY_WEEK.includes(day)),
      { path: ['calendar', 'shipDays'], error: 'early_week_required' },
    ),
    z.refine<T>(({ services }) => services.some(({ isOn, byZone }) => isOn && byZone.some((row) => row !== null)), {
      path: ['services'],
      error: 'service_required',
    }),
  ] as const;
const rulesSchema = fieldsSchema.check(...inThemselves());

/**
 * How parcels are priced and when they leave. Money in US cents, days are business days.
 *
 * `free`: items strictly above `overCents` to one of `states` ship free, up to a packed weight of `upToOz` ounces
 * (`null`: any).
 * `flat`: the cheapest service costs `cents` within the 48 states, up to that weight; no service costs less.
 * `margin` is added to a carrier's live prices, first `percent`, then `cents`; both may be negative.
 * `services`: the table, with a row for each of `ZONES`, `null` for a zone that it does not serve.
 * `calendar`: as `ShipCalendar` in promises.ts. `heat`: restrictions in hot months.
 */
export type ShippingRules = Fields;

/** The rules that a brand begins with. */
export const brandShippingRules: ShippingRules = {
  free: {
    isOn: true,
    overCents: freeShipping.overCents,
    states: US_STATE_CODES.filter((code) => freeShipping.states.includes(code)),
    upToOz: null,
  },
  flat: { isOn: false, cents: 795, upToOz: null },
  margin: { percent: 0, cents: 0 },
  services: services.map(({ service, carrier, byZone }) => ({
    service,
    carrier,
    isOn: true,
    byZone: byZone.map((row) => row && { baseCents: row[0], poundCents: row[1], days: row[2] }),
  })),
  calendar: {
    ...shipCalendar,
    shipDays: [...shipCalendar.shipDays],
    closedDays: [...shipCalendar.closedDays],
  },
  heat: heatRules.map((rule) => ({ ...rule })),
};

/** What is wrong with the rules; empty when they are valid. */
export function faultsInRules(rules: unknown): { path: string; code: string }[] {
  const parsed = z.safeParse(rulesSchema, rules);
  return (parsed.error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), code: message }));
}

/**
 * PUT /api/admin/shipping-rules: saves all rules as a draft; `publish` publishes them as one revision. A stale
 * `version` is a 409 with the current rules as `current`. DELETE, with `?version=`, restores the brand's.
 */
export const shippingRulesChangeSchema = z
  .object({
    ...shape,
    ...changeFields,
  })
  .check(...inThemselves());
export type ShippingRulesChange = z.output<typeof shippingRulesChangeSchema>;

const shown = shapeWith(z.string());
/**
 * The rules with their draft over the published ones; `changed` are the fields that differ, `published` the rules that
 * apply to orders now.
 */
export const adminShippingRulesSchema = z.object({
  ...shown,
  published: z.object({ calendar: shown.calendar, heat: shown.heat }),
  ...itemState,
});
export type AdminShippingRules = z.output<typeof adminShippingRulesSchema>;
