import { createHash, timingSafeEqual } from 'node:crypto';
import type { Executor } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import type { CheckoutAddress, PAYMENT_PROVIDERS } from '#shared/checkout/checkout.ts';
import type { Evidence, EvidenceField } from '#shared/orders/dispute-file.ts';
import type { PaymentWarning } from '#shared/orders/refunds-and-disputes.ts';

/** The states of a payment, as Stripe names them. */
export type PaymentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'requires_capture'
  | 'processing'
  | 'canceled'
  | 'succeeded';

/**
 * A payment as its provider reports it. `amountCents` in the currency's smallest unit, `currency` in lower case.
 * `clientSecret` lets a browser pay it and is only for the shopper who started it.
 */
export type Payment = {
  id: string;
  clientSecret: string;
  status: PaymentStatus;
  amountCents: number;
  currency: string;
  /** Milliseconds since it was started, independent of this machine's time of day. */
  ageMs: number;
  /** The checkout that it was created for, if the provider stores that; absent on payments of others. */
  checkoutId?: string;
  /** The same for a requested payment of an existing order. */
  owedId?: string;
};

/**
 * What a payment is for, kept in its metadata. A checkout has one payment, and its id is the idempotency key, so that a
 * repeated call gives the same payment. A requested payment may get another one after a canceled one: `begun` says
 * which it is.
 */
type PaidFor = { checkoutId: string } | { owedId: string; begun: number };

export type NewPayment = PaidFor & {
  amountCents: number;
  currency: string;
  email: string;
  /** The shipping address, for the provider's fraud checks and receipts. */
  address: CheckoutAddress;
};

/**
 * A webhook event with a verified signature. It only says what has changed; the current state is then read from the
 * provider. `wrong_mode`: a test event at a live shop, or the reverse. `stale`: signed too long ago by our clock, so
 * that nothing else in it is used.
 */
export type WebhookEvent =
  | { kind: 'payment' | 'refund'; paymentId: string }
  | { kind: 'declined'; paymentId: string; eventId: string }
  | { kind: 'dispute'; paymentId: string; disputeId: string }
  /** `reference` identifies it, so that it is recorded once; `reason` is the provider's word. */
  | { kind: 'warning'; paymentId: string; warning: PaymentWarning; reason: string; reference: string }
  | { kind: 'wrong_mode'; reference: string }
  | { kind: 'stale'; ageSeconds: number }
  | { kind: 'other' };

/** `pending`: accepted by the provider, and being processed by the customer's bank. */
type ProviderRefundStatus = 'pending' | 'succeeded' | 'failed' | 'canceled';

/** A refund as its provider reports it. `refundId` is our own reference, absent on refunds made at the provider. */
export type ProviderRefund = {
  id: string;
  refundId?: string;
  amountCents: number;
  currency: string;
  status: ProviderRefundStatus;
};

/** `refundId` is our reference and the idempotency key, so that a repeated call gives the same refund. */
export type NewRefund = { refundId: string; paymentId: string; amountCents: number };

/** The provider refused a refund and would refuse it again. `reason` is its code, such as `charge_already_refunded`. */
export type RefundRefusal = { refused: string };
type Dispute = { id: string; status: string; reason: string; amountCents: number; currency: string };

/**
 * A dispute with the state of its evidence. `prepared` are the fields with the text written by `stageEvidence`, `own`
 * those with other text; the rest are empty.
 */
export type DisputeWithEvidence = Dispute & {
  /** The bank's deadline for evidence; `null` when it takes none. */
  dueAt: Date | null;
  prepared: EvidenceField[];
  own: EvidenceField[];
};

/** The interface of a provider that sends webhook events. The calls throw the same AppErrors as the provider's. */
export type ProviderWebhook = {
  /** `false` when no secret is set, so that events cannot be verified. */
  isReady: boolean;
  /** @throws AppError `signature_invalid` */
  read(body: Buffer, signature: string | undefined): WebhookEvent;
  findDispute(id: string): Promise<Dispute | null>;
  /**
   * Succeeded payments of the account since then, each once, as far back as the provider lists them; on a shared
   * account only those with our mark.
   */
  listSucceeded(since: Date): Promise<string[]>;
  /** Declined cards since then, newest first, at most a thousand. */
  listDeclined(since: Date): Promise<{ paymentId: string; eventId: string }[]>;
};

/** The idempotency key of a new payment, and its mark in the provider's metadata. */
export const identityOf = (payment: PaidFor): { key: string; metadata: Record<string, string> } =>
  'checkoutId' in payment
    ? { key: payment.checkoutId, metadata: { checkoutId: payment.checkoutId } }
    : { key: `${payment.owedId}:${payment.begun}`, metadata: { owedId: payment.owedId } };

/** A payment provider. Never called inside a database transaction, except `forgetPayments`. */
export type PaymentProvider = {
  name: (typeof PAYMENT_PROVIDERS)[number];
  /** For the browser's script, if the provider has one. */
  publishableKey?: string;
  /** Absent for a provider that sends no events. */
  webhook?: ProviderWebhook;
  /**
   * @throws AppError `payment_provider_failed` it refused, and would refuse the same checkout again ·
   * `payment_provider_timeout` no answer; the payment may exist, and repeating the call gives it
   */
  createPayment(payment: NewPayment): Promise<Payment>;
  /** `null` when the provider does not know it. @throws AppError as above */
  findPayment(id: string): Promise<Payment | null>;
  /** Cancels it if that is still possible, and returns its state. @throws AppError as above */
  cancelPayment(id: string): Promise<Payment | null>;
  /**
   * Refunds a part of a payment, or all of it.
   *
   * @throws AppError as above; the refund may exist, and repeating the call gives it for about a day
   */
  createRefund(refund: NewRefund): Promise<ProviderRefund | RefundRefusal>;
  /** All refunds of a payment, in any order, from any source. @throws AppError as above */
  listRefunds(paymentId: string): Promise<ProviderRefund[]>;
  /** All disputes of a payment, newest first. @throws AppError as above */
  listDisputes(paymentId: string): Promise<DisputeWithEvidence[]>;
  /**
   * Writes evidence into a dispute without submitting it: the owner submits it. A field with other people's text stays
   * unchanged; a field written earlier and missing in `evidence` is emptied. Idempotent.
   *
   * @returns the dispute afterwards; `null` when it is unknown, or no longer takes evidence
   * @throws AppError as above; the evidence may have been written, and repeating the call writes it
   */
  stageEvidence(disputeId: string, evidence: Evidence): Promise<DisputeWithEvidence | null>;
  /** Deletes the payments of checkouts deleted in `tx`. Absent when payments are not in our database. */
  forgetPayments?(tx: Executor, ids: string[]): Promise<void>;
};

/** Rejects after the time limit. The call itself is not aborted. @throws AppError `payment_provider_timeout` */
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

/** Compares in constant time, also texts of different lengths. */
export function isSameSecret(given: string, kept: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(kept));
}
