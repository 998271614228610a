import { isDeepStrictEqual } from 'node:util';
import type { Executor } from '#server/db/connect.ts';
import { errorText } from '#server/errors.ts';
import { enqueueEmails, type OutboxDeps, preparePlainEmail } from '#server/features/emails/outbox.ts';
import { CURRENCY } from '#shared/checkout/limits.ts';
import type { Language } from '#shared/core/language.ts';
import { centsOf, centsToText, formatPrice, textToCents } from '#shared/core/money.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { isDisputeHeld, isUndisputed, type PaymentWarning } from '#shared/orders/refunds-and-disputes.ts';
import {
  findLastEvent,
  insertOrderEvent,
  lockOrderByPaymentId,
  type OrderReturns,
  type OrderRow,
  updateOrderReturns,
  updateOrders,
} from './repository.ts';
import { listOrderEvents } from './search-repository.ts';

/**
 * `refund`: detail `refunded` (the sum so far) and `currency`. `dispute`: `dispute`, `status`, `reason`, `disputed`,
 * `currency`.
 */
export type PaymentEvent = {
  paymentId: string;
  kind: 'refund' | 'dispute';
  detail: Record<string, string>;
};

/**
 * Records a refund or dispute of the payment provider on the order, updates its amounts, and mails the owner. The
 * status stays: the admin sets it. An event already in the history is skipped.
 *
 * @param options.isAnomaly whether a payment without an order was stored as an anomaly; then only the mail reports it,
 * once
 * @param options.tellsOwner `false` for what the owner did in the admin
 * @param options.otherCents refunded another way, besides the provider's refunds
 */
export async function recordPaymentEvent(
  tx: Executor,
  deps: OutboxDeps,
  event: PaymentEvent,
  options: {
    isAnomaly: (tx: Executor, paymentId: string) => Promise<boolean>;
    tellsOwner?: boolean;
    otherCents?: number;
  },
): Promise<void> {
  const { paymentId, kind, detail } = event;
  // The row lock serializes two deliveries of one event.
  const order = await lockOrderByPaymentId(tx, paymentId);
  if (!order) {
    if (!(await options.isAnomaly(tx, paymentId))) return;
    const key = `payment_${kind}:${paymentId}:${Object.values(detail).join(':')}`;
    await enqueueEmails(tx, deps, [ownerMail(deps, event, `payment_${kind}_unmatched`, { dedupeKey: key })]);
    return;
  }
  const last = await findLastEvent(tx, order.id, kind);
  if (last && isDeepStrictEqual(last.detail, detail)) return;
  const { id } = await insertOrderEvent(tx, { orderId: order.id, kind, detail, createdAt: deps.clock.now() });
  await updateOrderReturns(tx, order.id, returnsOf(event, options.otherCents));
  if (options.tellsOwner === false) return;
  const about = { orderId: order.id, dedupeKey: `payment_${kind}:${id}` };
  await enqueueEmails(tx, deps, [ownerMail(deps, event, `payment_${kind}`, about)]);
}

/**
 * Records a warning of the provider before any dispute, marks the order, and mails the owner once. It does not replace
 * a dispute's state.
 */
export async function recordPaymentWarning(
  tx: Executor,
  deps: OutboxDeps,
  paymentId: string,
  detail: { warning: PaymentWarning; reason: string; reference: string },
): Promise<void> {
  const order = await lockOrderByPaymentId(tx, paymentId);
  if (!order) return;
  const events = await listOrderEvents(tx, order.id);
  if (events.some((event) => event.kind === 'warning' && isDeepStrictEqual(event.detail, detail))) return;
  await insertOrderEvent(tx, { orderId: order.id, kind: 'warning', detail, createdAt: deps.clock.now() });
  if (isUndisputed(order.disputeStatus)) await updateOrderReturns(tx, order.id, { disputeStatus: detail.warning });
  if (detail.warning === 'review_closed') return;
  const about = { orderId: order.id, dedupeKey: `payment_${detail.warning}:${detail.reference}` };
  const event = { paymentId, detail: { reason: detail.reason } };
  await enqueueEmails(tx, deps, [ownerMail(deps, event, `payment_${detail.warning}`, about)]);
}

/**
 * Records that evidence was written at the payment provider, once per content. The order is locked.
 *
 * @param detail the number of fields and of their characters
 */
