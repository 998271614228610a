import { createHash } from 'node:crypto';
import type { Executor } from '#server/db/connect.ts';
import { AppError, errorText } from '#server/errors.ts';
import { prepareRefundByHand } from '#server/features/emails/order-mails.ts';
import { enqueueEmails, type PreparedEmail, prepareEmail, preparePlainEmail } from '#server/features/emails/outbox.ts';
import { refundEmailValues } from '#server/features/emails/values.ts';
import { carryOnVoids, type LabelDeps, listUnusedLabels, voidWithOrder } from '#server/features/labels/service.ts';
import { endOwed, listPayments, type OrderPayment } from '#server/features/orders/owed.ts';
import {
  exemptOrder,
  markRefundFailed,
  recordPaymentEvent,
  recordRefundedOtherWay,
  reportFailedRefund,
} from '#server/features/orders/payment-events.ts';
import {
  cancelLockedOrder,
  findOrderByPayment,
  lockOrder,
  lockOrderOfPayment,
  notePaidBack,
  type OrderRow,
} from '#server/features/orders/service.ts';
import type { ProviderRefund, RefundRefusal } from '#server/features/payments/provider.ts';
import { restock as restockPieces } from '#server/features/stock/service.ts';
import { recordExemption, recordRefund, recordRefundClosed, recordRefundFailed } from '#server/features/tax/records.ts';
import { centsOf, centsToText, formatPrice, textToCents } from '#shared/core/money.ts';
import type { OrderLine } from '#shared/orders/lines.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import {
  type CancelInput,
  type OtherWayInput,
  piecesCents,
  type Refund,
  type RefundInput,
  type RefundState,
  refundableCents,
  shippingPaidCents,
  type TaxCertificate,
  taxInParts,
} from '#shared/orders/refunds.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { isManual } from '#shared/written-orders/written-orders.ts';
import { hasAnomaly } from '../anomalies/repository.ts';
import type { SettlementDeps } from '../deps.ts';
import type { NewRefundRow, RefundRow } from './repository.ts';
import * as repository from './repository.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
/** A call to the provider takes at most 10 s; an older unanswered refund is looked up. */
const FIRST_CHECK_MS = 30 * SECOND_MS;
const DUE_LIMIT = 50;
/** Dependencies of a cancellation, which also voids a label. */
export type CancelDeps = SettlementDeps & LabelDeps;

/** Prefix of callers' keys, which share a column with the server's own keys for cancellations. */
const PRESS = 'press:';
const CANCEL = 'cancel:';
const ITEMS = 'items:';
const PART = 'part:';
const RETURN = 'return:';

/**
 * Refunds a part of an order, or all of it. The row is written first, and its id is the provider's idempotency key. So
 * one key makes one refund, however often this is called and whenever the process ends (N11).
 *
 * @param key the caller's idempotency key; the same key and body give the same refund, also while the first call runs
 * @returns the refund, `requested` while the provider's answer is unknown; its sum includes all parts, if no single
 * payment covers it
 * @throws AppError `not_found` · `idempotency_key_reused` · `refund_exceeds` · `tax_not_exemptible` · `validation`
 */
export async function refundOrder(
  deps: SettlementDeps,
  orderId: string,
  key: string,
  input: RefundInput,
): Promise<{ refund: Refund; isNew: boolean }> {
  const bodyHash = hashOf(input);
  const { parts, isNew } = await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const rows = await repository.listRefunds(tx, orderId);
    const known = rows.find(({ idempotencyKey }) => idempotencyKey === PRESS + key);
    if (known) {
      if (known.bodyHash !== bodyHash) throw new AppError('idempotency_key_reused');
      return { parts: withParts(known, rows), isNew: false };
    }
    const { reason, restock = false, notify = true, lines } = input;
    const certificate = certificateOf(input);
    if (certificate) requireExemptible(order, rows, certificate);
    const refund = {
      idempotencyKey: PRESS + key,
      bodyHash,
      amountCents: amountOf(deps, { order, rows }, input),
      lines: lines?.length ? lines : null,
      reason,
      restock,
      mail: notify ? ('refund_confirmation' as const) : null,
    };
    if (restock && lines) await restockPieces(tx, deps, orderId, withComponents(lines, order.lines));
    const parts = await insertRefund(tx, deps, order, rows, refund);
    if (refund.lines) await notePaidBack(tx, order, returnedIn([...rows, parts[0]]));
    if (certificate) await exempt(tx, deps, order, { ...parts[0], amountCents: sumOf(parts) }, certificate);
    return { parts, isNew: true };
  });
  const sent = await sendParts(deps, parts, { isRepeated: !isNew });
  return { refund: { ...toWire(sent), amount: centsToText(sumOf(parts)) }, isNew };
}

