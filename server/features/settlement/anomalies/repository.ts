import { desc, eq, isNull, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { paymentAnomalies } from '../schema.ts';

export type AnomalyRow = typeof paymentAnomalies.$inferSelect;

/** @returns false when this payment is already stored as this kind */
export async function insertAnomaly(tx: Executor, anomaly: typeof paymentAnomalies.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(paymentAnomalies)
    .values(anomaly)
    .onConflictDoNothing({ target: [paymentAnomalies.paymentIntentId, paymentAnomalies.kind] })
    .returning({ id: paymentAnomalies.id });
  return rows.length === 1;
}

/** Whether a payment is stored as an anomaly. */
export async function hasAnomaly(db: Executor, paymentId: string): Promise<boolean> {
  return (await db.$count(paymentAnomalies, eq(paymentAnomalies.paymentIntentId, paymentId))) > 0;
}

/** Counts those that the owner has not resolved. */
export function countOpenAnomalies(db: Executor): Promise<number> {
  return db.$count(paymentAnomalies, isNull(paymentAnomalies.resolvedAt));
}

export function listOpenAnomalies(db: Executor): Promise<AnomalyRow[]> {
  return db
    .select()
    .from(paymentAnomalies)
    .where(isNull(paymentAnomalies.resolvedAt))
    .orderBy(desc(paymentAnomalies.createdAt), desc(paymentAnomalies.id))
    .limit(200);
}

/** Keeps the first time if it was resolved before. `null` when the anomaly does not exist. */
export async function resolveAnomaly(db: Executor, id: string, now: Date): Promise<AnomalyRow | null> {
  const [row] = await db
    .update(paymentAnomalies)
    .set({ resolvedAt: sql`coalesce(${paymentAnomalies.resolvedAt}, ${now.toISOString()}::timestamptz)` })
    .where(eq(paymentAnomalies.id, id))
    .returning();
  return row ?? null;
}
