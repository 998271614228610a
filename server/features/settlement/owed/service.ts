import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import { prepareOwedMail } from '#server/features/emails/order-mails.ts';
import { enqueueEmails } from '#server/features/emails/outbox.ts';
import {
  addOwed,
  adoptPaymentOfOwed,
  bookOwed,
  claimDueOwed,
  endOwed,
  findNewestOwed,
  findOwed,
  findOwedByPayment,
  freePaymentOfOwed,
  listOwed,
  type OwedRow,
  savePaymentOfOwed,
  touchOrder,
  updateOwed,
} from '#server/features/orders/owed.ts';
import { paymentUrl } from '#server/features/orders/payment-url.ts';
import { getOrder, lockOrder, type OrderRow, requireOrderVersion } from '#server/features/orders/service.ts';
import type { Payment } from '#server/features/payments/provider.ts';
import { isErased } from '#shared/checkout/person.ts';
import { centsOf, centsToText } from '#shared/core/money.ts';
import { type AskInput, MIN_OWED_CENTS, OWED_DAYS, type OwedPart, type OwedPayAnswer } from '#shared/orders/owed.ts';
import { isDisputeOpen } from '#shared/orders/refunds-and-disputes.ts';
import { lineNameIn } from '#shared/orders/words.ts';
import { recordAnomaly } from '../anomalies/service.ts';
import type { SettlementDeps } from '../deps.ts';
import type { PlanDeps } from '../items/plan.ts';
import { addReturn, sendRefund } from '../refunds/service.ts';
import { type Asked, askableOf } from './askable.ts';
import { prepareOwnerMail } from './owner-mail.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Time for the browser to confirm before the provider is first asked. */
const FIRST_CHECK_MS = 15 * SECOND_MS;
/** A begun payment is booked within minutes, also without browser and webhook. */
const MAX_PAUSE_MS = 2 * MINUTE_MS;
const DUE_LIMIT = 50;
/**
 * Payments of one request: each after the first replaces one that the provider refused to make, or that was canceled,
 * such as after ten declined cards.
 */
const MAX_BEGUN = 12;

/** The state of a requested payment; `unpaid` while the provider does not say that it has succeeded. */
type OwedSettlement = { kind: OwedRow['state'] | 'unpaid'; order: OrderRow; isNew: boolean };

/**
 * Asks the buyer of an order for what it costs more than was paid. Repeating it changes nothing.
 *
 * @throws AppError `not_found` · `stale_version` the order or the sum differs from what the owner saw · `owed_not_askable`
 */
export async function askForOwed(deps: PlanDeps, orderId: string, input: AskInput): Promise<void> {
  const { amountCents, version, notify = true } = input;
  const found = await getOrder(deps.db, orderId);
  const asked = await askableOf(deps, found);
  await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const newest = await findNewestOwed(tx, orderId);
    if (newest?.state === 'open' && newest.amountCents === amountCents) return;
    requireOrderVersion(version, order);
    if (!isAskable(order) || newest?.state === 'open' || amountCents < MIN_OWED_CENTS) {
      throw new AppError('owed_not_askable');
    }
    // The sum was calculated for the version that was read.
    if (found.version !== order.version || asked.amountCents !== amountCents) requireOrderVersion(null, order);
    await addAsked(tx, deps, order, asked, { notify });
    await touchOrder(tx, orderId);
  });
}

/** Whether its buyer may be asked for money. */
const isAskable = ({ status, email, disputeStatus }: OrderRow): boolean =>
  status !== 'cancelled' && !isErased(email) && !isDisputeOpen(disputeStatus);

/** Stores a request on a locked order without an open one, and its mail. */
export async function addAsked(
  tx: Executor,
  deps: SettlementDeps,
  order: OrderRow,
  asked: Asked,
  { notify }: { notify: boolean },
): Promise<void> {
  const expiresAt = new Date(deps.clock.now().getTime() + OWED_DAYS * DAY_MS);
  const row = await addOwed(tx, deps, order, { ...asked, provider: deps.payments.name, expiresAt });
  if (notify) await enqueueEmails(tx, deps, [mailOf(deps, order, row, 'asks')]);
}

/**
 * Withdraws the open request. Its payment is canceled first: if it turns out to be paid, it is booked instead.
 *
 * @throws AppError `not_found` · `owed_paid` · `payment_provider_failed` · `payment_provider_timeout`
 */