/**
 * Closes a failed refund that the owner has paid another way: it counts as refunded, and later events of the provider
 * do not change it. Idempotent.
 *
 * @throws AppError `not_found` · `refund_not_failed` · `refund_exceeds` it was refunded again meanwhile · `validation`
 * the day is in the future
 */
export async function closeOtherWay(
  deps: SettlementDeps,
  orderId: string,
  refundId: string,
  { how, on }: OtherWayInput,
): Promise<Refund> {
  if (on > shopDay(deps.clock.now()))
    throw new AppError('validation', { issues: [{ path: 'on', code: 'day_invalid' }] });
  const row = await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const rows = await repository.listRefunds(tx, orderId);
    const failed = rows.find(({ id }) => id === refundId);
    if (!failed) throw new AppError('not_found');
    if (failed.otherWay !== null) return failed;
    if (failed.state !== 'failed') throw new AppError('refund_not_failed');
    const { amountCents } = failed;
    const left = leftOf(order, rows);
    if (amountCents > left) throw exceeds(deps, left);
    const closed = await repository.updateRefund(tx, refundId, { state: 'succeeded', otherWay: how, otherWayOn: on });
    const refunded = centsToText(centsOf(order.refundedAmount) + amountCents);
    const isLast = rows.every(({ id, state }) => id === refundId || state !== 'failed');
    await recordRefundedOtherWay(tx, deps, orderId, { amount: centsToText(amountCents), how, on, refunded, isLast });
    if (failed.paymentIntentId === order.stripePaymentIntentId) {
      await recordRefundClosed(tx, deps, { orderId, refundId, amountCents });
    }
    if (closed.lines) await notePaidBack(tx, order, returnedIn([...rows.filter(({ id }) => id !== refundId), closed]));
    return closed;
  });
  return toWire(row);
}

/**
 * Cancels an order: sets its status, refunds the rest, voids labels that no carrier has scanned, and sends one mail.
 * Repeating it changes nothing, except that the owner's call retries a failed refund.
 *
 * @param by the customer may cancel until the order is in work; then the owner gets a mail
 * @throws AppError `not_found` · `stale_version` · `order_shipped` · `order_in_work`
 */
export async function cancelOrder(
  deps: CancelDeps,
  orderId: string,
  { reason, notify = true, version }: CancelInput,
  by?: 'customer',
): Promise<void> {
  let voided: Awaited<ReturnType<typeof voidWithOrder>> = [];
  const refund = await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    // Only the owner can say that she has paid the money back.
    if (by === 'customer' && isManual(order.stripePaymentIntentId))
      throw new AppError('order_in_work', { words: 'order_by_hand' });
    const unused = await listUnusedLabels(tx, order);
    const hasUnusedLabel = unused.length > 0 && by === undefined;
    const isNew = await cancelLockedOrder(tx, deps, order, { version, by, hasUnusedLabel });
    if (isNew) await restockPieces(tx, deps, orderId, 'all');
    if (isNew && unused.length > 0) voided = await voidWithOrder(tx, deps, order, unused);
    await endOwed(tx, deps, orderId, 'cancel');
    if (by === 'customer') {
      if (!isNew) return 'done';
      await enqueueEmails(tx, deps, [buyerCancelAlert(deps, order)]);
    }
    const rows = await repository.listRefunds(tx, orderId);
    const earlier = rows.filter(({ idempotencyKey }) => idempotencyKey?.startsWith(CANCEL));
    const open = earlier.find(isHeld);
    const left = leftOf(order, rows);
    if (open && left === 0) return { parts: withParts(open, rows), isRepeated: true };
    if (left === 0) return null;
    const parts = await insertRefund(tx, deps, order, rows, {
      idempotencyKey: `${CANCEL}${earlier.length}`,
      amountCents: left,
      reason,
      restock: true,
      mail: notify ? 'order_cancellation' : null,
    });
    return { parts, isRepeated: false };
  });
  if (refund === 'done') return;
  if (refund) await sendParts(deps, refund.parts, refund);
  else if (notify) await mailCancellation(deps, orderId);
  await carryOnVoids(deps, voided);
}

