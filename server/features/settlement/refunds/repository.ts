import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { refunds } from '../schema.ts';

export type RefundRow = typeof refunds.$inferSelect;
export type NewRefundRow = typeof refunds.$inferInsert;

/** Call it with the order locked. */
export async function insertRefund(tx: Executor, refund: NewRefundRow): Promise<RefundRow> {
  const [row] = await tx.insert(refunds).values(refund).returning();
  if (!row) throw new Error('A refund was not inserted');
  return row;
}

/** All refunds of an order, oldest first. */
export function listRefunds(db: Executor, orderId: string): Promise<RefundRow[]> {
  return db.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(asc(refunds.createdAt), asc(refunds.id));
}

export async function updateRefund(tx: Executor, id: string, values: Partial<NewRefundRow>): Promise<RefundRow> {
  const [row] = await tx.update(refunds).set(values).where(eq(refunds.id, id)).returning();
  if (!row) throw new Error('A refund is gone');
  return row;
}

/**
 * Claims due refunds of unknown result and postpones each, so that other instances take others.
 *
 * @param next the time of the next try
 */
export function claimDueRefunds(
  db: Executor,
  { provider, now, limit, next }: { provider: string; now: Date; limit: number; next: (row: RefundRow) => Date },
): Promise<RefundRow[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(refunds)
      .where(and(eq(refunds.state, 'requested'), eq(refunds.provider, provider), lte(refunds.nextCheckAt, now)))
      .orderBy(asc(refunds.nextCheckAt))
      .limit(limit)
      .for('update', { skipLocked: true });
    for (const row of due) {
      await tx
        .update(refunds)
        .set({ nextCheckAt: next(row) })
        .where(inArray(refunds.id, [row.id]));
    }
    return due;
  });
}
