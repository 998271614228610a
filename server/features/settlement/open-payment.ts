import { createHash } from 'node:crypto';
import { isLinkAttempt } from '#server/db/link-attempts.ts';
import { AppError, type ErrorCode } from '#server/errors.ts';
import { holdCode } from '#server/features/codes/service.ts';
import type { Payment } from '#server/features/payments/provider.ts';
import { holdStock } from '#server/features/stock/service.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import type { Origin } from './declines/watch.ts';
import type { SettlementDeps } from './deps.ts';
import type { Cancellation } from './outcome.ts';
import {
  type Checkout,
  findCheckoutByPayment,
  freeContent,
  insertCheckout,
  type NewCheckout,
  retireCheckout,
  savePaymentId,
} from './repository.ts';
import { cancelCheckout } from './service.ts';

/** Time for the browser to confirm before the provider is first asked. */
export const FIRST_CHECK_SECONDS = 15;

/** Fields of a checkout that are set when it is stored, or later. */
type Stored =
  | 'id'
  | 'attemptKey'
  | 'contentHash'
  | 'provider'
  | 'paymentIntentId'
  | 'policies'
  | 'status'
  | 'nextCheckAt'
  | 'createdAt'
  | 'settledAt'
  | keyof Origin;

/** `isHeld`: whether everything in it is held; `null` when nothing is counted. */
type OpenedPayment = { payment: Payment; isHeld: boolean | null };

/** The content of a checkout, and who starts it. Amounts in US cents. */
export type CheckoutDraft = Omit<Checkout, Stored> & { attemptKey: string } & Origin;

/**
 * Stores a checkout, then returns its payment. The same attempt with the same content gives the same payment, even when
 * it is already paid. Other content replaces the earlier payment. Stock and code are held before the provider is asked.
 *
 * @param isCounted whether the shop counts any product: otherwise nothing is held
 * @throws AppError `conflict` overtaken by a newer start · `sold_out` · `code_used_up` · `code_unknown` ·
 * `already_paid` · `amount_mismatch` an older payment of the attempt turns out to be paid · `payment_provider_failed` ·
 * `payment_provider_timeout`
 */
export async function openPayment(
  deps: SettlementDeps,
  checkoutDraft: CheckoutDraft,
  { isCounted }: { isCounted: boolean },
): Promise<OpenedPayment> {
  const draft = toRow(deps, checkoutDraft);
  let { checkout, older } = await insertCheckout(deps.db, draft);
  if (checkout.paymentIntentId) {
    const payment = await deps.payments.findPayment(checkout.paymentIntentId);
    if (payment && payment.status !== 'canceled') {
      if (payment.status === 'succeeded') return { payment, isHeld: null };
      const isHeld = payment.status === 'processing' ? null : await hold(deps, checkout, { isCounted, older });
      await cancelSuperseded(deps, checkout, older);
      return { payment, isHeld };
    }
    // Closed at the provider, or created with earlier keys: the same cart gets a new payment.
    if (!(await retireCheckout(deps.db, checkout))) await freeContent(deps.db, checkout);
    ({ checkout, older } = await insertCheckout(deps.db, draft));
  }
  const isHeld = await holdOrRetire(deps, checkout, { isCounted, older });
  await cancelSuperseded(deps, checkout, older);
  const payment = await createPayment(deps, checkout);
  const saved = await savePaymentId(deps.db, checkout.id, payment.id);
  if (saved) {
    await supersedeLate(deps, saved, older);
    return { payment, isHeld };
  }
  const current = await findCheckoutByPayment(deps.db, payment.id);
  if (current?.status === 'paid') return { payment, isHeld: null };
  // A newer start of this attempt has closed this one meanwhile, so its payment is not returned.
  await deps.payments.cancelPayment(payment.id);
  throw new AppError('conflict');
}