function buyerCancelAlert(deps: SettlementDeps, { id }: OrderRow): PreparedEmail {
  const language = deps.config.ownerLanguage;
  const values = { number: orderNumber(id), admin: `${deps.config.publicUrl}/admin/dashboard` };
  return preparePlainEmail(deps, {
    to: deps.config.ownerEmail,
    language,
    subject: errorText('buyer_canceled_subject', language, values),
    body: errorText('buyer_canceled_body', language, values),
    orderId: id,
    dedupeKey: `buyer_canceled:${id}`,
  });
}

/** Sends the cancellation mail, once, when there was nothing left to refund. */
async function mailCancellation(deps: SettlementDeps, orderId: string): Promise<void> {
  const order = await deps.db.transaction((tx) => lockOrder(tx, orderId));
  const mail = await prepareRefundMail(deps, order, 'order_cancellation', 0);
  await deps.db.transaction((tx) => enqueueEmails(tx, deps, [mail]));
}

/** The rest of a locked order's payment that can be refunded, in US cents. */
export async function refundableOf(tx: Executor, order: OrderRow): Promise<number> {
  return leftOf(order, await repository.listRefunds(tx, order.id));
}

/** What changes of an order's items have paid back, in US cents. */
export async function paidBackForItems(tx: Executor, orderId: string): Promise<number> {
  const rows = await repository.listRefunds(tx, orderId);
  const firsts = rows.filter(({ idempotencyKey }) => idempotencyKey?.startsWith(ITEMS));
  return sumOf(firsts.flatMap((first) => withParts(first, rows)).filter(isHeld));
}

/**
 * Stores a refund for a change of the items of a locked order, in its transaction. Afterwards `sendParts` makes it, or
 * `resumeRefunds` if the process ends before. It has no mail of its own.
 *
 * @param key idempotency key of the change
 * @throws AppError `refund_exceeds`
 */
export async function addItemsRefund(
  tx: Executor,
  deps: SettlementDeps,
  order: OrderRow,
  { key, amountCents, reason, restock }: { key: string; amountCents: number; reason: string; restock: boolean },
): Promise<Parts> {
  const rows = await repository.listRefunds(tx, order.id);
  const refund = { idempotencyKey: ITEMS + key, amountCents, lines: null, reason, restock, mail: null };
  return insertRefund(tx, deps, order, rows, refund);
}

/** The refunds of an order, oldest first, and the rest that can be refunded as two-decimal text. */
export async function getRefunds(
  { db }: Pick<SettlementDeps, 'db'>,
  order: Pick<OrderRow, 'id' | 'totalAmount' | 'refundedAmount'>,
): Promise<{ refunds: Refund[]; refundableAmount: string }> {
  const rows = await repository.listRefunds(db, order.id);
  return { refunds: rows.map(toWire), refundableAmount: centsToText(leftOf(order, rows)) };
}

/** Looks up refunds whose result is unknown. Safe on several instances. */
export async function resumeRefunds(deps: SettlementDeps, signal?: AbortSignal): Promise<void> {
  const now = deps.clock.now();
  const due = await repository.claimDueRefunds(deps.db, {
    provider: deps.payments.name,
    now,
    limit: DUE_LIMIT,
    next: ({ createdAt }) => {
      const ageMs = now.getTime() - createdAt.getTime();
      return new Date(now.getTime() + Math.min(HOUR_MS, Math.max(FIRST_CHECK_MS, ageMs / 4)));
    },
  });
  for (const row of due) {
    if (signal?.aborted) return;
    await sendRefund(deps, row, { isRepeated: true });
  }
}

