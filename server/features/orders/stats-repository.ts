import { and, gte, lt, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { rowsOf } from '#server/db/migration-state.ts';
import { orderDays, orderDayUnits } from './schema.ts';

/** Sums over all orders; money as two-decimal text. */
export type OrderTotals = { totalOrders: number; ordersToProcess: number; revenue: string; netRevenue: string };

const revenue = sql<string>`coalesce(sum(${orderDays.revenue}), 0)::numeric(16, 2)::text`;
/** Cancelled orders count as 0, so their refunds are not subtracted again. */
const netRevenue = sql<string>`coalesce(sum(${orderDays.revenue} - ${orderDays.returned})
  filter (where ${orderDays.status} <> 'cancelled'), 0)::numeric(16, 2)::text`;
const count = (condition = sql`true`) =>
  sql<number>`coalesce(sum(${orderDays.orders}) filter (where ${condition}), 0)::int`.mapWith(Number);

export async function sumOrders(db: Executor): Promise<OrderTotals> {
  const [row] = await db
    .select({
      totalOrders: count(),
      ordersToProcess: count(sql`${orderDays.status} in ('pending', 'processing')`),
      revenue,
      netRevenue,
    })
    .from(orderDays);
  return row ?? { totalOrders: 0, ordersToProcess: 0, revenue: '0.00', netRevenue: '0.00' };
}

export type DayFigures = { day: string; orders: number; revenue: string; netRevenue: string };

/** Days with orders, from `from` on and before `until`, both `YYYY-MM-DD` in the shop's time zone. */
export function listDays(db: Executor, from: string, until: string): Promise<DayFigures[]> {
  return db
    .select({ day: orderDays.day, orders: count(), revenue, netRevenue })
    .from(orderDays)
    .where(and(gte(orderDays.day, from), lt(orderDays.day, until)))
    .groupBy(orderDays.day);
}

/** Units sold by product in the two periods before and after `middle`, without cancelled orders. */
export function listProductUnits(
  db: Executor,
  { from, middle, until }: { from: string; middle: string; until: string },
): Promise<{ id: string; units: number; previousUnits: number }[]> {
  const sum = (condition: ReturnType<typeof sql>) =>
    sql<number>`coalesce(sum(${orderDayUnits.units}) filter (where ${condition}), 0)::int`.mapWith(Number);
  return db
    .select({
      id: orderDayUnits.productId,
      units: sum(sql`${orderDayUnits.day} >= ${middle}`),
      previousUnits: sum(sql`${orderDayUnits.day} < ${middle}`),
    })
    .from(orderDayUnits)
    .where(and(gte(orderDayUnits.day, from), lt(orderDayUnits.day, until), sql`${orderDayUnits.status} <> 'cancelled'`))
    .groupBy(orderDayUnits.productId)
    .orderBy(sql`2 desc`, orderDayUnits.productId);
}

/** Merges the slots of all days before this one; false when there was nothing to do, or writers blocked it. */
export async function foldDays(db: Executor, before: string): Promise<boolean> {
  const [row] = await rowsOf<{ folded: boolean }>(db, sql`select fold_figures(${before}::date) as folded`);
  return row?.folded === true;
}
