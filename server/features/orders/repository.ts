import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { orderEvents, orders, paymentAnomalies } from '#server/db/schema.ts';

export type Order = typeof orders.$inferSelect;
export type NewOrderRow = typeof orders.$inferInsert;
export type NewOrderEvent = typeof orderEvents.$inferInsert;

/** `null` when the payment has its order already: the unique key has the last word. */
export async function insertOrder(tx: Executor, order: NewOrderRow): Promise<Order | null> {
  const [row] = await tx
    .insert(orders)
    .values(order)
    .onConflictDoNothing({ target: orders.stripePaymentIntentId })
    .returning();
  return row ?? null;
}

export async function insertOrderEvent(tx: Executor, event: NewOrderEvent): Promise<{ id: number }> {
  const [row] = await tx.insert(orderEvents).values(event).returning({ id: orderEvents.id });
  if (!row) throw new Error('An order event was not inserted');
  return row;
}

export async function findLastEvent(db: Executor, orderId: string, kind: string) {
  const [row] = await db
    .select()
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.kind, kind)))
    .orderBy(desc(orderEvents.id))
    .limit(1);
  return row ?? null;
}

export async function findOrderByPaymentId(db: Executor, paymentId: string): Promise<Order | null> {
  const [row] = await db.select().from(orders).where(eq(orders.stripePaymentIntentId, paymentId));
  return row ?? null;
}

/** Held until the transaction ends. */
export async function lockOrderByPaymentId(tx: Executor, paymentId: string): Promise<Order | null> {
  const [row] = await tx.select().from(orders).where(eq(orders.stripePaymentIntentId, paymentId)).for('update');
  return row ?? null;
}

/** What of an order's money came back or is held; amounts as two-decimal text. */
export type OrderReturns = Partial<Pick<Order, 'refundedAmount' | 'disputedAmount' | 'disputeStatus'>>;

export async function updateOrderReturns(tx: Executor, id: string, returns: OrderReturns): Promise<void> {
  await tx.update(orders).set(returns).where(eq(orders.id, id));
}

export async function findOrderByStatusToken(db: Executor, statusToken: string): Promise<Order | null> {
  const [row] = await db.select().from(orders).where(eq(orders.statusToken, statusToken));
  return row ?? null;
}

/** @returns false when this payment is kept as of this kind already */
export async function insertAnomaly(tx: Executor, anomaly: typeof paymentAnomalies.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(paymentAnomalies)
    .values(anomaly)
    .onConflictDoNothing({ target: [paymentAnomalies.paymentIntentId, paymentAnomalies.kind] })
    .returning({ id: paymentAnomalies.id });
  return rows.length === 1;
}

/** Whether a payment was kept for the owner to look at. */
export async function hasAnomaly(db: Executor, paymentId: string): Promise<boolean> {
  return (await db.$count(paymentAnomalies, eq(paymentAnomalies.paymentIntentId, paymentId))) > 0;
}

/** Those that the owner has not dealt with. */
export function countOpenAnomalies(db: Executor): Promise<number> {
  return db.$count(paymentAnomalies, isNull(paymentAnomalies.resolvedAt));
}