/**
 * Records all refunds of a payment as the provider lists them: those of the admin and those made there. Safe to repeat.
 *
 * @throws AppError `payment_provider_failed` · `payment_provider_timeout`
 */
export async function noteRefunds(deps: SettlementDeps, paymentId: string): Promise<void> {
  const found = await deps.payments.listRefunds(paymentId);
  const [first] = found;
  if (!first) return;
  const mails = await prepareMails(deps, paymentId);
  await deps.db.transaction(async (tx) => {
    const order = await lockOrderOfPayment(tx, paymentId);
    const rows = order ? await repository.listRefunds(tx, order.id) : [];
    let isOthers = order === null;
    for (const refund of order ? found : []) {
      const row = rows.find(({ id, providerRefundId }) => id === refund.refundId || providerRefundId === refund.id);
      if (order && row?.idempotencyKey) await applyAnswer(tx, deps, { order, row }, refund, mails);
      else if (order) isOthers = (await keepOthers(tx, deps, { order, paymentId, row }, refund)) || isOthers;
    }
    const paidBack = found.filter(({ status }) => status === 'succeeded' || status === 'pending');
    // The order's other payments, as far as they are known here.
    const elsewhere = rows.filter((row) => row.paymentIntentId !== paymentId && isCounted(row) && !isOtherWay(row));
    const isLater = order !== null && order.stripePaymentIntentId !== paymentId;
    const refundedCents = sumOf(paidBack) + sumOf(elsewhere) + (isLater ? unlistedOf(order, rows) : 0);
    const detail = { refunded: centsToText(refundedCents), currency: first.currency };
    const event = { paymentId, kind: 'refund' as const, detail };
    const otherCents = sumOf(rows.filter(isOtherWay));
    await recordPaymentEvent(tx, deps, event, { isAnomaly: hasAnomaly, tellsOwner: isOthers, otherCents });
  });
}

/** Makes a refund at the provider, or finds its result there. An error of the provider leaves it `requested`. */
export async function sendRefund(
  deps: SettlementDeps,
  row: RefundRow,
  { isRepeated }: { isRepeated: boolean },
): Promise<RefundRow> {
  if (row.state !== 'requested' || row.provider !== deps.payments.name) return row;
  const { id: refundId, paymentIntentId: paymentId, amountCents } = row;
  try {
    // The provider forgets an idempotency key after about a day; our reference stays with the refund.
    const known = isRepeated ? await findAtProvider(deps, row) : undefined;
    const answer = known ?? (await deps.payments.createRefund({ refundId, paymentId, amountCents }));
    return await recordAnswer(deps, row, answer);
  } catch (error) {
    deps.log.warn({ event: 'refund_unanswered', err: error, refundId, paymentId }, 'a refund is asked about again');
    return row;
  }
}

async function findAtProvider(deps: SettlementDeps, row: RefundRow): Promise<ProviderRefund | undefined> {
  const found = await deps.payments.listRefunds(row.paymentIntentId);
  return found.find(({ id, refundId }) => refundId === row.id || id === row.providerRefundId);
}

async function recordAnswer(
  deps: SettlementDeps,
  row: RefundRow,
  answer: ProviderRefund | RefundRefusal,
): Promise<RefundRow> {
  const mails = await prepareMails(deps, row.paymentIntentId);
  return deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, row.orderId);
    const before = await repository.listRefunds(tx, order.id);
    const current = before.find(({ id }) => id === row.id) ?? row;
    const after = await applyAnswer(tx, deps, { order, row: current }, answer, mails);
    const unlisted = unlistedOf(order, before);
    const counted = [...before.filter(({ id }) => id !== row.id), after].filter(isCounted);
    const refundedCents = unlisted + sumOf(counted);
    if (centsToText(refundedCents) !== order.refundedAmount) {
      const otherCents = sumOf(counted.filter(isOtherWay));
      const detail = { refunded: centsToText(refundedCents - otherCents), currency: order.currency };
      const event = { paymentId: row.paymentIntentId, kind: 'refund' as const, detail };
      await recordPaymentEvent(tx, deps, event, { isAnomaly: hasAnomaly, tellsOwner: false, otherCents });
    }
    deps.log.info(
      { event: 'refund', refundId: row.id, orderId: order.id, state: after.state, amountCents: row.amountCents },
      'a refund was answered',
    );
    return after;
  });
}

