import { and, desc, eq, getTableColumns, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from '#server/db/connect.ts';
import { cardDeclines, checkouts } from '../schema.ts';

/** @returns false when it is already stored */
export async function insertDecline(db: Executor, decline: typeof cardDeclines.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(cardDeclines)
    .values(decline)
    .onConflictDoNothing({ target: cardDeclines.eventId })
    .returning({ eventId: cardDeclines.eventId });
  return rows.length === 1;
}

export async function listKnownDeclines(db: Executor, eventIds: string[]): Promise<Set<string>> {
  if (eventIds.length === 0) return new Set();
  const rows = await db
    .select({ eventId: cardDeclines.eventId })
    .from(cardDeclines)
    .where(inArray(cardDeclines.eventId, eventIds));
  return new Set(rows.map(({ eventId }) => eventId));
}

export async function countDeclines(db: Executor, since: Date): Promise<number> {
  return db.$count(cardDeclines, gte(cardDeclines.createdAt, since));
}

export async function countDeclinesOfPayment(db: Executor, paymentIntentId: string, since: Date): Promise<number> {
  return db.$count(
    cardDeclines,
    and(gte(cardDeclines.createdAt, since), sql`${cardDeclines.paymentIntentId} = ${paymentIntentId}`),
  );
}

/** Callers or devices with at least this many declines since then, most first. */
export async function listDeclinedOften(
  db: Executor,
  by: 'caller' | 'device',
  { since, atLeast, limit }: { since: Date; atLeast: number; limit: number },
): Promise<string[]> {
  const column: PgColumn = cardDeclines[by];
  const rows = await db
    .select({ who: sql<string>`${column}` })
    .from(cardDeclines)
    .where(and(gte(cardDeclines.createdAt, since), isNotNull(column)))
    .groupBy(column)
    .having(sql`count(*) >= ${atLeast}`)
    .orderBy(desc(sql`count(*)`))
    .limit(limit);
  return rows.map(({ who }) => who);
}

/** Open checkouts whose payments have at least this many declines since then. */
export async function listOpenDeclined(
  db: Executor,
  since: Date,
  atLeast: number,
): Promise<{ checkout: typeof checkouts.$inferSelect; count: number }[]> {
  const declined = db
    .select({ paymentIntentId: cardDeclines.paymentIntentId, count: sql<number>`count(*)::int`.as('count') })
    .from(cardDeclines)
    .where(gte(cardDeclines.createdAt, since))
    .groupBy(cardDeclines.paymentIntentId)
    .having(sql`count(*) >= ${atLeast}`)
    .as('declined');
  return db
    .select({ checkout: getTableColumns(checkouts), count: declined.count })
    .from(checkouts)
    .innerJoin(declined, eq(checkouts.paymentIntentId, declined.paymentIntentId))
    .where(eq(checkouts.status, 'open'));
}

export async function deleteDeclinesBefore(db: Executor, time: Date): Promise<void> {
  await db.delete(cardDeclines).where(lt(cardDeclines.createdAt, time));
}
