import { and, desc, eq, gte, lte, ne, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from '#server/db/connect.ts';
import type { FigurePart } from '#shared/orders/figures.ts';
import { orderDayParts } from './schema.ts';

/** Both days are included. */
export type Days = { from: string; until: string };

const PARTS_SHOWN = 200;
const sumOf = (column: PgColumn) => sql<number>`coalesce(sum(${column}), 0)::int`.mapWith(Number);
const moneyOf = (column: PgColumn) => sql<string>`coalesce(sum(${column}), 0)::numeric(16, 2)::text`;

export type PartRow = { key: string; orders: number; units: number; revenue: string; tax: string; returned: string };

const SUMS = {
  orders: sumOf(orderDayParts.orders),
  units: sumOf(orderDayParts.units),
  revenue: moneyOf(orderDayParts.revenue),
  tax: moneyOf(orderDayParts.tax),
  returned: moneyOf(orderDayParts.returned),
};
const isSold = (part: FigurePart, { from, until }: Days) =>
  and(
    eq(orderDayParts.part, part),
    gte(orderDayParts.day, from),
    lte(orderDayParts.day, until),
    ne(orderDayParts.status, 'cancelled'),
  );

/** Counts orders of these days that were their customer's first. */
export async function countFirstOrders(db: Executor, { from, until }: Days): Promise<number> {
  const { part, day } = orderDayParts;
  const [row] = await db
    .select({ orders: sumOf(orderDayParts.orders) })
    .from(orderDayParts)
    .where(and(eq(part, 'customer'), gte(day, from), lte(day, until)));
  return row?.orders ?? 0;
}

/** Sums by key without cancelled orders, most revenue first. */
export function sumParts(db: Executor, part: FigurePart, days: Days): Promise<PartRow[]> {
  const { key } = orderDayParts;
  return db
    .select({ key, ...SUMS })
    .from(orderDayParts)
    .where(isSold(part, days))
    .groupBy(key)
    .having(sql`sum(${orderDayParts.orders}) <> 0`)
    .orderBy(desc(sql`sum(${orderDayParts.revenue})`), key)
    .limit(PARTS_SHOWN);
}

/** Sums of all sales, independent of the number of keys: every order has exactly one source, possibly ''. */
export async function sumAll(db: Executor, days: Days): Promise<Omit<PartRow, 'key'>> {
  const [row] = await db.select(SUMS).from(orderDayParts).where(isSold('source', days));
  if (!row) throw new Error('A sum without a group has one row');
  return row;
}