/** Stores the state of a refund from the admin, with the mail that its change requires. The order is locked. */
async function applyAnswer(
  tx: Executor,
  deps: SettlementDeps,
  { order, row }: { order: OrderRow; row: RefundRow },
  answer: ProviderRefund | RefundRefusal,
  mails: ReadonlyMap<string, PreparedEmail>,
): Promise<RefundRow> {
  const isRefused = 'refused' in answer;
  const state: RefundState = isRefused ? 'failed' : stateOf(answer.status);
  if (isOtherWay(row)) return row;
  // A refusal after an answer belongs to a repeated call.
  if (isRefused && row.providerRefundId !== null) return row;
  const isSame = row.state === state && (isRefused || row.providerRefundId === answer.id);
  if (isSame) return row;
  const after = await repository.updateRefund(tx, row.id, {
    state,
    ...(isRefused ? { failure: answer.refused } : { providerRefundId: answer.id }),
    ...(state !== 'requested' && { nextCheckAt: null }),
  });
  const mail = mails.get(row.id);
  const { orderId, paymentIntentId: paymentId } = row;
  if (state === 'succeeded') {
    if (mail) await enqueueEmails(tx, deps, [mail]);
    const rows = await repository.listRefunds(tx, orderId);
    // It is the retry of a failed refund, unless another part of the same refund failed, or it returns a late payment.
    const hasFailedPart = rows.some((other) => isSameRefund(other, row) && other.state === 'failed');
    if (!hasFailedPart && !isReturn(row)) await markRefundFailed(tx, orderId, null);
    await recordTaxOf(tx, deps, order, row);
  }
  if (state === 'failed' || state === 'canceled') {
    await markRefundFailed(tx, orderId, deps.clock.now());
    await reportFailedRefund(tx, deps, { refundId: row.id, paymentId, orderId, amount: centsToText(row.amountCents) });
    await recordRefundFailed(tx, row.id);
    if (row.lines) {
      const rows = await repository.listRefunds(tx, orderId);
      await notePaidBack(tx, await lockOrder(tx, orderId), returnedIn(rows));
    }
  }
  return after;
}

/** Stores a refund that was made at the provider. @returns whether it is new or has changed */
async function keepOthers(
  tx: Executor,
  deps: SettlementDeps,
  { order, paymentId, row }: { order: OrderRow; paymentId: string; row: RefundRow | undefined },
  { id, amountCents, currency, status }: ProviderRefund,
): Promise<boolean> {
  const state = stateOf(status);
  if (row && (row.state === state || isOtherWay(row))) return false;
  // A refund canceled there was canceled by the owner.
  if (state === 'failed') await markRefundFailed(tx, order.id, deps.clock.now());
  if (row) {
    await repository.updateRefund(tx, row.id, { state });
    if (state === 'succeeded') await recordTaxOf(tx, deps, order, { ...row, amountCents });
    if (state === 'failed' || state === 'canceled') await recordRefundFailed(tx, row.id);
    return true;
  }
  const kept = await repository.insertRefund(tx, {
    orderId: order.id,
    paymentIntentId: paymentId,
    provider: deps.payments.name,
    providerRefundId: id,
    amountCents,
    currency,
    state,
    createdAt: deps.clock.now(),
  });
  await endOwed(tx, deps, order.id, 'refund');
  if (state === 'succeeded') await recordTaxOf(tx, deps, order, kept);
  return true;
}

