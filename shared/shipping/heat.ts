import { dayAfter } from '#shared/core/days.ts';
import type { UsState } from '#shared/places/us-states.ts';
import { stateOfZip } from '#shared/places/zip-states.ts';
import { type Promised, promiseAt, promiseFrom, type ShipCalendar, shipDayFrom, transitDaysOf } from './promises.ts';
import { EARLY_WEEK, FAST_DAYS, type HeatRule } from './rules.ts';

export type HeatRules = { calendar: ShipCalendar; heat: readonly HeatRule[] };
/** A parcel for the heat rules: `state` is that of its ZIP code, `transitDays` are business days of the carrier. */
export type HeatParcel = { productIds: readonly string[]; state: UsState | null; transitDays: number };

/**
 * The effect of the heat rules on a parcel.
 * `held`: these products cannot go there; `again` is the first month, 1 to 12, in which they can, `null` if never.
 * `slow`: this service takes too long. `ok`: it can go, with these promised days; the flags say which rules applied.
 */
export type HeatVerdict =
  | { verdict: 'held'; productIds: string[]; month: number; again: number | null }
  | { verdict: 'slow' }
  | { verdict: 'ok'; promised: Promised; isFast: boolean; isEarlyWeek: boolean };

/**
 * The effect of the heat rules on a parcel ordered at this moment by this service, and its promise. A rule applies if
 * the parcel is in transit in one of its months. A rule that moves the days may make another rule apply, so this
 * repeats until nothing changes.
 */
export function heatAt(moment: Date, parcel: HeatParcel, { calendar, heat }: HeatRules): HeatVerdict {
  const { transitDays } = parcel;
  const concerned = heat.filter((rule) => concerns(rule, parcel));
  const early = { ...calendar, shipDays: calendar.shipDays.filter((day) => EARLY_WEEK.includes(day)) };
  let promised = promiseAt(moment, transitDays, calendar);
  for (let known = 0; ; ) {
    const months = monthsOf(promised);
    const found = concerned.filter((rule) => rule.months.some((month) => months.includes(month)));
    const isEarlyWeek = found.some((rule) => rule.isEarlyWeek);
    const held = found.filter((rule) => rule.isHeld || (rule.isEarlyWeek && early.shipDays.length === 0));
    if (held.length > 0) return holdOf(held, parcel, months[0] ?? 1, concerned);
    if (transitDays > FAST_DAYS && found.some((rule) => rule.isFast)) return { verdict: 'slow' };
    if (found.length <= known) {
      return { verdict: 'ok', promised, isFast: found.some((rule) => rule.isFast), isEarlyWeek };
    }
    known = found.length;
    if (isEarlyWeek) promised = promiseFrom(shipDayFrom(promised.shipBy, early), transitDays, calendar);
  }
}

/** Whether a promised day satisfies the current rule; promises made before the rule may not. */
export const isKept = ({ shipBy }: Pick<Promised, 'shipBy'>, { isEarlyWeek }: { isEarlyWeek: boolean }): boolean =>
  !isEarlyWeek || EARLY_WEEK.includes(new Date(`${shipBy}T00:00:00Z`).getUTCDay());

/** The destination of an order and the days promised last; days are `YYYY-MM-DD`. */
type SoldParcel = { zipCode: string; shipBy: string | null; arriveBy: string | null };

/** The parcel of an order; without promised days, it assumes a service that is fast enough for the heat rules. */
export function heatParcelOf(order: SoldParcel, productIds: readonly string[], calendar: ShipCalendar): HeatParcel {
  return {
    productIds,
    state: stateOfZip(order.zipCode),
    transitDays: transitDaysOf(order, calendar) ?? FAST_DAYS,
  };
}

/**
 * Whether the heat rules let a parcel leave on exactly this day. Slow services are ignored, because the label can be
 * bought from a faster one.
 */
export function mayLeaveOn(day: string, parcel: HeatParcel, { calendar, heat }: HeatRules): boolean {
  const months = monthsOf(promiseFrom(day, parcel.transitDays, calendar));
  const found = heat.filter((rule) => concerns(rule, parcel) && rule.months.some((month) => months.includes(month)));
  return found.every(({ isHeld, isEarlyWeek }) => !isHeld && isKept({ shipBy: day }, { isEarlyWeek }));
}

/**
 * The first ship day, from this one on, on which all these parcels may leave; `null` if there is none within a year.
 */
export function firstDayToLeave(from: string, parcels: readonly HeatParcel[], rules: HeatRules): string | null {
  const last = dayAfter(from, 366);
  for (let day = shipDayFrom(from, rules.calendar); day <= last; day = shipDayFrom(dayAfter(day, 1), rules.calendar)) {
    if (parcels.every((parcel) => mayLeaveOn(day, parcel, rules))) return day;
  }
  return null;
}

/** A rule without products or states covers all of them. */
function concerns({ products, states }: HeatRule, { productIds, state }: HeatParcel): boolean {
  const isThere = states.length === 0 || (state !== null && states.includes(state));
  return isThere && (products.length === 0 || productIds.some((id) => products.includes(id)));
}

/** The months, 1 to 12, in which it is in transit. */
function monthsOf({ shipBy, arriveBy }: Promised): number[] {
  const [first, last] = [shipBy, arriveBy].map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1);
  const count = Math.min(12, (last ?? 0) - (first ?? 0) + 1);
  return Array.from({ length: count }, (_, i) => (((first ?? 0) + i) % 12) + 1);
}

function holdOf(
  held: readonly HeatRule[],
  { productIds }: HeatParcel,
  month: number,
  concerned: readonly HeatRule[],
): HeatVerdict {
  const isFor = (id: string) => held.some(({ products }) => products.length === 0 || products.includes(id));
  const closed = concerned.filter(({ isHeld }) => isHeld).flatMap(({ months }) => months);
  const later = Array.from({ length: 11 }, (_, i) => ((month + i) % 12) + 1);
  return {
    verdict: 'held',
    productIds: productIds.filter(isFor),
    month,
    again: later.find((each) => !closed.includes(each)) ?? null,
  };
}
