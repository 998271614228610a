import { dayAfter } from '#shared/core/days.ts';
import { localTime } from '#shared/core/zoned-time.ts';
import type { ShippingRules } from './rules.ts';
import { shopZone } from './shop-zone.ts';

/** When parcels leave. Weekdays count from 0, Sunday. */
export type ShipCalendar = {
  timeZone: string;
  shipDays: readonly number[];
  /** `HH:MM` in that time zone: orders at or after it count from the next ship day. */
  cutOff: string;
  /** Ship days for packing; with 0 an order leaves on the day from which it counts. */
  handlingDays: number;
  /** `YYYY-MM-DD`, or `MM-DD` for every year: nothing leaves, and carriers do not deliver. */
  closedDays: readonly string[];
};

/** Days of the shop's calendar, `YYYY-MM-DD`: the latest day of dispatch and of arrival. */
export type Promised = { shipBy: string; arriveBy: string };

/** Carriers count these weekdays, whatever days the shop ships on. */
const CARRIER_DAYS = [1, 2, 3, 4, 5];
/** Stops the search in a calendar without any ship day. */
const MAX_DAYS = 1_000;

/** The ship calendar of these rules, in the shop's time zone. */
export const shopCalendar = ({ calendar }: Pick<ShippingRules, 'calendar'>): ShipCalendar => ({
  ...calendar,
  timeZone: shopZone(),
});

/**
 * What a customer who orders at this moment is promised.
 *
 * @param transitDays the carrier's business days
 */
export function promiseAt(moment: Date, transitDays: number, calendar: ShipCalendar): Promised {
  return promiseFrom(shipDayAt(moment, calendar), transitDays, calendar);
}

/** The promise for a parcel that leaves on this day. */
export function promiseFrom(
  shipBy: string,
  transitDays: number,
  { closedDays }: Pick<ShipCalendar, 'closedDays'>,
): Promised {
  return { shipBy, arriveBy: after(shipBy, transitDays, CARRIER_DAYS, closedDays) };
}

/** This day if parcels leave on it, else the next ship day. */
export function shipDayFrom(
  day: string,
  { shipDays, closedDays }: Pick<ShipCalendar, 'shipDays' | 'closedDays'>,
): string {
  return isAmong(day, shipDays, closedDays) ? day : after(day, 1, shipDays, closedDays);
}

/**
 * The day of arrival if a parcel leaves on another day than promised, with the same number of carrier days in between.
 * @returns `null` without a promise
 */
export function arrivalAfter(
  shipBy: string,
  promised: { shipBy: string | null; arriveBy: string | null },
  calendar: ShipCalendar,
): string | null {
  const days = transitDaysOf(promised, calendar);
  return days === null ? null : after(shipBy, days, CARRIER_DAYS, calendar.closedDays);
}

/** The carrier's days between the promised days; `null` without a promise. */
export function transitDaysOf(
  { shipBy: from, arriveBy: to }: { shipBy: string | null; arriveBy: string | null },
  calendar: ShipCalendar,
): number | null {
  if (from === null || to === null) return null;
  let days = 0;
  for (let day = from; day < to && days < MAX_DAYS; day = nextDay(day)) {
    if (isAmong(nextDay(day), CARRIER_DAYS, calendar.closedDays)) days += 1;
  }
  return days;
}

function shipDayAt(moment: Date, { timeZone, shipDays, cutOff, handlingDays, closedDays }: ShipCalendar): string {
  const { day, time } = localTime(moment, timeZone);
  const isOpen = isAmong(day, shipDays, closedDays);
  const counted = isOpen && time < cutOff ? day : after(day, 1, shipDays, closedDays);
  return after(counted, handlingDays, shipDays, closedDays);
}

/** Fewest and most business days from an order to its dispatch, without closed days, at least 1. */
export function businessDaysToShip({ shipDays, cutOff, handlingDays }: ShippingRules['calendar']): [number, number] {
  const calendar = { shipDays, cutOff, handlingDays, closedDays: [], timeZone: 'UTC' };
  const times = cutOff === '00:00' ? ['23:59'] : ['00:00', '23:59'];
  // Any full week will do.
  const waits = [6, 7, 8, 9, 10].flatMap((date) =>
    times.map((time) => {
      const day = `2026-07-${String(date).padStart(2, '0')}`;
      const shipDay = shipDayAt(new Date(`${day}T${time}:00Z`), calendar);
      let wait = 0;
      for (let next = day; next < shipDay; wait++) next = after(next, 1, CARRIER_DAYS, []);
      return Math.max(1, wait);
    }),
  );
  return [Math.min(...waits), Math.max(...waits)];
}

/** Counts `count` of the weekdays `days` forward; `day` itself for 0. */
function after(day: string, count: number, days: readonly number[], closedDays: readonly string[]): string {
  let found = day;
  for (let left = count, tried = 0; left > 0; tried++) {
    if (tried > MAX_DAYS) throw new RangeError('The calendar of shipping has no day on which parcels leave');
    found = nextDay(found);
    if (isAmong(found, days, closedDays)) left -= 1;
  }
  return found;
}

function isAmong(day: string, days: readonly number[], closedDays: readonly string[]): boolean {
  const isClosed = closedDays.includes(day) || closedDays.includes(day.slice(5));
  return !isClosed && days.includes(asDate(day).getUTCDay());
}

/** Calendar dates in UTC, which has no daylight saving time. */
const asDate = (day: string) => new Date(`${day}T00:00:00Z`);

const nextDay = (day: string) => dayAfter(day, 1);