/** The tax provider's record is that of the first payment. */
async function recordTaxOf(
  tx: Executor,
  deps: SettlementDeps,
  order: OrderRow,
  { id: refundId, paymentIntentId, amountCents }: RefundRow,
): Promise<void> {
  if (paymentIntentId !== order.stripePaymentIntentId) return;
  await recordRefund(tx, deps, { orderId: order.id, refundId, amountCents });
}

/**
 * Prepares the mails of refunds that may succeed now. Rendered before the transaction, because that reads templates.
 */
async function prepareMails(deps: SettlementDeps, paymentId: string): Promise<Map<string, PreparedEmail>> {
  const order = await findOrderByPayment(deps.db, paymentId);
  const rows = order ? await repository.listRefunds(deps.db, order.id) : [];
  const mails = new Map<string, PreparedEmail>();
  for (const row of rows) {
    const { id, state, mail } = row;
    if (order && mail && state === 'requested') {
      const cents = sumOf(withParts(row, rows).filter(isHeld));
      mails.set(id, await prepareRefundMail(deps, order, mail, cents, id));
    }
  }
  return mails;
}

/** One mail for each refund, and one for a cancellation, however many tries it took. */
async function prepareRefundMail(
  deps: SettlementDeps,
  order: OrderRow,
  templateKey: 'refund_confirmation' | 'order_cancellation',
  amountCents: number,
  refundId = '',
): Promise<PreparedEmail> {
  const language = order.preferredLanguage;
  const dedupeKey = `${templateKey}:${templateKey === 'order_cancellation' ? order.id : refundId}`;
  // The template speaks of the card.
  if (templateKey === 'refund_confirmation' && isManual(order.stripePaymentIntentId)) {
    return prepareRefundByHand(deps, order, { amountCents, dedupeKey });
  }
  return prepareEmail(deps, {
    templateKey,
    language,
    to: order.email,
    values: refundEmailValues(deps, order, amountCents, { language }),
    orderId: order.id,
    dedupeKey,
  });
}

/**
 * Stores a refund on a locked order, in as many parts as payments are needed for it. The parts are sent one by one.
 *
 * @returns the parts; the first one has everything besides the sum
 * @throws AppError `refund_exceeds`
 */
async function insertRefund(
  tx: Executor,
  deps: SettlementDeps,
  order: OrderRow,
  rows: readonly RefundRow[],
  {
    amountCents,
    ...refund
  }: Pick<NewRefundRow, 'idempotencyKey' | 'bodyHash' | 'lines' | 'reason' | 'restock' | 'mail'> & {
    amountCents: number;
  },
): Promise<Parts> {
  const left = leftOf(order, rows);
  if (amountCents > left) throw exceeds(deps, left);
  const shares = sharesOf(amountCents, leftByPayment(order, await listPayments(tx, order), rows));
  const [share = { paymentId: order.stripePaymentIntentId, cents: amountCents }, ...others] = shares;
  const first = await insertPart(tx, deps, order, share, refund);
  // The amount of an open request would no longer be what the order owes.
  await endOwed(tx, deps, order.id, 'refund');
  const more: RefundRow[] = [];
  for (const [i, each] of others.entries()) {
    const { reason } = refund;
    const values = { idempotencyKey: `${PART}${first.id}:${i + 1}`, partOf: first.id, reason };
    more.push(await insertPart(tx, deps, order, each, values));
  }
  return [first, ...more];
}

/** Stores a refund of a sum of one payment of the order. */
function insertPart(
  tx: Executor,
  deps: SettlementDeps,
  order: OrderRow,
  { paymentId, cents }: OrderPayment,
  values: Pick<NewRefundRow, 'idempotencyKey'> & Partial<NewRefundRow>,
): Promise<RefundRow> {
  const createdAt = deps.clock.now();
  return repository.insertRefund(tx, {
    ...values,
    amountCents: cents,
    orderId: order.id,
    paymentIntentId: paymentId,
    provider: deps.payments.name,
    currency: order.currency,
    nextCheckAt: new Date(createdAt.getTime() + FIRST_CHECK_MS),
    createdAt,
  });
}

type Parts = [RefundRow, ...RefundRow[]];

