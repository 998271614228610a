import type { BaseDeps } from '#server/deps.ts';
import type { Stats, StatsBucket, StatsRange } from '#shared/admin/admin.ts';
import { centsOf, centsToText } from '#shared/core/money.ts';
import { firstDayOnTime, shopDay } from '#shared/shipping/ship-days.ts';
import { shopZone } from '#shared/shipping/shop-zone.ts';
import { countPromisedBefore, countPromisedOn, countUnanswered, countUnpromisedBefore } from './search-repository.ts';
import {
  type DayFigures,
  foldDays,
  listDays,
  listProductUnits,
  type OrderTotals,
  sumOrders,
} from './stats-repository.ts';

const BUCKETS: Record<StatsRange, { unit: 'day' | 'week' | 'month'; count: number }> = {
  '30d': { unit: 'day', count: 30 },
  '12w': { unit: 'week', count: 12 },
  '12m': { unit: 'month', count: 12 },
};

/** The totals of all orders. */
export function getOrderTotals({ db }: Pick<BaseDeps, 'db'>): Promise<OrderTotals> {
  return sumOrders(db);
}

/**
 * Counts unshipped orders past their promised day, or, without a promise, past their ship days. Orders without a
 * required yes in time count too.
 */
export async function countLateOrders({ db, clock }: Pick<BaseDeps, 'db' | 'clock'>): Promise<number> {
  const today = shopDay(clock.now());
  const counts = await Promise.all([
    countUnanswered(db, today),
    countPromisedBefore(db, today),
    countUnpromisedBefore(db, firstDayOnTime(today), today),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Orders that were promised to leave today and have not. */
export function countDueOrders({ db, clock }: Pick<BaseDeps, 'db' | 'clock'>): Promise<number> {
  return countPromisedOn(db, shopDay(clock.now()));
}

/** Merges the slots of each past day into one row. */
export async function foldFigures({ db, clock }: Pick<BaseDeps, 'db' | 'clock'>): Promise<void> {
  await foldDays(db, shopDay(clock.now()));
}

/**
 * Orders and revenue over time compared with the previous period, and units by product. Days are in the shop's time
 * zone.
 */
export async function getStats({ db, clock }: Pick<BaseDeps, 'db' | 'clock'>, range: StatsRange): Promise<Stats> {
  const starts = bucketStarts(shopDay(clock.now()), range);
  const { count } = BUCKETS[range];
  const [from = '', middle = '', until = ''] = [starts[0], starts[count], starts[2 * count]];
  const [days, products] = await Promise.all([
    listDays(db, from, until),
    listProductUnits(db, { from, middle, until }),
  ]);
  const all = starts.slice(0, -1).map((start, i) => {
    const next = starts[i + 1] ?? '';
    return { start, ...sumDays(days.filter(({ day }) => day >= start && day < next)) };
  });
  return {
    range,
    timeZone: shopZone(),
    buckets: all.slice(count),
    previousBuckets: all.slice(0, count),
    totals: sumDays(days.filter(({ day }) => day >= middle)),
    previousTotals: sumDays(days.filter(({ day }) => day < middle)),
    products,
  };
}

/**
 * The first days of twice as many buckets as the range has, and the day after the last: `2 * count + 1` in time order.
 */
export function bucketStarts(today: string, range: StatsRange): string[] {
  const { unit, count } = BUCKETS[range];
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  // Calendar dates in UTC, which has no daylight saving time.
  const at = (back: number) => {
    if (unit === 'month') return new Date(Date.UTC(year, month - 1 - back, 1));
    if (unit === 'day') return new Date(Date.UTC(year, month - 1, day - back));
    const sinceMonday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
    return new Date(Date.UTC(year, month - 1, day - sinceMonday - 7 * back));
  };
  return Array.from({ length: 2 * count + 1 }, (_, i) =>
    at(2 * count - 1 - i)
      .toISOString()
      .slice(0, 10),
  );
}

function sumDays(days: DayFigures[]): Omit<StatsBucket, 'start'> {
  const cents = (pick: (day: DayFigures) => string) =>
    centsToText(days.reduce((sum, day) => sum + centsOf(pick(day)), 0));
  return {
    orders: days.reduce((sum, day) => sum + day.orders, 0),
    revenue: cents((day) => day.revenue),
    netRevenue: cents((day) => day.netRevenue),
  };
}