export async function withdrawOwed(deps: SettlementDeps, orderId: string): Promise<void> {
  const { id } = await getOrder(deps.db, orderId);
  const newest = await findNewestOwed(deps.db, id);
  if (newest?.state === 'open' && (await cancelPaymentOf(deps, newest))) throw new AppError('owed_paid');
  const ended = await deps.db.transaction(async (tx) => {
    await lockOrder(tx, id);
    const row = await endOwed(tx, deps, id, 'owner');
    if (row) await touchOrder(tx, id);
    return row;
  });
  // It may have got another payment meanwhile.
  if (ended) await closeEnded(deps, ended);
}

/**
 * Begins the payment of the open request, or continues it: two tabs get the same payment, so that it is paid once.
 *
 * @param amount the sum that the page shows, as two-decimal text
 * @param caller a hash of the caller's network, for counting declined cards
 * @throws AppError `owed_ended` · `owed_paid` · `owed_changed` another sum is asked for by now · `card_attempts` ·
 * `payment_provider_failed` · `payment_provider_timeout`
 */
export async function payOwed(
  deps: SettlementDeps,
  order: OrderRow,
  { amount, caller }: { amount: string; caller: string },
): Promise<OwedPayAnswer> {
  deps.declines.admit({ caller, device: '' });
  const row = await requirePayable(deps, order);
  if (centsToText(row.amountCents) !== amount) throw new AppError('owed_changed');
  const { clientSecret } = await openPaymentOf(deps, order, row, caller);
  const { name: provider, publishableKey } = deps.payments;
  return { provider, clientSecret, ...(publishableKey !== undefined && { publishableKey }), amount };
}

async function requirePayable(deps: SettlementDeps, order: OrderRow): Promise<OwedRow> {
  const row = await findNewestOwed(deps.db, order.id);
  if (row?.state === 'paid') throw new AppError('owed_paid');
  const isOver = row?.state !== 'open' || order.status === 'cancelled' || row.expiresAt <= deps.clock.now();
  if (!row || isOver || row.provider !== deps.payments.name) throw new AppError('owed_ended');
  return row;
}

async function openPaymentOf(
  deps: SettlementDeps,
  order: OrderRow,
  row: OwedRow,
  caller: string,
): Promise<Pick<Payment, 'clientSecret'>> {
  const { paymentIntentId } = row;
  const known = paymentIntentId && (await deps.payments.findPayment(paymentIntentId));
  if (known && known.status === 'succeeded') {
    await settleOwed(deps, known.id);
    throw new AppError('owed_paid');
  }
  if (known && known.status !== 'canceled') return known;
  if (paymentIntentId) {
    await freePaymentOfOwed(deps.db, row);
    return openPaymentOf(deps, order, await requirePayable(deps, order), caller);
  }
  if (row.begun >= MAX_BEGUN) throw new AppError('card_attempts');
  const payment = await createPayment(deps, order, row);
  const nextCheckAt = new Date(deps.clock.now().getTime() + FIRST_CHECK_MS);
  // The secret is handed out only once the payment is stored: nobody can pay what the shop does not know.
  const saved = await savePaymentOfOwed(deps.db, row.id, { paymentIntentId: payment.id, caller, nextCheckAt });
  if (saved) return payment;
  const current = await findOwed(deps.db, row.id);
  // Another tab was faster; the key made it the same payment.
  if (current?.state === 'open' && current.paymentIntentId === payment.id) return payment;
  if (current?.paymentIntentId !== payment.id) await deps.payments.cancelPayment(payment.id);
  return openPaymentOf(deps, order, await requirePayable(deps, order), caller);
}

async function createPayment(deps: SettlementDeps, order: OrderRow, row: OwedRow): Promise<Payment> {
  const { id: owedId, begun, amountCents, currency } = row;
  const { customerName: fullName, email, phone, addressLine1, city, state, zipCode, preferredLanguage } = order;
  const street = { addressLine1, addressLine2: order.addressLine2 ?? '', city, state, zipCode };
  const address = { fullName, email, phone, ...street, preferredLanguage };
  try {
    return await deps.payments.createPayment({ owedId, begun, amountCents, currency, email, address });
  } catch (error) {
    // A provider repeats its refusal for the same key.
    if (error instanceof AppError && error.code === 'payment_provider_failed') await freePaymentOfOwed(deps.db, row);
    throw error;
  }
}