/** What is left of each payment of an order, in US cents. */
function leftByPayment(order: OrderRow, payments: readonly OrderPayment[], rows: readonly RefundRow[]): OrderPayment[] {
  const unlisted = unlistedOf(order, rows);
  return payments.map(({ paymentId, cents }) => {
    const held = sumOf(rows.filter((row) => isHeld(row) && row.paymentIntentId === paymentId));
    const isFirst = paymentId === order.stripePaymentIntentId;
    return { paymentId, cents: Math.max(0, cents - held - (isFirst ? unlisted : 0)) };
  });
}

/** One payment that covers all of it, the first one if it can; otherwise as much as each has left. */
function sharesOf(amountCents: number, left: readonly OrderPayment[]): OrderPayment[] {
  const single = left.find(({ cents }) => cents >= amountCents);
  if (single) return [{ ...single, cents: amountCents }];
  let open = amountCents;
  return left.flatMap(({ paymentId, cents }) => {
    const share = Math.min(open, cents);
    open -= share;
    return share > 0 ? [{ paymentId, cents: share }] : [];
  });
}

/** Makes the parts of a refund one after the other. @returns the first part */
export async function sendParts(
  deps: SettlementDeps,
  [first, ...more]: Parts,
  options: { isRepeated: boolean },
): Promise<RefundRow> {
  const sent = await sendRefund(deps, first, options);
  for (const part of more) await sendRefund(deps, part, options);
  return sent;
}

/** A stored refund with its further parts. */
const withParts = (first: RefundRow, rows: readonly RefundRow[]): Parts => [
  first,
  ...rows.filter(({ partOf }) => partOf === first.id),
];

/**
 * Stores, on a locked order, the refund of a payment that came after its request had ended; `sendRefund` makes it, or
 * `resumeRefunds`. It has no mail of its own. The payment is already in the order's sums.
 */
export async function addReturn(
  tx: Executor,
  deps: SettlementDeps,
  order: OrderRow,
  { id, paymentId, amountCents }: { id: string; paymentId: string; amountCents: number },
): Promise<RefundRow> {
  const payment = { paymentId, cents: amountCents };
  return insertPart(tx, deps, order, payment, {
    idempotencyKey: `${RETURN}${id}`,
    reason: errorText('owed_returned_reason', deps.config.ownerLanguage),
  });
}

/**
 * @throws AppError `validation` for a line that the order does not have · `refund_exceeds` for more of it than is left
 */
function amountOf(
  deps: SettlementDeps,
  { order, rows }: { order: OrderRow; rows: readonly RefundRow[] },
  { amount, lines = [], shipping, certificate }: RefundInput,
): number {
  const returned = returnedIn(rows);
  if (certificate) return centsOf(order.tax);
  const paid = taxInParts(order, order.taxes?.line.reason);
  let cents = shipping ? shippingPaidCents(paid) : 0;
  const unknown = lines.findIndex((line) => !order.lines.some(({ id }) => id === line.id));
  if (unknown >= 0) throw new AppError('validation', { issues: [{ path: `lines.${unknown}.id`, code: 'invalid' }] });
  const ofLines = piecesCents(paid.lines, returned, lines);
  if (ofLines === null) throw exceeds(deps, leftOf(order, rows));
  cents += ofLines;
  if (amount !== undefined) return centsOf(amount);
  if (cents === 0) throw new AppError('validation', { issues: [{ path: 'amount', code: 'amount_invalid' }] });
  return cents;
}

/**
 * @throws AppError `validation` without its last day, or together with an amount or parts, which would contradict it
 */
function certificateOf({
  certificate,
  certificateUntil,
  amount,
  lines = [],
  shipping,
}: RefundInput): TaxCertificate | null {
  if (certificate === null) return null;
  const refuse = (path: string, code: string) => new AppError('validation', { issues: [{ path, code }] });
  if (amount !== undefined || lines.length > 0 || shipping) throw refuse('certificate', 'invalid');
  if (certificateUntil === undefined) throw refuse('certificateUntil', 'required');
  return { number: certificate, validUntil: certificateUntil };
}

