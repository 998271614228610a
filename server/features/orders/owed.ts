import type { Executor } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import { centsOf, centsToText } from '#shared/core/money.ts';
import type { OwedEnd, OwedState } from '#shared/orders/owed.ts';
import * as repository from './owed-repository.ts';
import { insertOrderEvent, type OrderRow } from './repository.ts';

/* Payments of an order after its first one. Settlement asks for them and settles them; this is what orders keep. */

export type { OwedRow } from './owed-repository.ts';
export {
  adoptPaymentOfOwed,
  claimDueOwed,
  findNewestOwed,
  findOwed,
  findOwedByPayment,
  freePaymentOfOwed,
  listOwed,
  listOwing,
  savePaymentOfOwed,
  touchOrder,
  updateOwed,
} from './owed-repository.ts';

type Deps = Pick<BaseDeps, 'clock'>;
type OwedRow = repository.OwedRow;

/** A payment of an order; `cents` is what was paid by it. */
export type OrderPayment = { paymentId: string; cents: number };

const isReceived = ({ state }: OwedRow) => state === 'paid' || state === 'returned';

/** The payments that make up `totalAmount`, the first one first. */
export async function listPayments(
  db: Executor,
  { id, stripePaymentIntentId, totalAmount }: Pick<OrderRow, 'id' | 'stripePaymentIntentId' | 'totalAmount'>,
): Promise<OrderPayment[]> {
  const later = (await repository.listOwed(db, id)).filter(isReceived).map(({ paymentIntentId, amountCents }) => ({
    paymentId: paymentIntentId ?? '',
    cents: amountCents,
  }));
  const first = later.reduce((left, { cents }) => left - cents, centsOf(totalAmount));
  return [{ paymentId: stripePaymentIntentId, cents: first }, ...later];
}

/** The sum of late payments, which were returned: they pay for nothing in the order. */
export async function returnedCentsOf(db: Executor, orderId: string): Promise<number> {
  const rows = (await repository.listOwed(db, orderId)).filter(({ state }) => state === 'returned');
  return rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

type NewOwed = Pick<OwedRow, 'amountCents' | 'taxCents' | 'taxes' | 'provider' | 'expiresAt'>;

/** Stores on a locked order that its buyer is asked for a payment. */
export async function addOwed(tx: Executor, { clock }: Deps, order: OrderRow, owed: NewOwed): Promise<OwedRow> {
  const createdAt = clock.now();
  const row = await repository.insertOwed(tx, {
    ...owed,
    orderId: order.id,
    currency: order.currency,
    nextCheckAt: owed.expiresAt,
    createdAt,
  });
  await note(tx, row, 'open', createdAt, { until: owed.expiresAt.toISOString() });
  return row;
}

/** Ends the open request of a locked order. @returns `null` when it has none */
export async function endOwed(tx: Executor, { clock }: Deps, orderId: string, by: OwedEnd): Promise<OwedRow | null> {
  const now = clock.now();
  const row = await repository.endOpenOwed(tx, orderId, { by, now });
  if (row) await note(tx, row, 'ended', now, { by });
  return row;
}

/**
 * Adds a received payment to a locked order: paid, or `returned` when it came too late and goes back at once. The
 * sums add up before and after: what was paid grows, and with it the difference, except for the part that is tax.
 */
export async function bookOwed(
  tx: Executor,
  { clock }: Deps,
  order: OrderRow,
  row: OwedRow,
  state: 'paid' | 'returned',
): Promise<OrderRow> {
  const { amountCents, taxes, taxCents } = row;
  const follows = state === 'paid' && taxes !== null;
  const toText = (text: string, cents: number) => centsToText(centsOf(text) + cents);
  const sums = {
    totalAmount: toText(order.totalAmount, amountCents),
    difference: toText(order.difference, amountCents - (follows ? taxCents : 0)),
    ...(follows && { tax: toText(order.tax, taxCents), taxes }),
  };
  const lines = follows ? order.lines.map((line, i) => ({ ...line, taxCents: taxes.items[i] ?? 0 })) : null;
  await repository.updateSums(tx, order.id, { ...sums, lines });
  const now = clock.now();
  await repository.updateOwed(tx, row.id, { state, closedAt: now, nextCheckAt: null });
  await note(tx, row, state, now, {});
  return { ...order, ...sums, ...(lines && { lines }) };
}

function note(tx: Executor, { orderId, amountCents }: OwedRow, state: OwedState, createdAt: Date, more: object) {
  const detail = { state, amount: centsToText(amountCents), ...more };
  return insertOrderEvent(tx, { orderId, kind: 'owed', detail, createdAt });
}
