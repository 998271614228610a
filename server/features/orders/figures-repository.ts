import { and, desc, eq, gte, lte, ne, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from '#server/db/connect.ts';
import type { FigurePart } from '#shared/orders/figures.ts';
import { orderDayParts } from './schema.ts';

/** Both days are included. */
export type Days = { from: string; until: string };

const PARTS_SHOWN = 200;
const sumOf = (column: PgColumn) => sql<number>`sum(${column})::int`.mapWith(Number);
const moneyOf = (column: PgColumn) => sql<string>`sum(${column})::numeric(16, 2)::text`;

export type PartRow = { key: string; orders: number; units: number; revenue: string; tax: string; returned: string };

/** Orders of these days that were their customer's first. */
export async function countFirstOrders(db: Executor, { from, until }: Days): Promise<number> {
  const { part, day } = orderDayParts;
  const [row] = await db
    .select({ orders: sumOf(orderDayParts.orders) })
    .from(orderDayParts)
    .where(and(eq(part, 'customer'), gte(day, from), lte(day, until)));
  return row?.orders ?? 0;
}

/** Sums by key without cancelled orders, the most revenue first. */
export function sumParts(db: Executor, part: FigurePart, { from, until }: Days): Promise<PartRow[]> {
  const { key, status, day } = orderDayParts;
  return db
    .select({
      key,
      orders: sumOf(orderDayParts.orders),
      units: sumOf(orderDayParts.units),
      revenue: moneyOf(orderDayParts.revenue),
      tax: moneyOf(orderDayParts.tax),
      returned: moneyOf(orderDayParts.returned),
    })
    .from(orderDayParts)
    .where(and(eq(orderDayParts.part, part), gte(day, from), lte(day, until), ne(status, 'cancelled')))
    .groupBy(key)
    .having(sql`sum(${orderDayParts.orders}) <> 0`)
    .orderBy(desc(sql`sum(${orderDayParts.revenue})`), key)
    .limit(PARTS_SHOWN);
}
