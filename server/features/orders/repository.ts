import { and, asc, desc, eq, exists, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { insertionInto } from '#server/db/insert-where.ts';
import type { Correction } from '#shared/orders/change.ts';
import type { OrderLine, Pieces } from '#shared/orders/lines.ts';
import { orderEvents, orderLines, orderPayments, orders } from './schema.ts';

const { search: _, items: _text, ...columns } = getTableColumns(orders);

/**
 * An order's lines, read with it. During an update, an instance of an earlier version writes orders with `items` only;
 * that version has neither discount nor tax.
 */
const lines = sql<OrderLine[]>`coalesce(
  (select json_agg(json_build_object('id', product_id, 'name', name, 'names', names, 'quantity', quantity,
      'unitPriceCents', unit_price_cents, 'discountCents', discount_cents, 'taxCents', tax_cents,
      'components', components, 'paidBack', paid_back) order by position)
    from order_lines where order_id = orders.id),
  (select json_agg(json_build_object('id', item ->> 'id', 'name', item ->> 'name', 'names', item -> 'names',
      'quantity', (item ->> 'quantity')::int, 'unitPriceCents', round((item ->> 'price')::numeric * 100)::int,
      'discountCents', 0, 'taxCents', 0, 'components', null, 'paidBack', 0) order by number)
    from jsonb_array_elements(orders.items::jsonb) with ordinality as text (item, number)),
  '[]')`;

/** All columns except those that only the database or outsiders read, with the lines. */
export const orderColumns = { ...columns, lines };
/** An order as stored; the admin's API has `Order`. */
export type OrderRow = Omit<typeof orders.$inferSelect, 'search' | 'items'> & { lines: OrderLine[] };
export type NewOrderRow = typeof orders.$inferInsert;
export type NewOrderEvent = typeof orderEvents.$inferInsert;

const newOrder = insertionInto(orders, 'order', [
  ...([
    'number',
    'delays',
    'difference',
    'refundedAmount',
    'disputedAmount',
    'notes',
    'notesOnSlip',
    'version',
    'search',
  ] as const),
]);
const newLines = insertionInto(orderLines, 'lines');
const newEvent = insertionInto(orderEvents, 'created', ['id']);

/**
 * A new order with its lines and its first event, as parts of one prepared statement. `placed` has no row if the
 * payment already has an order (unique key); then the other parts write nothing. `number` is the number that it has drawn,
 * as text.
 */
export function orderParts(tx: Executor) {
  const placed = tx
    .$with('placed', columns)
    .as(
      sql`${newOrder.where(sql`true`)} on conflict (${sql.identifier(orders.stripePaymentIntentId.name)}) do nothing returning *`,
    );
  const isPlaced = exists(tx.select({ id: placed.id }).from(placed));
  const number = sql`(${tx.select({ number: placed.number }).from(placed)})::text`;
  const writtenLines = tx.$with('written_lines', {}).as(newLines.where(isPlaced));
  const event = tx.$with('event', {}).as(newEvent.where(isPlaced));
  return { placed, isPlaced, number, parts: [writtenLines, event] };
}

/** The values of `orderParts`. */
export const orderValues = (
  order: NewOrderRow & { id: string },
  bought: readonly OrderLine[],
  created: NewOrderEvent,
) => ({
  ...newOrder.values([order]),
  ...newLines.values(lineRows(order.id, bought)),
  ...newEvent.values([created]),
});

/** The rows of an order's lines. */
export const lineRows = (orderId: string, bought: readonly OrderLine[]) =>
  bought.map(({ id, ...line }, position) => ({ ...line, orderId, position, productId: id }));

/** Stores how many units of each line of a locked order are refunded; increments the order's version. */
export async function updatePaidBack(
  tx: Executor,
  { id, lines: bought }: OrderRow,
  pieces: readonly Pieces[],
): Promise<void> {
  const rows = lineRows(id, bought).map((row) => ({
    ...row,
    paidBack: pieces.reduce((sum, piece) => sum + (piece.id === row.productId ? piece.quantity : 0), 0),
  }));
  if (rows.length === 0) return;
  await tx
    .insert(orderLines)
    .values(rows)
    .onConflictDoUpdate({
      target: [orderLines.orderId, orderLines.position],
      set: { paidBack: sql`excluded.paid_back` },
    });
  await tx.update(orders).set({ version: orders.version }).where(eq(orders.id, id));
}

/** The values that a change of the items writes; `lines` replace the current ones. */
export type NewItems = Pick<OrderRow, 'lines' | 'discount' | 'tax' | 'taxes' | 'difference'> & { items: string };

/** Replaces the items of a locked order. */
export async function replaceItems(tx: Executor, id: string, { lines: bought, ...values }: NewItems): Promise<void> {
  await replaceLines(tx, id, bought);
  await tx.update(orders).set(values).where(eq(orders.id, id));
}

/** Replaces the lines of a locked order. */
export async function replaceLines(tx: Executor, id: string, bought: readonly OrderLine[]): Promise<void> {
  await tx.delete(orderLines).where(eq(orderLines.orderId, id));
  await tx.insert(orderLines).values(lineRows(id, bought));
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

/**
 * The condition that an order has this payment, the first one or a later one. A payment of another amount than
 * requested (`mismatch`) is in no sum of the order.
 */
export function hasPayment(paymentId: string): SQL {
  const first = sql`select ${orders.id} from ${orders} where ${orders.stripePaymentIntentId} = ${paymentId}`;
  const later = sql`select ${orderPayments.orderId} from ${orderPayments} where ${orderPayments.paymentIntentId} = ${paymentId} and ${orderPayments.state} <> 'mismatch'`;
  // A single value: with `or`, the database would read all orders.
  return sql`${orders.id} = coalesce((${first}), (${later}))`;
}

export async function findOrderByPaymentId(db: Executor, paymentId: string): Promise<OrderRow | null> {
  const [row] = await db.select(orderColumns).from(orders).where(hasPayment(paymentId));
  return row ?? null;
}

/** Locked until the transaction ends. */
export async function lockOrderByPaymentId(tx: Executor, paymentId: string): Promise<OrderRow | null> {
  const [row] = await lockOrdersWhere(tx, hasPayment(paymentId));
  return row ?? null;
}

/** Refund and dispute state of an order; amounts as two-decimal text. */
export type OrderReturns = Partial<
  Pick<OrderRow, 'refundedAmount' | 'disputedAmount' | 'disputeStatus' | 'refundFailedAt'>
>;

export async function updateOrderReturns(tx: Executor, id: string, returns: OrderReturns): Promise<void> {
  await tx.update(orders).set(returns).where(eq(orders.id, id));
}

export async function findOrderByStatusToken(db: Executor, statusToken: string): Promise<OrderRow | null> {
  const [row] = await db.select(orderColumns).from(orders).where(eq(orders.statusToken, statusToken));
  return row ?? null;
}

/** The existing orders among these ids, locked until the transaction ends, in a fixed order to avoid deadlocks. */
export function lockOrders(tx: Executor, ids: string[]): Promise<OrderRow[]> {
  return lockOrdersWhere(tx, inArray(orders.id, ids));
}

/** The same for the orders that match a condition. */
export async function lockOrdersWhere(tx: Executor, condition: SQL | undefined): Promise<OrderRow[]> {
  const locked = await tx.select({ id: orders.id }).from(orders).where(condition).orderBy(asc(orders.id)).for('update');
  const ids = locked.map(({ id }) => id);
  if (ids.length === 0) return [];
  // A separate statement, because one that has waited for a lock reads the lines as they were before it.
  return tx.select(orderColumns).from(orders).where(inArray(orders.id, ids)).orderBy(asc(orders.id));
}

export function updateOrders(
  tx: Executor,
  ids: string[],
  values: Partial<
    Pick<
      OrderRow,
      | 'status'
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
  return tx.update(orders).set(values).where(inArray(orders.id, ids)).returning(orderColumns);
}

export async function insertOrderEvents(tx: Executor, events: (typeof orderEvents.$inferInsert)[]): Promise<void> {
  if (events.length > 0) await tx.insert(orderEvents).values(events);
}