/**
 * Settles the payment that the browser has made. It must belong to this order.
 *
 * @throws AppError `payment_not_confirmed` · `amount_mismatch`
 */
export async function confirmOwed(deps: SettlementDeps, order: OrderRow, paymentId: string): Promise<void> {
  const row = await findOwedByPayment(deps.db, paymentId);
  if (row?.orderId !== order.id) throw new AppError('payment_not_confirmed');
  const settled = await settleOwed(deps, paymentId);
  if (settled?.kind === 'mismatch') throw new AppError('amount_mismatch');
  if (settled?.kind !== 'paid' && settled?.kind !== 'returned') throw new AppError('payment_not_confirmed');
}

/**
 * Books a requested payment, once, whoever asks and however often. A payment whose request has ended, or whose order is
 * cancelled, is booked too and goes back at once.
 *
 * @param owedId from the provider's metadata, if the payment's reference was never stored
 * @returns `null` when the payment is none of these
 * @throws AppError `payment_provider_failed` · `payment_provider_timeout`
 */
export async function settleOwed(
  deps: SettlementDeps,
  paymentId: string,
  owedId?: string,
): Promise<OwedSettlement | null> {
  if (owedId !== undefined) await adoptPaymentOfOwed(deps.db, owedId, deps.payments.name, paymentId);
  const row = await findOwedByPayment(deps.db, paymentId);
  if (!row || row.provider !== deps.payments.name) return null;
  const unpaid = async (kind: OwedSettlement['kind']) => ({
    kind,
    order: await getOrder(deps.db, row.orderId),
    isNew: false,
  });
  if (row.state !== 'open' && row.state !== 'ended') return unpaid(row.state);
  const payment = await deps.payments.findPayment(paymentId);
  if (payment?.status !== 'succeeded') return unpaid('unpaid');
  const isAsAsked = payment.amountCents === row.amountCents && payment.currency === row.currency;
  if (!isAsAsked) return keepMismatch(deps, row, payment);
  return book(deps, row);
}

async function book(deps: SettlementDeps, { id, orderId }: OwedRow): Promise<OwedSettlement> {
  const { settled, refund } = await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const row = await findOwed(tx, id);
    if (!row) throw new Error('A requested payment is gone');
    const { state: kind, paymentIntentId, amountCents } = row;
    if (kind !== 'open' && kind !== 'ended') return { settled: { kind, order, isNew: false }, refund: null };
    const isInTime = kind === 'open' && order.status !== 'cancelled';
    const state = isInTime ? 'paid' : 'returned';
    const booked = await bookOwed(tx, deps, order, row, state);
    const returned = { id, paymentId: paymentIntentId ?? '', amountCents };
    const refund = isInTime ? null : await addReturn(tx, deps, booked, returned);
    const mails = [prepareOwnerMail(deps, order, row, state)];
    if (!isErased(order.email)) mails.push(mailOf(deps, booked, row, state));
    await enqueueEmails(tx, deps, mails);
    return { settled: { kind: state, order: booked, isNew: true } as const, refund };
  });
  if (settled.isNew) {
    deps.log.info({ event: 'owed', orderId, owedId: id, state: settled.kind }, 'a requested payment was received');
  }
  if (refund) await sendRefund(deps, refund, { isRepeated: false });
  return settled;
}

async function keepMismatch(deps: SettlementDeps, row: OwedRow, payment: Payment): Promise<OwedSettlement> {
  const order = await deps.db.transaction(async (tx) => {
    const locked = await lockOrder(tx, row.orderId);
    await updateOwed(tx, row.id, { state: 'mismatch', closedAt: deps.clock.now(), nextCheckAt: null });
    const detail = {
      order: String(locked.number),
      totalCents: row.amountCents,
      paidCents: payment.amountCents,
      paidCurrency: payment.currency,
      customer: locked.customerName,
      email: locked.email,
    };
    await recordAnomaly(tx, deps, { paymentId: payment.id, kind: 'amount_mismatch', detail });
    return locked;
  });
  return { kind: 'mismatch', order, isNew: true };
}

/** Cancels the payment of a request, and books it if it turns out to be paid. @returns whether it is paid */
async function cancelPaymentOf(deps: SettlementDeps, { paymentIntentId }: OwedRow): Promise<boolean> {
  if (paymentIntentId === null) return false;
  const payment = await deps.payments.cancelPayment(paymentIntentId);
  if (payment?.status !== 'succeeded') return false;
  await settleOwed(deps, payment.id);
  return true;
}

