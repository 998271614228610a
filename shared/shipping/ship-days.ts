import { memoize } from '#shared/core/memoize.ts';
import { type DelayState, isUnanswered } from '#shared/orders/delays.ts';
import type { OrderStatus } from '#shared/orders/orders.ts';
import { isToProcess } from '#shared/orders/orders.ts';
import { shopZone } from './shop-zone.ts';

/** Orders ship within 1 to 2 business days (docs/specification.md#order). */
const SHIP_DAYS = 2;

/** The day of a moment in the shop's time zone, as `YYYY-MM-DD`. */
export function shopDay(moment: Date): string {
  return calendarDay(shopZone()).format(moment);
}

// The locale en-CA formats dates like ISO 8601.
const calendarDay = memoize((timeZone) => new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }));

/** The earliest order day that is still on time today, both `YYYY-MM-DD`. Saturday and Sunday do not count. */
export function firstDayOnTime(today: string): string {
  // Calendar dates in UTC, which has no daylight saving time.
  const day = new Date(`${today}T00:00:00Z`);
  for (let left = SHIP_DAYS; left > 0; ) {
    day.setUTCDate(day.getUTCDate() - 1);
    if (day.getUTCDay() % 6 !== 0) left -= 1;
  }
  return day.toISOString().slice(0, 10);
}

/** An order with its promised ship day; `null` in orders of earlier versions. */
type Promised = {
  status: OrderStatus;
  createdAt: string;
  shipBy: string | null;
  delayState: DelayState | null;
  answerBy: string | null;
};

/**
 * When an order to process is due. `late`: past its promised day, or a required yes did not come; `due`: today. `null`
 * for an order that has left or is cancelled.
 */
export function shipsWhen(order: Promised, now = new Date()): 'late' | 'due' | 'later' | null {
  const { status, createdAt, shipBy } = order;
  if (!isToProcess({ status })) return null;
  const today = shopDay(now);
  if (isUnanswered(order, today)) return 'late';
  if (shipBy === null) return shopDay(new Date(createdAt)) < firstDayOnTime(today) ? 'late' : 'later';
  if (shipBy === today) return 'due';
  return shipBy < today ? 'late' : 'later';
}
