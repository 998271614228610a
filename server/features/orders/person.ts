import { randomBytes } from 'node:crypto';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { rowsOf } from '#server/db/migration-state.ts';
import { mayBePerson } from '#server/db/person.ts';
import { ERASED_TEXT, personOf } from '#shared/checkout/person.ts';
import { ADDRESS_FIELDS, describeAddress, ERASED_ADDRESS } from '#shared/checkout/personal-address.ts';
import { amountsOf } from '#shared/core/amounts.ts';
import { centsToText } from '#shared/core/money.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { toItem } from './lines.ts';
import { listPayments } from './owed.ts';
import { lockOrdersWhere, type OrderRow, orderColumns } from './repository.ts';
import { orderEvents, orders } from './schema.ts';
import { listOrderEvents } from './search-repository.ts';

export type { OrderRow };

/**
 * The orders of a person, oldest first.
 *
 * @param person from `personOf`
 */
export async function findOrdersOf(db: Executor, person: string): Promise<OrderRow[]> {
  const rows = await db
    .select(orderColumns)
    .from(orders)
    .where(mayBePerson(orders.email, person))
    .orderBy(asc(orders.createdAt), asc(orders.id));
  return rows.filter(({ email }) => personOf(email) === person);
}

/** The same, locked until the transaction ends. */
export async function lockOrdersOf(tx: Executor, person: string): Promise<OrderRow[]> {
  const rows = await lockOrdersWhere(tx, mayBePerson(orders.email, person));
  return rows.filter(({ email }) => personOf(email) === person);
}

/** The checkout's address in the form of the order. */
const heldAddress = (row: OrderRow) =>
  Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, name === 'fullName' ? row.customerName : row[name]]));

/** Everything that the shop stores with orders, with readable labels, without the secret token of their page. */
export async function describeOrders(db: Executor, rows: readonly OrderRow[]) {
  return Promise.all(
    rows.map(async (row) => ({
      number: orderNumber(row.id),
      spokenNumber: row.number,
      orderedAt: row.createdAt,
      status: row.status,
      ...describeAddress(heldAddress(row)),
      language: row.preferredLanguage,
      items: row.lines.map(toItem).map(({ name, quantity, price }) => ({ name, quantity, price })),
      ...amountsOf(row),
      discountCode: row.discountCode,
      shipping: { cost: row.shippingCost, service: row.shippingMethod, carrier: row.shippingCarrier },
      total: row.totalAmount,
      currency: row.currency,
      refunded: row.refundedAmount,
      payment: row.stripePaymentIntentId,
      laterPayments: (await listPayments(db, row))
        .slice(1)
        .map(({ paymentId, cents }) => ({ payment: paymentId, amount: centsToText(cents) })),
      tracking: row.trackingNumber && { number: row.trackingNumber, carrier: row.trackingCarrier },
      promised: { shipBy: row.shipBy, arriveBy: row.arriveBy },
      cameBy: row.source,
      acceptedPolicies: row.policies,
      notes: row.notes,
      history: (await listOrderEvents(db, row.id)).map(({ kind, detail, createdAt }) => ({
        at: createdAt,
        what: kind,
        ...detail,
      })),
    })),
  );
}

/**
 * Pseudonymizes locked orders. They keep what tax law requires: number, day, lines, sums, tax, and the destination's
 * state and ZIP code. The order's page gets a new address.
 *
 * @param as the replacement of name and mail address
 */
export async function eraseOrders(
  tx: Executor,
  rows: readonly OrderRow[],
  as: { name: string; email: string },
): Promise<void> {
  const { fullName: _, ...address } = ERASED_ADDRESS;
  for (const { id, zipCode } of rows) {
    const values = {
      ...address,
      customerName: as.name,
      email: as.email,
      zipCode: zipCode.slice(0, 5),
      notes: '',
      notesOnSlip: false,
      statusToken: randomBytes(24).toString('base64url'),
    };
    await tx.update(orders).set(values).where(eq(orders.id, id));
  }
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  const gone = JSON.stringify({ from: ERASED_TEXT, to: ERASED_TEXT });
  await tx
    .update(orderEvents)
    .set({
      detail: sql`case when ${orderEvents.kind} = 'parcel' then ${orderEvents.detail} || '{"place":""}'::jsonb
        else ${orderEvents.detail} || ${gone}::jsonb end`,
    })
    .where(
      sql`${inArray(orderEvents.orderId, ids)} and ${orderEvents.kind} in ('address', 'contact', 'gift', 'parcel')`,
    );
}

/** Removes a person from the history of orders whose contact was corrected from or to that person's address. */
export async function eraseFromHistories(tx: Executor, person: string): Promise<void> {
  const host = `%@${person.split('@')[1] === 'gmail.com' ? 'g' : (person.split('@')[1] ?? '')}%`;
  const events = await rowsOf<{ id: string; detail: Record<string, unknown> }>(
    tx,
    sql`select id::text as id, detail from order_events
      where kind = 'contact' and (detail->>'from' ilike ${host} or detail->>'to' ilike ${host})`,
  );
  for (const { id, detail } of events) {
    const isTheirs = (text: unknown) =>
      String(text)
        .split(', ')
        .some((part) => personOf(part) === person);
    const kept = Object.fromEntries(
      Object.entries(detail).map(([name, value]) => [name, isTheirs(value) ? ERASED_TEXT : value]),
    );
    await tx
      .update(orderEvents)
      .set({ detail: kept as typeof orderEvents.$inferInsert.detail })
      .where(sql`${orderEvents.id} = ${id}::bigint and ${orderEvents.detail} <> ${JSON.stringify(kept)}::jsonb`);
  }
}