/** Cancels the payment of an ended request; one that came anyway goes back. Best effort: `resumeOwed` tries again. */
export async function closeEnded(deps: SettlementDeps, row: OwedRow): Promise<void> {
  try {
    await closeOne(deps, row);
  } catch (error) {
    deps.log.warn({ event: 'owed_open', err: error, owedId: row.id }, 'the payment of an ended request is still open');
  }
}

async function closeOne(deps: SettlementDeps, row: OwedRow): Promise<void> {
  const { id, paymentIntentId } = row;
  const payment = paymentIntentId === null ? null : await deps.payments.cancelPayment(paymentIntentId);
  if (payment?.status === 'succeeded') await settleOwed(deps, payment.id);
  // Being processed by a bank: it may still succeed.
  else if (payment === null || payment.status === 'canceled') await updateOwed(deps.db, id, { nextCheckAt: null });
}

/** Asks about begun payments, ends those that nobody paid in time, and cancels those of ended requests. */
export async function resumeOwed(deps: SettlementDeps, signal?: AbortSignal): Promise<void> {
  const now = deps.clock.now();
  const shortest = deps.config.sweepSeconds * SECOND_MS;
  const due = await claimDueOwed(deps.db, {
    provider: deps.payments.name,
    now,
    limit: DUE_LIMIT,
    next: ({ createdAt, expiresAt }) => {
      const pause = Math.min(MAX_PAUSE_MS, (now.getTime() - createdAt.getTime()) / 10);
      const next = now.getTime() + Math.max(shortest, pause);
      const isExpired = expiresAt <= now;
      return new Date(isExpired ? next : Math.min(next, expiresAt.getTime()));
    },
  });
  for (const row of due) {
    if (signal?.aborted) return;
    try {
      await resumeOne(deps, row, now);
    } catch (error) {
      deps.log.warn(
        { event: 'owed_unanswered', err: error, owedId: row.id },
        'a requested payment is asked about again',
      );
    }
  }
}

async function resumeOne(deps: SettlementDeps, row: OwedRow, now: Date): Promise<void> {
  if (row.state === 'ended') return closeOne(deps, row);
  if (row.state !== 'open') return updateOwed(deps.db, row.id, { nextCheckAt: null });
  if (row.expiresAt > now) {
    if (row.paymentIntentId) await settleOwed(deps, row.paymentIntentId);
    return;
  }
  if (await cancelPaymentOf(deps, row)) return;
  const ended = await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, row.orderId);
    const closed = await endOwed(tx, deps, row.orderId, 'time');
    if (!closed) return null;
    await touchOrder(tx, row.orderId);
    await enqueueEmails(tx, deps, [prepareOwnerMail(deps, order, closed, 'ended')]);
    return closed;
  });
  if (ended) await closeOne(deps, ended);
}

/** The requests of an order, and what its buyer can be asked for, for the order's detail. */
export async function getOwed(deps: PlanDeps, order: OrderRow): Promise<OwedPart> {
  const rows = await listOwed(deps.db, order.id);
  const canAsk = isAskable(order) && rows.every(({ state }) => state !== 'open');
  const asked = canAsk ? (await askableOf(deps, order)).amountCents : 0;
  return {
    askable: centsToText(asked < MIN_OWED_CENTS ? 0 : asked),
    requests: rows.map((row) => ({
      id: row.id,
      amount: centsToText(row.amountCents),
      tax: centsToText(row.taxCents),
      state: row.state,
      endedBy: row.endedBy,
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      closedAt: row.closedAt?.toISOString() ?? null,
      paymentUrl: row.paymentIntentId && paymentUrl(deps.config, row.paymentIntentId),
    })),
  };
}

function mailOf(deps: SettlementDeps, order: OrderRow, row: OwedRow, kind: 'asks' | 'paid' | 'returned') {
  const { preferredLanguage: language, lines } = order;
  const items = lines.map((line) => `${line.quantity} x ${lineNameIn(line, language)}`).join(', ');
  const { amountCents, expiresAt, id } = row;
  const paidCents = centsOf(order.totalAmount);
  return prepareOwedMail(deps, order, { kind, amountCents, paidCents, items, until: expiresAt, key: id });
}
