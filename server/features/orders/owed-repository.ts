import { and, asc, desc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import type { OrderLine } from '#shared/orders/lines.ts';
import type { OwedEnd } from '#shared/orders/owed.ts';
import { type OrderRow, replaceLines } from './repository.ts';
import { orderPayments, orders } from './schema.ts';

export type OwedRow = typeof orderPayments.$inferSelect;
export type NewOwedRow = typeof orderPayments.$inferInsert;

/** Call it with the order locked; an order has one open request (unique index). */
export async function insertOwed(tx: Executor, owed: NewOwedRow): Promise<OwedRow> {
  const [row] = await tx.insert(orderPayments).values(owed).returning();
  if (!row) throw new Error('A requested payment was not inserted');
  return row;
}

/** The requested payments of an order, oldest first. */
export function listOwed(db: Executor, orderId: string): Promise<OwedRow[]> {
  return db
    .select()
    .from(orderPayments)
    .where(eq(orderPayments.orderId, orderId))
    .orderBy(asc(orderPayments.createdAt), asc(orderPayments.id));
}

/** The open request, else the last one, also after the clock was set back. */
export async function findNewestOwed(db: Executor, orderId: string): Promise<OwedRow | null> {
  const [row] = await db
    .select()
    .from(orderPayments)
    .where(eq(orderPayments.orderId, orderId))
    .orderBy(desc(eq(orderPayments.state, 'open')), desc(orderPayments.createdAt), desc(orderPayments.id))
    .limit(1);
  return row ?? null;
}

export async function findOwed(db: Executor, id: string): Promise<OwedRow | null> {
  const [row] = await db.select().from(orderPayments).where(eq(orderPayments.id, id));
  return row ?? null;
}

export async function findOwedByPayment(db: Executor, paymentIntentId: string): Promise<OwedRow | null> {
  const [row] = await db.select().from(orderPayments).where(eq(orderPayments.paymentIntentId, paymentIntentId));
  return row ?? null;
}

const isOpen = (id: string): SQL | undefined => and(eq(orderPayments.id, id), eq(orderPayments.state, 'open'));

/** Stores the payment of an open request that has none. @returns `null` when it has one, or has ended */
export async function savePaymentOfOwed(
  db: Executor,
  id: string,
  values: { paymentIntentId: string; caller: string; nextCheckAt: Date },
): Promise<OwedRow | null> {
  const [row] = await db
    .update(orderPayments)
    .set({ ...values, begun: sql`${orderPayments.begun} + 1` })
    .where(and(isOpen(id), isNull(orderPayments.paymentIntentId)))
    .returning();
  return row ?? null;
}

/** Makes room for another payment, with another key, after this one was canceled or refused. */
export async function freePaymentOfOwed(db: Executor, { id, paymentIntentId, begun }: OwedRow): Promise<void> {
  const isSame =
    paymentIntentId === null
      ? and(isNull(orderPayments.paymentIntentId), eq(orderPayments.begun, begun))
      : eq(orderPayments.paymentIntentId, paymentIntentId);
  const next = paymentIntentId === null ? { begun: begun + 1 } : { paymentIntentId: null };
  await db
    .update(orderPayments)
    .set(next)
    .where(and(isOpen(id), isSame));
}

/** Assigns a payment to the request in its metadata, also to an ended one: the money is here. */
export async function adoptPaymentOfOwed(
  db: Executor,
  id: string,
  provider: string,
  paymentIntentId: string,
): Promise<void> {
  await db
    .update(orderPayments)
    .set({ paymentIntentId })
    .where(
      and(
        // Compared as text, because the provider's metadata may not be a UUID.
        eq(sql`${orderPayments.id}::text`, id),
        eq(orderPayments.provider, provider),
        inArray(orderPayments.state, ['open', 'ended']),
        isNull(orderPayments.paymentIntentId),
      ),
    );
}

/** Ends the open request of a locked order. @returns `null` when it has none */
export async function endOpenOwed(
  tx: Executor,
  orderId: string,
  { by, now }: { by: OwedEnd; now: Date },
): Promise<OwedRow | null> {
  const [row] = await tx
    .update(orderPayments)
    .set({
      state: 'ended',
      endedBy: by,
      closedAt: now,
      // Its payment is still to be canceled at the provider.
      nextCheckAt: sql`case when ${orderPayments.paymentIntentId} is null then null else ${now.toISOString()}::timestamptz end`,
    })
    .where(and(eq(orderPayments.orderId, orderId), eq(orderPayments.state, 'open')))
    .returning();
  return row ?? null;
}

export async function updateOwed(
  tx: Executor,
  id: string,
  values: Partial<Pick<OwedRow, 'state' | 'closedAt' | 'nextCheckAt'>>,
): Promise<void> {
  await tx.update(orderPayments).set(values).where(eq(orderPayments.id, id));
}

/** Claims due requests and postpones each, so that other instances take others. */
export function claimDueOwed(
  db: Executor,
  { provider, now, limit, next }: { provider: string; now: Date; limit: number; next: (row: OwedRow) => Date },
): Promise<OwedRow[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(orderPayments)
      .where(and(lte(orderPayments.nextCheckAt, now), eq(orderPayments.provider, provider)))
      .orderBy(asc(orderPayments.nextCheckAt))
      .limit(limit)
      .for('update', { skipLocked: true });
    for (const row of due) await updateOwed(tx, row.id, { nextCheckAt: next(row) });
    return due;
  });
}

/** The sums of a locked order after one more payment; the lines have their new shares of the tax. */
export async function updateSums(
  tx: Executor,
  id: string,
  {
    lines,
    ...sums
  }: Pick<OrderRow, 'totalAmount' | 'difference'> &
    Partial<Pick<OrderRow, 'tax' | 'taxes'>> & { lines: readonly OrderLine[] | null },
): Promise<void> {
  if (lines) await replaceLines(tx, id, lines);
  await tx.update(orders).set(sums).where(eq(orders.id, id));
}

/** Increments the version of a locked order whose other columns stay. */
export async function touchOrder(tx: Executor, id: string): Promise<void> {
  await tx.update(orders).set({ version: orders.version }).where(eq(orders.id, id));
}

/** The orders among these that wait for a payment. */
export async function listOwing(db: Executor, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const rows = await db
    .select({ id: orderPayments.orderId })
    .from(orderPayments)
    .where(and(inArray(orderPayments.orderId, [...orderIds]), eq(orderPayments.state, 'open')));
  return rows.map(({ id }) => id);
}
