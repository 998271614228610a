import type { BaseDeps } from '#server/deps.ts';
import { centsOf, centsToText } from '#shared/core/money.ts';
import { type Sold, STATS_PARTS, type Stats, type StatsBucket, type StatsRange } from '#shared/orders/stats.ts';
import { firstDayOnTime, shopDay } from '#shared/shipping/ship-days.ts';
import { shopZone } from '#shared/shipping/shop-zone.ts';
import { countPromisedBefore, countPromisedOn, countUnanswered, countUnpromisedBefore } from '../search-repository.ts';
import {
  countFirstOrders,
  type DayStats,
  type Days,
  findKeys,
  foldDays,
  listDays,
  listProductUnits,
  type OrderTotals,
  sumOrders,
  sumParts,
  sumSold,
} from './repository.ts';

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

/** Counts unshipped orders that were promised to leave today. */
export function countDueOrders({ db, clock }: Pick<BaseDeps, 'db' | 'clock'>): Promise<number> {
  return countPromisedOn(db, shopDay(clock.now()));
}

/** Merges the slots of each past day into one row. */
export async function foldStats({ db, clock }: Pick<BaseDeps, 'db' | 'clock'>): Promise<void> {
  await foldDays(db, shopDay(clock.now()));
}

/**
 * Orders and revenue over time compared with the previous period, and units by product; with `days` also the sales of
 * these. Days are in the shop's time zone.
 */
export async function getStats(deps: Pick<BaseDeps, 'db' | 'clock'>, range: StatsRange, days?: Days): Promise<Stats> {
  const today = shopDay(deps.clock.now());
  const starts = bucketStarts(today, range);
  const { count } = BUCKETS[range];
  const [from = '', middle = ''] = [starts[0], starts[count]];
  const [counted, products, sold] = await Promise.all([
    listDays(deps.db, { from, until: today }),
    listProductUnits(deps.db, { from, middle, until: today }),
    days && getSold(deps, days),
  ]);
  const all = starts.slice(0, -1).map((start, i) => {
    const next = starts[i + 1] ?? '';
    return { start, ...sumDays(counted.filter(({ day }) => day >= start && day < next)) };
  });
  return {
    range,
    timeZone: shopZone(),
    buckets: all.slice(count),
    previousBuckets: all.slice(0, count),
    totals: sumDays(counted.filter(({ day }) => day >= middle)),
    previousTotals: sumDays(counted.filter(({ day }) => day < middle)),
    products,
    ...(sold && { sold }),
  };
}

/** Sales between two days: totals, by product, state, code and source, and the number of first orders. */
async function getSold({ db }: Pick<BaseDeps, 'db'>, days: Days): Promise<Sold> {
  const [firstOrders, all, product, state, code, source] = await Promise.all([
    countFirstOrders(db, days),
    sumSold(db, days),
    ...STATS_PARTS.map((part) => sumParts(db, part, days)),
  ]);
  const { orders, revenue, netRevenue, tax } = all;
  return {
    orders,
    revenue,
    net: netRevenue,
    tax,
    average: centsToText(orders === 0 ? 0 : Math.round(centsOf(revenue) / orders)),
    firstOrders,
    parts: { product: product ?? [], state: state ?? [], code: code ?? [], source: source ?? [] },
  };
}

/** Orders of these days, in total and by source, without cancelled ones. */
export async function sumOrdersBySource(
  { db }: Pick<BaseDeps, 'db'>,
  days: Days,
): Promise<{ orders: number; sources: { key: string; orders: number }[] }> {
  const [{ orders }, sources] = await Promise.all([sumSold(db, days), sumParts(db, 'source', days)]);
  return { orders, sources };
}

/** The sources among these that have ever brought an order. */
export function findSourcesWithOrders({ db }: Pick<BaseDeps, 'db'>, sources: readonly string[]): Promise<string[]> {
  return findKeys(db, 'source', sources);
}

/** Orders and sales without tax by state's postal code, without cancelled orders; sales in US cents. */
export async function sumSalesByState(
  { db }: Pick<BaseDeps, 'db'>,
  days: Days,
): Promise<{ state: string; orders: number; salesCents: number; taxCents: number }[]> {
  return (await sumParts(db, 'state', days)).map(({ key, orders, revenue, tax }) => {
    const taxCents = centsOf(tax);
    return { state: key, orders, salesCents: centsOf(revenue) - taxCents, taxCents };
  });
}

/** The first days of the buckets of both periods, and the day after the last: `2 * count + 1` in time order. */
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

function sumDays(days: DayStats[]): Omit<StatsBucket, 'start'> {
  const cents = (pick: (day: DayStats) => string) =>
    centsToText(days.reduce((sum, day) => sum + centsOf(pick(day)), 0));
  return {
    orders: days.reduce((sum, day) => sum + day.orders, 0),
    revenue: cents((day) => day.revenue),
    netRevenue: cents((day) => day.netRevenue),
  };
}
