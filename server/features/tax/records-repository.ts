import { and, asc, eq, inArray, isNull, lte, notInArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '#server/db/connect.ts';
import { taxRecords } from './schema.ts';

/** How many orders Setup lists. */
const NAMED = 5;

export type TaxRecordRow = typeof taxRecords.$inferSelect;
export type NewTaxRecord = typeof taxRecords.$inferInsert;

export async function insertRecord(tx: Executor, row: NewTaxRecord): Promise<void> {
  await tx.insert(taxRecords).values(row).onConflictDoNothing();
}

/**
 * Records the refund of an order whose sale has a record; without one, or a second time, it does nothing. @param
 * failure what a person has to correct
 */
export async function insertRefundRecord(
  tx: Executor,
  {
    orderId,
    refundId,
    amountCents,
    now,
    failure = null,
  }: { orderId: string; refundId: string; amountCents: number; now: Date; failure?: string | null },
): Promise<void> {
  const at = now.toISOString();
  const state = failure === null ? 'due' : 'look';
  await tx.execute(sql`insert into tax_records
    (order_id, kind, reference, provider, amount_cents, state, failure, next_check_at, created_at)
    select order_id, 'refund', ${refundId}::uuid, provider, ${amountCents}::int, ${state}::text, ${failure}::text,
      ${at}::timestamptz, ${at}::timestamptz
    from tax_records where order_id = ${orderId}::uuid and kind = 'sale'
    on conflict do nothing`);
}

/**
 * Claims due records and postpones each, so that other instances take others. A refund is due once its sale is done.
 */
export function claimDueRecords(
  db: Executor,
  {
    provider,
    now,
    limit,
    next,
  }: { provider: TaxRecordRow['provider']; now: Date; limit: number; next: (row: TaxRecordRow) => Date },
): Promise<TaxRecordRow[]> {
  const sale = alias(taxRecords, 'sale');
  return db.transaction(async (tx) => {
    const sold = tx
      .select({ orderId: sale.orderId })
      .from(sale)
      .where(and(eq(sale.orderId, taxRecords.orderId), eq(sale.kind, 'sale'), eq(sale.state, 'done')));
    const due = await tx
      .select()
      .from(taxRecords)
      .where(
        and(
          eq(taxRecords.state, 'due'),
          eq(taxRecords.provider, provider),
          lte(taxRecords.nextCheckAt, now),
          or(eq(taxRecords.kind, 'sale'), inArray(taxRecords.orderId, sold)),
        ),
      )
      .orderBy(asc(taxRecords.nextCheckAt), asc(taxRecords.createdAt))
      .limit(limit)
      .for('update', { skipLocked: true });
    for (const row of due)
      await tx
        .update(taxRecords)
        .set({ nextCheckAt: next(row) })
        .where(eq(taxRecords.id, row.id));
    return due;
  });
}

/** Changes a record that is still due. */
export async function updateRecord(db: Executor, id: string, values: Partial<NewTaxRecord>): Promise<void> {
  await db
    .update(taxRecords)
    .set(values)
    .where(and(eq(taxRecords.id, id), eq(taxRecords.state, 'due')));
}

export async function markRefundFailed(tx: Executor, refundId: string): Promise<void> {
  const isOfRefund = and(eq(taxRecords.reference, refundId), eq(taxRecords.kind, 'refund'));
  await tx.update(taxRecords).set({ state: 'look', failure: 'refund_failed' }).where(isOfRefund);
}

/** Removes the mark of `markRefundFailed`; a refund not yet reported to the provider is due again. */
export async function unmarkRefundFailed(tx: Executor, refundId: string): Promise<void> {
  const state = sql`case when ${taxRecords.transactionId} is null then 'due' else 'done' end`;
  await tx
    .update(taxRecords)
    .set({ state, failure: null })
    .where(and(eq(taxRecords.reference, refundId), eq(taxRecords.failure, 'refund_failed')));
}

/** Records of an order, the sale first. */
export function listRecords(db: Executor, orderId: string): Promise<TaxRecordRow[]> {
  return db.select().from(taxRecords).where(eq(taxRecords.orderId, orderId)).orderBy(asc(taxRecords.createdAt));
}

/**
 * The number of records that a person has to check, with some of their orders, and the number waiting since before
 * `since`.
 */
export async function findOpenRecords(
  db: Executor,
  since: Date,
): Promise<{ look: number; waiting: number; orderIds: string[] }> {
  const isLook = eq(taxRecords.state, 'look');
  const [look, waiting, some] = await Promise.all([
    db.$count(taxRecords, isLook),
    db.$count(taxRecords, and(eq(taxRecords.state, 'due'), lte(taxRecords.createdAt, since))),
    db.selectDistinct({ orderId: taxRecords.orderId }).from(taxRecords).where(isLook).limit(NAMED),
  ]);
  return { look, waiting, orderIds: some.map(({ orderId }) => orderId) };
}

/** Records that a person has to check, oldest first. */
export function listLookRecords(db: Executor, limit: number): Promise<TaxRecordRow[]> {
  return db
    .select()
    .from(taxRecords)
    .where(eq(taxRecords.state, 'look'))
    .orderBy(asc(taxRecords.createdAt))
    .limit(limit);
}

/**
 * Makes a record due again that a person has to check, unless it failed for one of these reasons. @returns whether it
 * did
 */
export async function tellRecordAgain(db: Executor, id: string, now: Date, but: readonly string[]): Promise<boolean> {
  const told = await db
    .update(taxRecords)
    .set({ state: 'due', failure: null, nextCheckAt: now })
    .where(
      and(
        eq(taxRecords.id, id),
        eq(taxRecords.state, 'look'),
        or(isNull(taxRecords.failure), notInArray(taxRecords.failure, [...but])),
      ),
    )
    .returning({ id: taxRecords.id });
  return told.length > 0;
}

export async function findRecord(db: Executor, id: string): Promise<TaxRecordRow | null> {
  const [row] = await db.select().from(taxRecords).where(eq(taxRecords.id, id));
  return row ?? null;
}
