import { findOwedByPayment } from '#server/features/orders/owed.ts';
import type { SettlementDeps } from '../deps.ts';
import { type Checkout, findCheckoutByPayment } from '../repository.ts';
import { cancelCheckout } from '../service.ts';
import { tellOfDeclines } from './alerts.ts';
import {
  countDeclines,
  countDeclinesOfPayment,
  deleteDeclinesBefore,
  insertDecline,
  listDeclinedOften,
  listKnownDeclines,
  listOpenDeclined,
} from './repository.ts';
import { DECLINES } from './watch.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A payment is open for two hours; one more hour for late events. */
const PAYMENT_MS = 3 * HOUR_MS;
/** How many blocked callers are kept in memory. */
const MAX_REFUSED = 10_000;

/**
 * Counts a declined card of one of our payments, and cancels the payment at its tenth. Safe to repeat.
 *
 * @param eventId identifies the decline, so that it is counted once
 * @throws AppError `payment_provider_failed` · `payment_provider_timeout` it was counted, but not canceled yet
 */
export async function recordDecline(deps: SettlementDeps, paymentId: string, eventId: string): Promise<void> {
  const checkout = await findCheckoutByPayment(deps.db, paymentId);
  const owed = checkout ? null : await findOwedByPayment(deps.db, paymentId);
  const { caller, device } = checkout ?? { caller: owed?.caller ?? null, device: null };
  if (!checkout && !owed) return;
  const now = deps.clock.now();
  const decline = { eventId, paymentIntentId: paymentId, caller, device, createdAt: now };
  if (await insertDecline(deps.db, decline)) {
    deps.metrics.cardDeclines.inc({});
    deps.log.info({ event: 'card_declined', paymentId }, 'a card was declined');
    await renewDeclines(deps);
  }
  const ofPayment = await countDeclinesOfPayment(deps.db, paymentId, new Date(now.getTime() - PAYMENT_MS));
  if (ofPayment < DECLINES.payment) return;
  if (checkout?.status === 'open') await cancelAndTell(deps, checkout, ofPayment);
  if (owed?.state === 'open') await cancelOwedAndTell(deps, paymentId, ofPayment);
}

/** The request stays open: its buyer can begin another payment, a few times. */
async function cancelOwedAndTell(deps: SettlementDeps, paymentId: string, count: number): Promise<void> {
  const payment = await deps.payments.cancelPayment(paymentId);
  if (payment?.status === 'canceled') await noteCanceled(deps, paymentId, count);
}

/** @returns whether it is canceled now; false when it turned out to be paid */
async function cancelAndTell(deps: SettlementDeps, checkout: Checkout, count: number): Promise<boolean> {
  const { kind } = await cancelCheckout(deps, checkout);
  if (kind !== 'canceled') return false;
  await noteCanceled(deps, checkout.paymentIntentId, count);
  return true;
}

async function noteCanceled(deps: SettlementDeps, paymentId: string | null, count: number): Promise<void> {
  deps.metrics.closedPayments.inc({});
  deps.log.warn(
    { event: 'card_testing', kind: 'payment', paymentId },
    'a payment was canceled after ten declined cards',
  );
  await tellOfDeclines(deps, 'payment', count);
}

/**
 * Cancels open payments with ten declined cards. They remain open if the process ended between the tenth decline and
 * the cancellation, or if the provider could not be reached. @returns how many are canceled
 */
export async function cancelDeclined(deps: SettlementDeps): Promise<number> {
  const since = new Date(deps.clock.now().getTime() - PAYMENT_MS);
  let canceled = 0;
  for (const { checkout, count } of await listOpenDeclined(deps.db, since, DECLINES.payment)) {
    try {
      if (await cancelAndTell(deps, checkout, count)) canceled += 1;
    } catch (error) {
      deps.log.warn({ err: error, checkoutId: checkout.id }, 'a payment with ten declined cards was not canceled');
    }
  }
  return canceled;
}

/** Like `recordDecline`, for declines that the provider lists. Known ones cause no further work. */
export async function recordListedDeclines(
  deps: SettlementDeps,
  declines: readonly { paymentId: string; eventId: string }[],
): Promise<void> {
  const known = await listKnownDeclines(
    deps.db,
    declines.map(({ eventId }) => eventId),
  );
  for (const { paymentId, eventId } of declines) {
    if (!known.has(eventId)) await recordDecline(deps, paymentId, eventId);
  }
}

/**
 * Finds callers with too many declined cards within the hour, mails the owner about them, and deletes declines older
 * than a day.
 */
export async function renewDeclines(deps: SettlementDeps): Promise<void> {
  const now = deps.clock.now().getTime();
  const since = new Date(now - HOUR_MS);
  const often = (by: 'caller' | 'device') =>
    listDeclinedOften(deps.db, by, { since, atLeast: DECLINES[by], limit: MAX_REFUSED });
  const count = await countDeclines(deps.db, since);
  const refused = count < DECLINES.device ? [] : [...(await often('caller')), ...(await often('device'))];
  const isRising = count >= DECLINES.overall;
  deps.declines.renew(refused, isRising);
  deps.metrics.recentDeclines.set({}, count);
  if (refused.length > 0) await tellOfDeclines(deps, 'source', refused.length);
  if (isRising) await tellOfDeclines(deps, 'overall', count);
}

export function forgetOldDeclines({ db, clock }: SettlementDeps): Promise<void> {
  return deleteDeclinesBefore(db, new Date(clock.now().getTime() - DAY_MS));
}
