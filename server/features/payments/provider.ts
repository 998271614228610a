import { createHash, timingSafeEqual } from 'node:crypto';
import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import type { CheckoutAddress, PAYMENT_PROVIDERS } from '#shared/checkout.ts';

/** The states of a payment, in Stripe's words. */
export type PaymentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'processing'
  | 'canceled'
  | 'succeeded';

/**
 * A payment as its provider tells it. `amountCents` in the currency's smallest unit, `currency` in lower case;
 * `clientSecret` lets a browser pay it and goes to nobody but the shopper who started it.
 */
export type Payment = {
  id: string;
  clientSecret: string;
  status: PaymentStatus;
  amountCents: number;
  currency: string;
  /** Milliseconds since it was started, by a clock that this machine's time of day has no say in. */
  ageMs: number;
  /** The checkout that it was made for, where the provider keeps that; absent on payments that are not ours. */
  checkoutId?: string;
};

type NewPayment = {
  /** One payment per checkout: it is the idempotency key, so that a repeated call gives the same payment. */
  checkoutId: string;
  amountCents: number;
  currency: string;
  email: string;
  /** Where the parcel goes; the provider's fraud checks and receipts use it. */
  address: CheckoutAddress;
};

/**
 * What a provider told us by itself, of a checked origin. It says where to look; how things stand is then asked for.
 * `wrong_mode`: a test event at a live shop, or the other way round. `stale`: signed too long ago by our clock, so that
 * nothing else of it counts.
 */
export type WebhookEvent =
  | { kind: 'payment' | 'refund'; paymentId: string }
  | { kind: 'declined'; paymentId: string; eventId: string }
  | { kind: 'dispute'; paymentId: string; disputeId: string }
  | { kind: 'wrong_mode'; reference: string }
  | { kind: 'stale'; ageSeconds: number }
  | { kind: 'other' };

/** `refundedCents` is the sum of all refunds of the payment. */
type Refund = { refundedCents: number; currency: string };
type Dispute = { id: string; status: string; reason: string; amountCents: number; currency: string };

/** What a provider offers that tells us of changes by itself. The calls throw AppErrors as those of the provider do. */
export type ProviderWebhook = {
  /** `false` when no secret is set: then nothing can be told from a forgery. */
  isReady: boolean;
  /** @throws AppError `signature_invalid` */
  read(body: Buffer, signature: string | undefined): WebhookEvent;
  /** `null` when nothing was ever charged. */
  findRefund(paymentId: string): Promise<Refund | null>;
  findDispute(id: string): Promise<Dispute | null>;
  /**
   * Payments of the account that have succeeded since then, each once, as far back as the provider tells of it; on a
   * shared account those with our mark alone.
   */
  listSucceeded(since: Date): Promise<string[]>;
  /** Declined cards since then, newest first, a thousand at most. */
  listDeclined(since: Date): Promise<{ paymentId: string; eventId: string }[]>;
};

/** Who takes the money. Never called inside a database transaction, but for `forgetPayments`. */
export type PaymentProvider = {
  name: (typeof PAYMENT_PROVIDERS)[number];
  /** What the browser's script needs, where there is one. */
  publishableKey?: string;
  /** Absent where nothing happens behind our back. */
  webhook?: ProviderWebhook;
  /**
   * @throws AppError `payment_provider_failed` it said no, and would say so again to the same checkout ·
   * `payment_provider_timeout` it said nothing; it may have been made, and the same call again tells
   */
  createPayment(payment: NewPayment): Promise<Payment>;
  /** `null` when the provider does not know it. @throws AppError as above */
  findPayment(id: string): Promise<Payment | null>;
  /** Makes it unpayable if that is still possible, and tells how it stands now. @throws AppError as above */
  cancelPayment(id: string): Promise<Payment | null>;
  /** Deletes payments of checkouts that are deleted in `tx`. Absent where they stand with the provider and not here. */
  forgetPayments?(tx: Executor, ids: string[]): Promise<void>;
};

/** Waits so long and no longer; what was begun goes on unheard. @throws AppError `payment_provider_timeout` */
export async function withDeadline<T>(ms: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('payment_provider_timeout')), ms);
  });
  try {
    return await Promise.race([work(), limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Compares in a time that tells nothing of either text, not even its length. */
export function isSameSecret(given: string, kept: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(kept));
}
