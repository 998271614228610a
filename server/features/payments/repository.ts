import { and, asc, eq, inArray, notInArray } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import type { PaymentStatus } from './provider.ts';
import { sandboxPayments, sandboxRefunds } from './schema.ts';

export type SandboxPayment = typeof sandboxPayments.$inferSelect;
export type SandboxRefund = typeof sandboxRefunds.$inferSelect;

/** Inserts it, or returns the row of an earlier call with the same key. */
export async function insertSandboxPayment(
  db: Executor,
  payment: typeof sandboxPayments.$inferInsert,
): Promise<SandboxPayment> {
  const [inserted] = await db
    .insert(sandboxPayments)
    .values(payment)
    .onConflictDoNothing({ target: sandboxPayments.idempotencyKey })
    .returning();
  if (inserted) return inserted;
  const [found] = await db
    .select()
    .from(sandboxPayments)
    .where(eq(sandboxPayments.idempotencyKey, payment.idempotencyKey));
  if (!found) throw new Error('A sandbox payment was neither inserted nor found');
  return found;
}

export async function findSandboxPayment(db: Executor, id: string): Promise<SandboxPayment | null> {
  const [row] = await db.select().from(sandboxPayments).where(eq(sandboxPayments.id, id));
  return row ?? null;
}

/** Pays it if it is open and the secret matches. @returns whether this call has paid it */
export async function paySandboxPayment(
  db: Executor,
  { id, clientSecret }: Pick<SandboxPayment, 'id' | 'clientSecret'>,
  changes: { refundsFail: boolean },
): Promise<boolean> {
  const rows = await db
    .update(sandboxPayments)
    .set({ status: 'succeeded', ...changes })
    .where(
      and(
        eq(sandboxPayments.id, id),
        eq(sandboxPayments.clientSecret, clientSecret),
        notInArray(sandboxPayments.status, ['succeeded', 'canceled']),
      ),
    )
    .returning({ id: sandboxPayments.id });
  return rows.length === 1;
}

/** Changes the status of a payment unless it is final (paid or canceled). Returns its current state. */
export async function updateSandboxStatus(
  db: Executor,
  id: string,
  status: PaymentStatus,
  more: { refundsFail?: boolean } = {},
): Promise<SandboxPayment | null> {
  const [row] = await db
    .update(sandboxPayments)
    .set({ status, ...more })
    .where(and(eq(sandboxPayments.id, id), notInArray(sandboxPayments.status, ['succeeded', 'canceled'])))
    .returning();
  return row ?? findSandboxPayment(db, id);
}

export async function deleteSandboxPayments(db: Executor, ids: string[]): Promise<void> {
  if (ids.length > 0) await db.delete(sandboxPayments).where(inArray(sandboxPayments.id, ids));
}

/** Locked until the transaction ends. */
export async function lockSandboxPayment(tx: Executor, id: string): Promise<SandboxPayment | null> {
  const [row] = await tx.select().from(sandboxPayments).where(eq(sandboxPayments.id, id)).for('update');
  return row ?? null;
}

export function listSandboxRefunds(db: Executor, paymentId: string): Promise<SandboxRefund[]> {
  return db
    .select()
    .from(sandboxRefunds)
    .where(eq(sandboxRefunds.paymentId, paymentId))
    .orderBy(asc(sandboxRefunds.createdAt), asc(sandboxRefunds.id));
}

export async function insertSandboxRefund(
  tx: Executor,
  refund: typeof sandboxRefunds.$inferInsert,
): Promise<SandboxRefund> {
  const [row] = await tx.insert(sandboxRefunds).values(refund).returning();
  if (!row) throw new Error('A sandbox refund was not inserted');
  return row;
}