export async function recordEvidence(
  tx: Executor,
  { clock }: Pick<OutboxDeps, 'clock'>,
  orderId: string,
  detail: { dispute: string; fields: number; characters: number },
): Promise<void> {
  const last = await findLastEvent(tx, orderId, 'evidence');
  if (isDeepStrictEqual(last?.detail, detail)) return;
  await insertOrderEvent(tx, { orderId, kind: 'evidence', detail, createdAt: clock.now() });
}

/** Marks an order with a failed refund, or removes the mark when a later refund has succeeded. */
export function markRefundFailed(tx: Executor, orderId: string, failedAt: Date | null): Promise<void> {
  return updateOrderReturns(tx, orderId, { refundFailedAt: failedAt });
}

/**
 * Records that a failed refund was paid another way.
 *
 * @param paid `refunded` is the sum of all refunds of the order, as two-decimal text; `isLast`: no other refund has
 * failed
 */
export async function recordRefundedOtherWay(
  tx: Executor,
  { clock }: Pick<OutboxDeps, 'clock'>,
  orderId: string,
  { refunded, isLast, ...detail }: { amount: string; how: string; on: string; refunded: string; isLast: boolean },
): Promise<void> {
  await insertOrderEvent(tx, { orderId, kind: 'refund_other_way', detail, createdAt: clock.now() });
  await updateOrderReturns(tx, orderId, { refundedAmount: refunded, ...(isLast && { refundFailedAt: null }) });
}

/** Mails the owner that a refund from the admin came back: the customer's bank or the provider refused it. */
export async function reportFailedRefund(
  tx: Executor,
  deps: OutboxDeps,
  { refundId, paymentId, orderId, amount }: { refundId: string; paymentId: string; orderId: string; amount: string },
): Promise<void> {
  const event: PaymentEvent = { paymentId, kind: 'refund', detail: { refunded: amount, currency: CURRENCY } };
  const about = { orderId, dedupeKey: `payment_refund_failed:${refundId}` };
  await enqueueEmails(tx, deps, [ownerMail(deps, event, 'payment_refund_failed', about)]);
}

function returnsOf({ kind, detail }: PaymentEvent, otherCents = 0): OrderReturns {
  if (kind === 'refund') return { refundedAmount: centsToText(centsOf(detail.refunded ?? '0.00') + otherCents) };
  const status = detail.status ?? '';
  return { disputeStatus: status, disputedAmount: isDisputeHeld(status) ? detail.disputed : '0.00' };
}

/** @param text the key of the texts, without `_subject` and `_body` */
function ownerMail(
  deps: OutboxDeps,
  { paymentId, detail }: Pick<PaymentEvent, 'paymentId' | 'detail'>,
  text: string,
  about: { orderId?: string; dedupeKey: string },
) {
  const language = deps.config.ownerLanguage;
  const { refunded, disputed, currency } = detail;
  const values = {
    ...detail,
    ...(refunded !== undefined && { refunded: money(refunded, currency, language) }),
    ...(disputed !== undefined && { disputed: money(disputed, currency, language) }),
    ...(about.orderId && { number: orderNumber(about.orderId) }),
    payment: paymentId,
    admin: `${deps.config.publicUrl}/admin/dashboard`,
  };
  return preparePlainEmail(deps, {
    ...about,
    to: deps.config.ownerEmail,
    language,
    subject: errorText(`${text}_subject`, language, values),
    body: errorText(`${text}_body`, language, values),
  });
}

/** An amount of the wire as money, with the currency's name unless it is the shop's. */
function money(text: string, currency: string | undefined, language: Language): string {
  const cents = textToCents(text);
  if (cents === null || (currency !== undefined && currency !== CURRENCY)) return `${text} ${currency?.toUpperCase()}`;
  return formatPrice(cents, language);
}

/** Records on a locked order the certificate for which its tax is refunded. */
export async function exemptOrder(
  tx: Executor,
  { clock }: Pick<OutboxDeps, 'clock'>,
  { id, taxes }: Pick<OrderRow, 'id' | 'taxes'>,
  certificate: { number: string; validUntil: string },
): Promise<void> {
  if (!taxes) return;
  await updateOrders(tx, [id], { taxes: { ...taxes, line: { ...taxes.line, reason: 'exempt', certificate } } });
  await insertOrderEvent(tx, { orderId: id, kind: 'exempt', detail: certificate, createdAt: clock.now() });
}