/**
 * Tax is refunded as a whole and before any other refund, because it is unknown how much tax other refunds contain.
 *
 * @throws AppError `tax_not_exemptible` · `validation` the certificate had expired when the order was placed
 */
function requireExemptible(order: OrderRow, rows: readonly RefundRow[], { validUntil }: TaxCertificate): void {
  if (!order.taxes || textToCents(order.tax) === 0 || rows.some((row) => isHeld(row) && !isReturn(row)))
    throw new AppError('tax_not_exemptible');
  if (validUntil < shopDay(order.createdAt)) {
    throw new AppError('validation', { issues: [{ path: 'certificateUntil', code: 'certificate_ended' }] });
  }
}

/** Records the certificate on the order's tax, and marks the tax provider's record for a person to check. */
async function exempt(
  tx: Executor,
  deps: SettlementDeps,
  order: OrderRow,
  { id: refundId, amountCents }: RefundRow,
  certificate: TaxCertificate,
): Promise<void> {
  await exemptOrder(tx, deps, order, certificate);
  await recordExemption(tx, deps, { orderId: order.id, refundId, amountCents });
}

const exceeds = ({ config }: SettlementDeps, leftCents: number) =>
  new AppError('refund_exceeds', { values: { amount: formatPrice(leftCents, config.ownerLanguage) } });

function leftOf(order: Pick<OrderRow, 'totalAmount' | 'refundedAmount'>, rows: readonly RefundRow[]): number {
  return refundableCents(
    order,
    rows.map((row) => ({ amountCents: row.amountCents, state: row.state, isAtProvider: isCounted(row) })),
  );
}

/** Refunds of the first payment that the provider reported to earlier versions, without a row for each. */
const unlistedOf = ({ refundedAmount }: OrderRow, rows: readonly RefundRow[]) =>
  Math.max(0, centsOf(refundedAmount) - sumOf(rows.filter(isCounted)));

/** Adds the components that the products had when they were bought. */
const withComponents = (lines: NonNullable<RefundInput['lines']>, bought: readonly OrderLine[]) =>
  lines.map((line) => ({ ...line, components: bought.find(({ id }) => id === line.id)?.components }));

const isHeld = ({ state }: RefundRow) => state === 'requested' || state === 'succeeded';
const isReturn = ({ idempotencyKey }: RefundRow) => idempotencyKey?.startsWith(RETURN) ?? false;
/** Whether both rows are parts of one refund. */
const isSameRefund = (one: RefundRow, other: RefundRow) => (one.partOf ?? one.id) === (other.partOf ?? other.id);
/** The units in refunds of whole lines, unless every part of the refund has failed. */
const returnedIn = (rows: readonly RefundRow[]) =>
  rows.filter((row) => withParts(row, rows).some(isHeld)).flatMap((row) => row.lines ?? []);
/** Whether it is part of the refunded sum: the provider has it, or it was paid another way. */
const isCounted = (row: RefundRow) => isHeld(row) && (row.providerRefundId !== null || isOtherWay(row));
const isOtherWay = ({ otherWay }: RefundRow) => otherWay !== null;
const sumOf = (rows: readonly { amountCents: number }[]) => rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
const stateOf = (status: ProviderRefund['status']): RefundState => (status === 'pending' ? 'requested' : status);

function hashOf({ amount, lines, shipping, reason, restock, notify, ...more }: RefundInput): string {
  const body = JSON.stringify([
    amount,
    lines?.map(({ id, quantity }) => [id, quantity]),
    shipping,
    reason,
    restock,
    notify,
    ...(more.certificate === null ? [] : [more.certificate, more.certificateUntil]),
  ]);
  return createHash('sha256').update(body).digest('hex');
}

function toWire(row: RefundRow): Refund {
  const { id, amountCents, lines, state, reason, failure, idempotencyKey, otherWay, otherWayOn, createdAt } = row;
  return {
    id,
    amount: centsToText(amountCents),
    lines,
    state,
    reason,
    failure,
    isOwn: idempotencyKey !== null,
    otherWay: otherWay === null ? null : { how: otherWay, on: otherWayOn ?? '' },
    createdAt: createdAt.toISOString(),
  };
}