function toRow(
  { clock, config, payments, content: published, refundRule }: SettlementDeps,
  draft: CheckoutDraft,
): NewCheckout {
  // Days, tax and source are not the shopper's choice, so they do not make another checkout; another total does.
  const { attemptKey, caller, device, shipBy: _shipBy, arriveBy: _arriveBy, ...chosen } = draft;
  const { source: _source, taxes: _taxes, taxCents: _taxCents, discountName: _discountName, ...content } = chosen;
  const now = clock.now();
  // Without what checkouts of earlier versions lack: the names in all languages, the shares of the discount.
  const lines = content.lines.map(({ names: _, discountCents: _share, ...line }) => line);
  const hashed = JSON.stringify({ ...content, lines, provider: payments.name });
  return {
    ...draft,
    provider: payments.name,
    contentHash: createHash('sha256').update(hashed).digest('hex'),
    policies: {
      revision: published.current().revision,
      at: now.toISOString(),
      language: draft.preferredLanguage,
      refundRule: refundRule(draft.preferredLanguage),
    },
    createdAt: now,
    nextCheckAt: new Date(now.getTime() + Math.min(config.sweepSeconds, FIRST_CHECK_SECONDS) * 1000),
  };
}

/** Whether any product is counted, and the attempt's older checkouts. */
type Before = { isCounted: boolean; older: readonly Checkout[] };

async function hold(deps: SettlementDeps, checkout: Checkout, { isCounted, older }: Before): Promise<boolean | null> {
  const { attemptKey, lines, preferredLanguage: language, codeId, address, caller, device } = checkout;
  if (isLinkAttempt(attemptKey)) return null;
  const isHeld = isCounted ? await holdStock(deps, { attemptKey, caller, device, lines, language }) : null;
  // Without a code, only an earlier one is released.
  if (codeId !== null || older.some((each) => each.codeId !== null))
    await holdCode(deps, { attemptKey, caller, device, codeId, email: address.email });
  return isHeld ?? (codeId === null ? null : true);
}

const UNHELD: ReadonlySet<ErrorCode> = new Set(['sold_out', 'code_used_up', 'code_unknown']);

/** A checkout that cannot hold its stock and code is closed at once, so it is never paid. */
async function holdOrRetire(deps: SettlementDeps, checkout: Checkout, before: Before): Promise<boolean | null> {
  try {
    return await hold(deps, checkout, before);
  } catch (error) {
    if (error instanceof AppError && UNHELD.has(error.code)) await retireCheckout(deps.db, checkout);
    throw error;
  }
}

/**
 * A provider repeats its refusal for the same checkout, so the next try needs a new one. After a timeout the same
 * checkout is tried again.
 */
async function createPayment(deps: SettlementDeps, checkout: Checkout): Promise<Payment> {
  const { id, totalCents, currency, address } = checkout;
  try {
    return await deps.payments.createPayment({
      checkoutId: id,
      amountCents: totalCents,
      currency,
      email: address.email,
      address,
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'payment_provider_failed') await retireCheckout(deps.db, checkout);
    throw error;
  }
}

/**
 * Cancels the attempt's older payments before the newest is returned. Best effort: what cannot be canceled now stays
 * open, and the next reconciliation retries.
 *
 * @throws AppError `already_paid` · `amount_mismatch` one of them turns out to be paid; the shopper decides what to do
 */
async function cancelSuperseded(deps: SettlementDeps, checkout: Checkout, older: readonly Checkout[]): Promise<void> {
  const results = await Promise.all(older.map((each) => cancelQuietly(deps, each)));
  for (const result of results) {
    if (result?.kind !== 'order' && result?.kind !== 'anomaly') continue;
    await cancelQuietly(deps, checkout);
    if (result.kind === 'anomaly') throw new AppError('amount_mismatch');
    throw new AppError('already_paid', { values: { number: orderNumber(result.order.id) } });
  }
}

/** Replaces concurrent starts of the same attempt before this payment is returned. */
async function supersedeLate(
  deps: SettlementDeps,
  saved: { checkout: Checkout; older: readonly Checkout[] },
  known: readonly Checkout[],
): Promise<void> {
  const late = saved.older.filter(({ id }) => known.every((each) => each.id !== id));
  if (late.length === 0) return;
  await hold(deps, saved.checkout, { isCounted: false, older: late });
  await cancelSuperseded(deps, saved.checkout, late);
}

async function cancelQuietly(deps: SettlementDeps, older: Checkout): Promise<Cancellation | null> {
  try {
    return await cancelCheckout(deps, older);
  } catch (error) {
    deps.log.warn({ err: error, checkoutId: older.id }, 'an older payment of the attempt was not canceled');
    return null;
  }
}
