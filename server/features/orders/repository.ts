import { and, asc, desc, eq, exists, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { insertionInto } from '#server/db/insert-where.ts';
import type { Correction } from '#shared/orders/change.ts';
import { orderEvents, orderLines, orders } from './schema.ts';

const { search: _, ...columns } = getTableColumns(orders);

/** All columns except the search column. */
export { columns as orderColumns };
/** An order as it is stored; the admin's API has `Order`. */
export type OrderRow = Omit<typeof orders.$inferSelect, 'search'>;
export type NewOrderRow = typeof orders.$inferInsert;
export type OrderLineRow = typeof orderLines.$inferSelect;
export type NewOrderEvent = typeof orderEvents.$inferInsert;

const newOrder = insertionInto(orders, 'order', [
  ...(['delays', 'refundedAmount', 'disputedAmount', 'notes', 'notesOnSlip', 'version', 'search'] as const),
]);
const newLines = insertionInto(orderLines, 'lines');
const newEvent = insertionInto(orderEvents, 'created', ['id']);

/**
 * A new order with its lines and its first event, as parts of one prepared statement. `placed` has no row when the payment
 * already has an order, which the unique key decides; then the other parts write nothing.
 */
export function orderParts(tx: Executor) {
  const placed = tx
    .$with('placed', columns)
    .as(
      sql`${newOrder.where(sql`true`)} on conflict (${sql.identifier(orders.stripePaymentIntentId.name)}) do nothing returning *`,
    );
  const isPlaced = exists(tx.select({ id: placed.id }).from(placed));
  const writtenLines = tx.$with('written_lines', {}).as(newLines.where(isPlaced));
  const event = tx.$with('event', {}).as(newEvent.where(isPlaced));
  return { placed, isPlaced, parts: [writtenLines, event] };
}

/** The values of `orderParts`. */
export const orderValues = (order: NewOrderRow, lines: readonly OrderLineRow[], created: NewOrderEvent) => ({
  ...newOrder.values([order]),
  ...newLines.values(lines),
  ...newEvent.values([created]),
});

/** The lines of these orders, those of one order in the order of its cart. */
export function listOrderLines(db: Executor, orderIds: readonly string[]): Promise<OrderLineRow[]> {
  return db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, [...orderIds]))
    .orderBy(asc(orderLines.orderId), asc(orderLines.position));
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

export async function findOrderByPaymentId(db: Executor, paymentId: string): Promise<OrderRow | null> {
  const [row] = await db.select(columns).from(orders).where(eq(orders.stripePaymentIntentId, paymentId));
  return row ?? null;
}

/** Locked until the transaction ends. */
export async function lockOrderByPaymentId(tx: Executor, paymentId: string): Promise<OrderRow | null> {
  const [row] = await tx.select(columns).from(orders).where(eq(orders.stripePaymentIntentId, paymentId)).for('update');
  return row ?? null;
}

/** What became of the money of an order; amounts as two-decimal text. */
export type OrderReturns = Partial<
  Pick<OrderRow, 'refundedAmount' | 'disputedAmount' | 'disputeStatus' | 'refundFailedAt'>
>;

export async function updateOrderReturns(tx: Executor, id: string, returns: OrderReturns): Promise<void> {
  await tx.update(orders).set(returns).where(eq(orders.id, id));
}

export async function findOrderByStatusToken(db: Executor, statusToken: string): Promise<OrderRow | null> {
  const [row] = await db.select(columns).from(orders).where(eq(orders.statusToken, statusToken));
  return row ?? null;
}

/**
 * The existing orders among these ids, locked until the transaction ends. The fixed order of locking avoids deadlocks.
 */
export function lockOrders(tx: Executor, ids: string[]): Promise<OrderRow[]> {
  return tx.select(columns).from(orders).where(inArray(orders.id, ids)).orderBy(asc(orders.id)).for('update');
}

export function updateOrders(
  tx: Executor,
  ids: string[],
  values: Partial<
    Pick<
      OrderRow,
      | 'status'
      | 'items'
      | 'trackingNumber'
      | 'trackingCarrier'
      | 'notes'
      | 'notesOnSlip'
      | 'shipBy'
      | 'arriveBy'
      | 'delays'
      | 'delayState'
      | 'answerBy'
      | 'taxes'
    > &
      Correction
  >,
): Promise<OrderRow[]> {
  return tx.update(orders).set(values).where(inArray(orders.id, ids)).returning(columns);
}

export async function insertOrderEvents(tx: Executor, events: (typeof orderEvents.$inferInsert)[]): Promise<void> {
  if (events.length > 0) await tx.insert(orderEvents).values(events);
}
