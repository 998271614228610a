import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { isStockCounted } from '#server/db/counted-stock.ts';
import { prepareOnce } from '#server/db/prepared.ts';
import { type TaxPlace, taxRuleAt } from '#server/db/tax-rule.ts';
import { orderTemplates, type PreparedOrder, placedValues, placeOrder } from '#server/features/orders/service.ts';
import { writtenOrders } from './schema.ts';

export type WrittenRow = typeof writtenOrders.$inferSelect;
type NewWrittenRow = typeof writtenOrders.$inferInsert;

/** @returns `null` if its key has a row already; a concurrent transaction with the same key has ended then */
export async function insertWritten(tx: Executor, row: NewWrittenRow): Promise<WrittenRow | null> {
  const [inserted] = await tx
    .insert(writtenOrders)
    .values(row)
    .onConflictDoNothing({ target: writtenOrders.idempotencyKey })
    .returning();
  return inserted ?? null;
}

/** Locked until the transaction ends. */
export async function lockWritten(tx: Executor, id: string): Promise<WrittenRow | null> {
  const [row] = await tx.select().from(writtenOrders).where(eq(writtenOrders.id, id)).for('update');
  return row ?? null;
}

export async function findByPayToken(db: Executor, payToken: string): Promise<WrittenRow | null> {
  const [row] = await db.select().from(writtenOrders).where(eq(writtenOrders.payToken, payToken));
  return row ?? null;
}

/** @returns `null` if it is gone: its person was erased */
export async function markBooked(
  tx: Executor,
  id: string,
  { orderId, now }: { orderId: string; now: Date },
): Promise<WrittenRow | null> {
  const paid = { state: 'paid' as const, orderId, closedAt: now, nextCheckAt: null, endedBy: null };
  const [row] = await tx.update(writtenOrders).set(paid).where(eq(writtenOrders.id, id)).returning();
  return row ?? null;
}

/** Those with a link, newest first. */
export function listLinks(db: Executor, limit: number): Promise<WrittenRow[]> {
  return db
    .select()
    .from(writtenOrders)
    .where(isNotNull(writtenOrders.payToken))
    .orderBy(desc(writtenOrders.createdAt), desc(writtenOrders.id))
    .limit(limit);
}

/** Claims due links and postpones each, so that other instances take others. */
export function claimDue(
  db: Executor,
  { now, next, limit }: { now: Date; next: Date; limit: number },
): Promise<WrittenRow[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(writtenOrders)
      .where(and(isNotNull(writtenOrders.nextCheckAt), lte(writtenOrders.nextCheckAt, now)))
      .orderBy(asc(writtenOrders.nextCheckAt))
      .limit(limit)
      .for('update', { skipLocked: true });
    const ids = due.map(({ id }) => id);
    if (ids.length > 0) await tx.update(writtenOrders).set({ nextCheckAt: next }).where(inArray(writtenOrders.id, ids));
    return due;
  });
}

/** Deletes links that ended before `time` without being paid, and whose payment is closed. */
export async function deleteEnded(db: Executor, time: Date): Promise<void> {
  const { state, nextCheckAt, closedAt } = writtenOrders;
  await db.delete(writtenOrders).where(and(eq(state, 'ended'), isNull(nextCheckAt), lt(closedAt, time)));
}

export async function findWrittenByKey(db: Executor, key: string): Promise<WrittenRow | null> {
  const [row] = await db.select().from(writtenOrders).where(eq(writtenOrders.idempotencyKey, key));
  return row ?? null;
}

export async function updateWritten(tx: Executor, id: string, values: Partial<NewWrittenRow>): Promise<WrittenRow> {
  const [row] = await tx.update(writtenOrders).set(values).where(eq(writtenOrders.id, id)).returning();
  if (!row) throw new Error('A written order is gone');
  return row;
}

/** A table of one row, for a select of expressions. */
const ONE = sql`(select 1) as one`;

/** The tax rule of a place, and whether the shop counts any product. */
export async function readRules(db: Executor, place: TaxPlace) {
  const [row] = await db.select({ rule: taxRuleAt(place), isCounted: isStockCounted() }).from(ONE);
  return row ?? { rule: null, isCounted: false };
}

/** The owner's templates for `prepareOrder`. */
export async function readTemplates(db: Executor) {
  const [row] = await db.select({ templates: orderTemplates() }).from(ONE);
  return row?.templates ?? [];
}

const placing = prepareOnce((tx) => {
  const { placed, parts } = placeOrder(tx);
  return tx
    .with(placed, ...parts)
    .select({ id: placed.id })
    .from(placed)
    .prepare('place_written_order');
});

/** Writes the order with its lines, its first event and its mails. @returns whether its payment had none before */
export async function placeWritten(tx: Executor, prepared: PreparedOrder): Promise<boolean> {
  const rows = await placing(tx).execute(placedValues(prepared));
  return rows.length > 0;
}
