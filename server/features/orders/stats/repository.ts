import { and, between, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from '#server/db/connect.ts';
import { rowsOf } from '#server/db/migration-state.ts';
import type { CountedPart, StatsPart } from '#shared/orders/stats.ts';
import { orderDayParts } from '../schema.ts';

/** Both days are included. */
export type Days = { from: string; until: string };

const PARTS_SHOWN = 200;
const { part, day, key, status } = orderDayParts;
const isSold = ne(status, 'cancelled');
const countOf = (column: PgColumn, condition = sql`true`) =>
  sql<number>`coalesce(sum(${column}) filter (where ${condition}), 0)::int`.mapWith(Number);
const moneyOf = (column: PgColumn) => sql<string>`coalesce(sum(${column}), 0)::numeric(16, 2)::text`;

const revenue = moneyOf(orderDayParts.revenue);
/** Cancelled orders count as 0, so their refunds are not subtracted again. */
const netRevenue = sql<string>`coalesce(sum(${orderDayParts.revenue} - ${orderDayParts.returned})
  filter (where ${isSold}), 0)::numeric(16, 2)::text`;
const orders = countOf(orderDayParts.orders);
const isIn = (counted: CountedPart, { from, until }: Days) => and(eq(part, counted), between(day, from, until));

/** Sums over all orders; money as two-decimal text. */
export type OrderTotals = { totalOrders: number; ordersToProcess: number; revenue: string; netRevenue: string };

export async function sumOrders(db: Executor): Promise<OrderTotals> {
  const ordersToProcess = countOf(orderDayParts.orders, sql`${status} in ('pending', 'processing')`);
  const rows = await db
    .select({ totalOrders: orders, ordersToProcess, revenue, netRevenue })
    .from(orderDayParts)
    .where(eq(part, 'all'));
  return only(rows);
}

export type DayStats = { day: string; orders: number; revenue: string; netRevenue: string };

/** Days with orders; days are in the shop's time zone. */
export function listDays(db: Executor, days: Days): Promise<DayStats[]> {
  return db.select({ day, orders, revenue, netRevenue }).from(orderDayParts).where(isIn('all', days)).groupBy(day);
}

/** Units sold by product in the two periods before and after `middle`, without cancelled orders. */
export function listProductUnits(
  db: Executor,
  { middle, ...days }: Days & { middle: string },
): Promise<{ id: string; units: number; previousUnits: number }[]> {
  return db
    .select({
      id: key,
      units: countOf(orderDayParts.units, sql`${day} >= ${middle}`),
      previousUnits: countOf(orderDayParts.units, sql`${day} < ${middle}`),
    })
    .from(orderDayParts)
    .where(and(isIn('product', days), isSold))
    .groupBy(key)
    .orderBy(sql`2 desc`, key);
}

/** Orders of these days that were their customer's first. */
export async function countFirstOrders(db: Executor, days: Days): Promise<number> {
  return only(await db.select({ orders }).from(orderDayParts).where(isIn('customer', days))).orders;
}

export type PartRow = { key: string; orders: number; units: number; revenue: string; tax: string };

const sums = { orders, units: countOf(orderDayParts.units), revenue, tax: moneyOf(orderDayParts.tax) };

/** Sums by key without cancelled orders, the most revenue first. */
export function sumParts(db: Executor, counted: StatsPart, days: Days): Promise<PartRow[]> {
  return db
    .select({ key, ...sums })
    .from(orderDayParts)
    .where(and(isIn(counted, days), isSold))
    .groupBy(key)
    .having(sql`sum(${orderDayParts.orders}) <> 0`)
    .orderBy(desc(sql`sum(${orderDayParts.revenue})`), key)
    .limit(PARTS_SHOWN);
}

/** Sums of everything sold. */
export async function sumSold(db: Executor, days: Days): Promise<Omit<PartRow, 'key'> & { netRevenue: string }> {
  const where = and(isIn('all', days), isSold);
  return only(
    await db
      .select({ ...sums, netRevenue })
      .from(orderDayParts)
      .where(where),
  );
}

/** The keys among these that occur in a part. */
export async function findKeys(db: Executor, counted: StatsPart, keys: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ key })
    .from(orderDayParts)
    .where(and(eq(part, counted), inArray(key, [...keys])));
  return rows.map((row) => row.key);
}

/** Merges the slots of all days before this one; false when there was nothing to do, or writers blocked it. */
export async function foldDays(db: Executor, before: string): Promise<boolean> {
  return only(await rowsOf<{ folded: boolean }>(db, sql`select fold_stats(${before}::date) as folded`)).folded;
}

function only<T>([row]: T[]): T {
  if (!row) throw new Error('A sum without a group has one row');
  return row;
}
