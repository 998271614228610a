import type { Executor } from '#server/db/connect.ts';
import { isLinkAttempt } from '#server/db/link-attempts.ts';
import { prolongCodeHold, releaseCode, takeCode } from '#server/features/codes/service.ts';
import { announceEmails } from '#server/features/emails/outbox.ts';
import { findOrderByPayment, type PreparedOrder, prepareOrder } from '#server/features/orders/service.ts';
import type { Payment } from '#server/features/payments/provider.ts';
import { prolongStockHold, releaseStock, takeStock } from '#server/features/stock/service.ts';
import { recordSale } from '#server/features/tax/records.ts';
import type { OrderSource } from '#server/metrics.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { recordAnomaly } from './anomalies/service.ts';
import { countDeclines } from './declines/repository.ts';
import type { SettlementDeps } from './deps.ts';
import { recordSettlement } from './instrumentation.ts';
import type { Cancellation, Settlement } from './outcome.ts';
import { noteEarlierRefund } from './refunds/refunds-and-disputes.ts';
import {
  bookCheckout,
  type Checkout,
  closeMismatch,
  findCheckout,
  findCheckoutToSettle,
  hasNoOpenCheckout,
  listOpenOfAttempt,
  retireCheckout,
} from './repository.ts';

export { countOpenAnomalies } from './anomalies/repository.ts';
export { countOpenCheckouts, findWebhookTime } from './repository.ts';

const HOUR_MS = 3_600_000;

/** Declined cards of the last hour. */
export function countRecentDeclines({ db, clock }: Pick<SettlementDeps, 'db' | 'clock'>): Promise<number> {
  return countDeclines(db, new Date(clock.now().getTime() - HOUR_MS));
}

/**
 * Turns a paid checkout into its order. Safe to repeat, from any source and concurrently: one payment, one order.
 *
 * @param paymentId the provider's reference, such as `pi_…`
 * @returns the order, new or existing; `unknown` when no checkout has this payment; `anomaly` when the provider's
 * amount or currency differs from ours; the anomaly is stored for the owner
 * @throws AppError `payment_provider_failed` · `payment_provider_timeout`
 * @see docs/specification.md#payment
 */
export async function settleCheckout(deps: SettlementDeps, paymentId: string): Promise<Settlement> {
  const found = await findCheckoutToSettle(deps.db, paymentId);
  if (!found || found.provider !== deps.payments.name) return { kind: 'unknown' };
  const { templates, ...checkout } = found;
  // One transaction writes an order and its checkout's `paid`.
  const known = checkout.status === 'paid' ? await findOrderByPayment(deps.db, paymentId) : null;
  if (known) return { kind: 'order', order: known, checkout, isNew: false };

  const payment = await deps.payments.findPayment(paymentId);
  if (payment?.status === 'processing' || payment?.status === 'requires_action') {
    await prolongStockHold(deps, checkout.attemptKey);
    if (checkout.codeId) await prolongCodeHold(deps, checkout.attemptKey);
  }
  // Canceled elsewhere, such as in the provider's dashboard.
  if (payment?.status === 'canceled' && (await retireCheckout(deps.db, checkout))) await releaseHolds(deps, checkout);
  if (payment?.status !== 'succeeded') return unpaid(payment);
  if (payment.amountCents !== checkout.totalCents || payment.currency !== checkout.currency) {
    await keepMismatch(deps, checkout, payment);
    return { kind: 'anomaly' };
  }
  const paid = { ...checkout, paymentId, language: checkout.preferredLanguage };
  return bookOrder(deps, checkout, prepareOrder(deps, paid, templates));
}

function unpaid(payment: Payment | null): Settlement {
  return { kind: 'unpaid', status: payment?.status ?? null, ageMs: payment?.ageMs ?? null };
}

/** `settleCheckout` with logging and metrics. A late order also gets its earlier refunds. @param source the caller */
export async function settleFrom(deps: SettlementDeps, source: OrderSource, paymentId: string): Promise<Settlement> {
  const settlement = await settleCheckout(deps, paymentId);
  recordSettlement(deps, source, paymentId, settlement);
  const isLate = source !== 'confirm' && source !== 'webhook';
  if (isLate && settlement.kind === 'order' && settlement.isNew) await noteEarlierRefund(deps, paymentId);
  return settlement;
}

