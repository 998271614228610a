import { createHash } from 'node:crypto';
import { facts } from '#brand/facts.ts';
import { AppError } from '#server/errors.ts';
import { tellOfDeclines } from '#server/features/orders/service.ts';
import {
  countDeclines,
  countDeclinesOfPayment,
  deleteDeclinesBefore,
  insertDecline,
  listDeclinedOften,
  listKnownDeclines,
  listOpenDeclined,
} from './declines-repository.ts';
import { type Checkout, findCheckoutByPayment } from './repository.ts';
import { type CheckoutDeps, cancelCheckout } from '#server/features/checkout/service.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A payment lives two hours; an hour more for what is late. */
const PAYMENT_MS = 3 * HOUR_MS;
/** Refused callers that are kept in memory at most. */
const MOST_REFUSED = 10_000;

/**
 * Declined cards that an honest shopper does not come to: of one payment, then it is canceled; of one browser or address
 * in an hour, then it starts no more payments for a while; of the whole shop in an hour, then the owner is told and starts
 * of payments ask for a computation.
 */
export const DECLINES = { payment: 10, device: 20, caller: 40, overall: 50 } as const;

/** Who starts a payment, as hashes: the network of the address, and the browser's cookie. */
export type Origin = { caller: string; device: string };

/** Kept with checkouts and declines in place of an address: enough to count by, and nothing to read. */
export function hashOrigin(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/**
 * Who has had too many cards declined, as this process knows it: starts of payments are asked about it without a call of
 * the database. Renewed at each pass of the sweep and after each decline, from what all instances share.
 */
export class DeclineWatch {
  #refused = new Set<string>();
  #isRising = false;

  renew(refused: Iterable<string>, isRising: boolean): void {
    this.#refused = new Set(refused);
    this.#isRising = isRising;
  }

  /** Whether so many cards are declined in the whole shop that starts of payments ask for a computation. */
  get isRising(): boolean {
    return this.#isRising;
  }

  /** @throws AppError `card_attempts` */
  admit({ caller, device }: Origin): void {
    if (this.#refused.has(caller) || this.#refused.has(device)) {
      throw new AppError('card_attempts', { values: { email: facts.email }, retryAfterSeconds: HOUR_MS / 1000 });
    }
  }
}

/**
 * Counts a declined card of one of our payments, and cancels the payment at its tenth. Safe to repeat.
 *
 * @param eventId names the decline, so that it counts once
 * @throws AppError `payment_provider_failed` · `payment_provider_timeout` it was counted, and is still to be canceled
 */
export async function recordDecline(deps: CheckoutDeps, paymentId: string, eventId: string): Promise<void> {
  const checkout = await findCheckoutByPayment(deps.db, paymentId);
  if (!checkout) return;
  const now = deps.clock.now();
  const { caller, device } = checkout;
  const decline = { eventId, paymentIntentId: paymentId, caller, device, createdAt: now };
  if (await insertDecline(deps.db, decline)) {
    deps.metrics.cardDeclines.inc({});
    deps.log.info({ event: 'card_declined', paymentId }, 'a card was declined');
    await renewDeclines(deps);
  }
  const ofPayment = await countDeclinesOfPayment(deps.db, paymentId, new Date(now.getTime() - PAYMENT_MS));
  if (ofPayment >= DECLINES.payment && checkout.status === 'open') await cancelAndTell(deps, checkout, ofPayment);
}

/** @returns whether it is canceled now; not when it turned out to be paid */
async function cancelAndTell(deps: CheckoutDeps, checkout: Checkout, count: number): Promise<boolean> {
  const { kind } = await cancelCheckout(deps, checkout);
  if (kind !== 'canceled') return false;
  deps.metrics.closedPayments.inc({});
  deps.log.warn(
    { event: 'card_testing', kind: 'payment', paymentId: checkout.paymentIntentId },
    'a payment was canceled after ten declined cards',
  );
  await tellOfDeclines(deps, 'payment', count);
  return true;
}

/**
 * Cancels what has had ten declined cards and is open all the same: its process has ended between the tenth and the
 * cancelation, or the provider was away. @returns how many are canceled
 */
export async function cancelDeclined(deps: CheckoutDeps): Promise<number> {
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

/** As `recordDecline`, of what the provider lists; those that are known cost nothing more. */
export async function recordListedDeclines(
  deps: CheckoutDeps,
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

/** Looks who has had too many cards declined within the hour, tells the owner of it, and forgets what is older than a day. */
export async function renewDeclines(deps: CheckoutDeps): Promise<void> {
  const now = deps.clock.now().getTime();
  const since = new Date(now - HOUR_MS);
  const often = (by: 'caller' | 'device') =>
    listDeclinedOften(deps.db, by, { since, atLeast: DECLINES[by], limit: MOST_REFUSED });
  const count = await countDeclines(deps.db, since);
  const refused = count < DECLINES.device ? [] : [...(await often('caller')), ...(await often('device'))];
  const isRising = count >= DECLINES.overall;
  deps.declines.renew(refused, isRising);
  deps.metrics.recentDeclines.set({}, count);
  if (refused.length > 0) await tellOfDeclines(deps, 'source', refused.length);
  if (isRising) await tellOfDeclines(deps, 'overall', count);
}

export function forgetOldDeclines({ db, clock }: CheckoutDeps): Promise<void> {
  return deleteDeclinesBefore(db, new Date(clock.now().getTime() - DAY_MS));
}

/** Declined cards of the last hour. */
export function countRecentDeclines({ db, clock }: Pick<CheckoutDeps, 'db' | 'clock'>): Promise<number> {
  return countDeclines(db, new Date(clock.now().getTime() - HOUR_MS));
}