/** One statement writes what every order has; codes, stock and anomalies follow in the same transaction. */
async function bookOrder(deps: SettlementDeps, checkout: Checkout, prepared: PreparedOrder): Promise<Settlement> {
  const paymentId = prepared.row.stripePaymentIntentId;
  return deps.db.transaction(async (tx) => {
    const booked = await bookCheckout(tx, checkout, prepared, deps.clock.now());
    if (!booked) {
      const order = await findOrderByPayment(tx, paymentId);
      if (!order) throw new Error('An order was neither inserted nor found');
      return { kind: 'order', order, checkout, isNew: false };
    }
    const { order, isCounted, firstPayment } = booked;
    announceEmails(deps);
    await takePieces(tx, deps, checkout, { orderId: order.id, paymentId, isCounted });
    await recordSale(tx, deps, { ...checkout, orderId: order.id });
    if (isLinkAttempt(checkout.attemptKey)) {
      for (const feature of deps.features ?? []) await feature.booked?.(tx, deps, checkout.attemptKey, order);
    }
    if (firstPayment !== null) {
      const detail = { ...summarize(checkout), firstPayment, order: orderNumber(order.id) };
      await recordAnomaly(tx, deps, { paymentId, kind: 'possible_duplicate', detail });
    }
    return { kind: 'order', order, checkout, isNew: true };
  });
}

/**
 * Takes the sold units from stock, and uses the code. Missing units are reported to the owner, because the customer has
 * paid for them.
 */
async function takePieces(
  tx: Executor,
  deps: SettlementDeps,
  checkout: Checkout,
  { orderId, paymentId, isCounted }: { orderId: string; paymentId: string; isCounted: boolean },
): Promise<void> {
  const { attemptKey, lines, codeId, address, totalCents, taxCents, discountCents: costCents } = checkout;
  const revenueCents = totalCents - taxCents;
  if (codeId) await takeCode(tx, { codeId, attemptKey, email: address.email, orderId, revenueCents, costCents });
  if (!isCounted) return;
  const short = await takeStock(tx, deps, { attemptKey, orderId, lines, sold: deps.catalogue().products });
  if (short.length === 0) return;
  const missing = short.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ');
  const detail = { ...summarize(checkout), order: orderNumber(orderId), missing };
  await recordAnomaly(tx, deps, { paymentId, kind: 'oversold', detail });
}

async function keepMismatch(deps: SettlementDeps, checkout: Checkout, payment: Payment): Promise<void> {
  const detail = { ...summarize(checkout), paidCents: payment.amountCents, paidCurrency: payment.currency };
  await deps.db.transaction(async (tx) => {
    await closeMismatch(tx, checkout.id, deps.clock.now());
    await recordAnomaly(tx, deps, { paymentId: payment.id, kind: 'amount_mismatch', detail });
  });
}

function summarize({ id, totalCents, currency, address }: Checkout) {
  return { checkoutId: id, totalCents, currency, customer: address.fullName, email: address.email };
}

/** Cancels the payment of an unpaid checkout, and settles it when it turns out to be paid. */
export async function cancelCheckout(deps: SettlementDeps, checkout: Checkout): Promise<Cancellation> {
  const payment = checkout.paymentIntentId ? await deps.payments.cancelPayment(checkout.paymentIntentId) : null;
  if (payment?.status === 'succeeded') return settleFrom(deps, 'cancel', payment.id);
  if (payment && payment.status !== 'canceled') return { kind: 'payable' };
  if (await retireCheckout(deps.db, checkout)) {
    await releaseHolds(deps, checkout);
    return { kind: 'canceled' };
  }
  // The payment was opened after the checkout was read, and would stay payable, so it is canceled too.
  const current = await findCheckout(deps.db, checkout.id);
  return current?.status === 'open' ? cancelCheckout(deps, current) : { kind: 'canceled' };
}

/**
 * Cancels the open payments of an attempt, so that none of them can be paid any more.
 *
 * @returns `false` while a bank is processing one of them; one that turns out to be paid has become its order
 */
export async function cancelAttempt(deps: SettlementDeps, attemptKey: string): Promise<boolean> {
  let isOver = true;
  for (const checkout of await listOpenOfAttempt(deps.db, attemptKey)) {
    isOver = (await cancelCheckout(deps, checkout)).kind !== 'payable' && isOver;
  }
  return isOver;
}

/** Releases at once what a canceled checkout held, unless its attempt continues with another one. */
async function releaseHolds({ db }: SettlementDeps, { attemptKey, codeId }: Checkout): Promise<void> {
  // Until it ends, a link may be paid by another payment.
  if (isLinkAttempt(attemptKey)) return;
  const isOver = hasNoOpenCheckout(attemptKey);
  await releaseStock(db, attemptKey, isOver);
  if (codeId !== null) await releaseCode(db, attemptKey, isOver);
}
