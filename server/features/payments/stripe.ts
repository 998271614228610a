import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import type { Config } from '#server/config.ts';
import { AppError } from '#server/errors.ts';
import type { CheckoutAddress } from '#shared/checkout/checkout.ts';
import { COUNTRY } from '#shared/checkout/limits.ts';
import { EVIDENCE_FIELDS, type EvidenceField } from '#shared/orders/dispute-file.ts';
import { OPEN_DISPUTES, type PaymentWarning } from '#shared/orders/refunds-and-disputes.ts';
import {
  type DisputeWithEvidence,
  identityOf,
  type Payment,
  type PaymentProvider,
  type PaymentStatus,
  type ProviderRefund,
  type ProviderWebhook,
  type RefundRefusal,
  type WebhookEvent,
  withDeadline,
} from './provider.ts';

export type StripeSettings = NonNullable<Config['stripe']>;

/** Two tries of 4.5 s and the pause between them; the SDK's default is up to 3 tries of 80 s. */
const TRY_MS = 4_500;
const RETRIES = 1;
/** Time limit for the whole call: a connection that delivers a byte now and then never exceeds the limit of a try. */
export const STRIPE_CALL_MS = 10_000;
/** Stripe's largest page size. */
const PAGE = 100;

/** Card payments with the official SDK. Errors keep only the kind and request id of Stripe's answer. */
export function stripePayments(settings: StripeSettings): PaymentProvider {
  const stripe = connectStripe(settings, { timeout: TRY_MS, maxNetworkRetries: RETRIES });
  return {
    name: 'stripe',
    publishableKey: settings.publishableKey,
    webhook: stripeWebhook(stripe, settings),
    ...paymentCalls(stripe),
    ...refundCalls(stripe),
    ...disputeCalls(stripe),
  };
}

function paymentCalls(stripe: Stripe): Pick<PaymentProvider, 'createPayment' | 'findPayment' | 'cancelPayment'> {
  const retrieve = async (id: string) => toPayment(await stripe.paymentIntents.retrieve(id));
  return {
    createPayment: ({ amountCents, currency, email, address, ...payment }) =>
      call(async () => {
        const { key: idempotencyKey, metadata } = identityOf(payment);
        return toPayment(
          await stripe.paymentIntents.create(
            {
              amount: amountCents,
              currency,
              automatic_payment_methods: { enabled: true },
              // Not as `receipt_email`: Stripe would send its own mail as well.
              metadata: { ...metadata, email },
              shipping: toShipping(address),
            },
            { idempotencyKey },
          ),
        );
      }),
    findPayment: (id) => callOrNull(() => retrieve(id)),
    cancelPayment: (id) =>
      callOrNull(async () => {
        try {
          return toPayment(await stripe.paymentIntents.cancel(id));
        } catch (error) {
          // Already paid, processing or canceled.
          if (error instanceof Stripe.errors.StripeError && error.code === 'payment_intent_unexpected_state') {
            return retrieve(id);
          }
          throw error;
        }
      }),
  };
}

function refundCalls(stripe: Stripe): Pick<PaymentProvider, 'createRefund' | 'listRefunds'> {
  return {
    createRefund: ({ refundId, paymentId, amountCents }) =>
      call(async () => {
        try {
          return toRefund(
            await stripe.refunds.create(
              { payment_intent: paymentId, amount: amountCents, metadata: { refundId } },
              { idempotencyKey: refundId },
            ),
          );
        } catch (error) {
          const refusal = refusalOf(error);
          if (refusal) return refusal;
          throw error;
        }
      }),
    listRefunds: (paymentId) =>
      call(async () => {
        const found: ProviderRefund[] = [];
        for await (const refund of stripe.refunds.list({ payment_intent: paymentId, limit: PAGE })) {
          found.push(toRefund(refund));
        }
        return found;
      }),
  };
}

function disputeCalls(stripe: Stripe): Pick<PaymentProvider, 'listDisputes' | 'stageEvidence'> {
  return {
    listDisputes: (paymentId) =>
      call(async () => {
        const found: DisputeWithEvidence[] = [];
        for await (const dispute of stripe.disputes.list({ payment_intent: paymentId, limit: PAGE })) {
          found.push(toDispute(dispute));
        }
        return found;
      }),
    stageEvidence: (disputeId, evidence) =>
      callOrNull(async () => {
        const current = await stripe.disputes.retrieve(disputeId);
        if (!OPEN_DISPUTES.includes(current.status)) return null;
        const { own, prepared } = toDispute(current);
        const fields = EVIDENCE_FIELDS.filter((field) => !own.includes(field));
        const changed = fields.filter((field) => evidence[field] !== undefined || prepared.includes(field));
        if (changed.length === 0) return toDispute(current);
        const texts = changed.map((field) => [field, evidence[field] ?? ''] as const);
        const marks = texts.map(([field, text]) => [markOf(field), text && fingerprint(text)]);
        // Without an idempotency key, because the same call must write again after the owner has emptied a field.
        const changes = { evidence: Object.fromEntries(texts), metadata: Object.fromEntries(marks), submit: false };
        return toDispute(await stripe.disputes.update(disputeId, changes));
      }),
  };
}

/** The metadata key that marks a field as written by the shop, not in the dashboard. */
const markOf = (field: EvidenceField) => `evidence_${field}`;

/** A hash without regard to whitespace, because Stripe may change line breaks and spaces. */
const fingerprint = (text: string) =>
  createHash('sha256').update(text.replace(/\s+/g, ' ').trim()).digest('hex').slice(0, 32);

function toDispute(dispute: Stripe.Dispute): DisputeWithEvidence {
  const { id, status, reason, amount, currency, evidence, evidence_details: details, metadata } = dispute;
  const filled = EVIDENCE_FIELDS.filter((field) => evidence[field]);
  const isPrepared = (field: EvidenceField) => fingerprint(evidence[field] ?? '') === metadata[markOf(field)];
  return {
    id,
    status,
    reason,
    amountCents: amount,
    currency,
    // 0 if the bank takes no evidence.
    dueAt: details.due_by ? new Date(details.due_by * 1000) : null,
    prepared: filled.filter(isPrepared),
    own: filled.filter((field) => !isPrepared(field)),
  };
}

/** Errors of the request itself: Stripe did not make the refund and will not. */
function refusalOf(error: unknown): RefundRefusal | null {
  const isRefused =
    error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError;
  return isRefused ? { refused: error.code ?? error.type } : null;
}

function toRefund({ id, metadata, amount, currency, status }: Stripe.Refund): ProviderRefund {
  const refundId = metadata?.refundId;
  return { id, ...(refundId && { refundId }), amountCents: amount, currency, status: toRefundStatus(status) };
}

/** A status that this code does not know counts as pending: the money may be on its way. */
function toRefundStatus(status: string | null): ProviderRefund['status'] {
  return status === 'succeeded' || status === 'failed' || status === 'canceled' ? status : 'pending';
}

/** The official SDK, connected to Stripe or to `apiUrl`. @param limits.timeout of one try, in milliseconds */
export function connectStripe(
  { secretKey, apiUrl }: StripeSettings,
  limits: { timeout: number; maxNetworkRetries: number },
): Stripe {
  const options = { ...limits, telemetry: false };
  if (apiUrl === undefined) return new Stripe(secretKey, options);
  const url = new URL(apiUrl);
  const protocol = url.protocol === 'http:' ? 'http' : 'https';
  const port = url.port || (protocol === 'http' ? 80 : 443);
  return new Stripe(secretKey, { ...options, host: url.hostname, port, protocol });
}

function stripeWebhook(
  stripe: Stripe,
  { secretKey, webhookSecrets, isAccountShared }: StripeSettings,
): ProviderWebhook {
  const isLive = /^\w\w_live_/.test(secretKey);
  return {
    isReady: webhookSecrets.length > 0,
    read(body, signature) {
      const signed = verify(body, signature, webhookSecrets);
      if (signed === null) return staleEvent(signature);
      const event = signed.content;
      if (!isEvent(event)) throw new AppError('body_invalid', { cause: new Error('signed, and not an event') });
      return event.livemode === isLive ? toWebhookEvent(event) : { kind: 'wrong_mode', reference: event.id };
    },
    findDispute: (id) =>
      callOrNull(async () => {
        const { status, reason, amount, currency } = await stripe.disputes.retrieve(id);
        return { id, status, reason, amountCents: amount, currency };
      }),
    listDeclined: (since) => listDeclined(stripe, since),
    listSucceeded: (since) => listSucceeded(stripe, since, isAccountShared),
  };
}

/** Two secrets are valid while the secret is being changed. @returns `null` for a valid signature that is too old */
function verify(body: Buffer, signature: string | undefined, secrets: string[]): Signed | null {
  for (const secret of secrets) {
    const signed = readSigned(body, signature, secret);
    if (signed) return signed;
    if (readSigned(body, signature, secret, ANY_AGE)) return null;
  }
  throw new AppError('signature_invalid');
}

const ANY_AGE = 0;

type Signed = { content: unknown };

/** `null` for another secret. The SDK verifies only the signature: the payload may be any JSON. */
function readSigned(
  body: Buffer,
  signature: string | undefined,
  secret: string,
  toleranceSeconds?: number,
): Signed | null {
  try {
    return { content: Stripe.webhooks.constructEvent(body, signature ?? '', secret, toleranceSeconds) };
  } catch {
    // The error is not passed on: it contains the whole event.
    return null;
  }
}

/** A reference that can be stored in the database and used in a URL. */
const REFERENCE = /^\w{1,120}$/;

function isEvent(content: unknown): content is Stripe.Event {
  const event = content as { id?: unknown; type?: unknown; livemode?: unknown; data?: { object?: unknown } } | null;
  return (
    typeof event === 'object' &&
    event !== null &&
    isReference(event.id) &&
    typeof event.type === 'string' &&
    typeof event.livemode === 'boolean' &&
    typeof event.data?.object === 'object' &&
    event.data.object !== null
  );
}

function isReference(value: unknown): value is string {
  return typeof value === 'string' && REFERENCE.test(value);
}

/**
 * Stripe signs each delivery anew, so an old signature means that this machine's clock is ahead, or that the event is
 * replayed.
 */
function staleEvent(signature: string | undefined): WebhookEvent {
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature ?? '')?.[1] ?? 0);
  return { kind: 'stale', ageSeconds: Math.round(Date.now() / 1000) - signedAt };
}

/** @see docs.stripe.com/disputes/early-fraud-warnings and docs.stripe.com/radar/reviews */
const WARNINGS: Readonly<Record<string, PaymentWarning>> = {
  'radar.early_fraud_warning.created': 'fraud_warning',
  'review.opened': 'review_opened',
  'review.closed': 'review_closed',
};

function toWebhookEvent(event: Stripe.Event): WebhookEvent {
  if (event.type === 'payment_intent.payment_failed') {
    const eventId = event.id;
    return aboutPayment(event.data.object.id, (paymentId) => ({ kind: 'declined', paymentId, eventId }));
  }
  const [family] = event.type.split('.', 1);
  const object = event.data.object as { id?: unknown; payment_intent?: unknown };
  if (family === 'payment_intent') return aboutPayment(object.id, (paymentId) => ({ kind: 'payment', paymentId }));
  if (event.type.startsWith('charge.dispute.') && isReference(object.id)) {
    const disputeId = object.id;
    return aboutPayment(object.payment_intent, (paymentId) => ({ kind: 'dispute', paymentId, disputeId }));
  }
  const warning = WARNINGS[event.type];
  if (warning && isReference(object.id)) {
    const { fraud_type: fraud, reason = fraud } = event.data.object as { fraud_type?: unknown; reason?: unknown };
    const told = { warning, reason: typeof reason === 'string' ? reason : '', reference: object.id };
    return aboutPayment(object.payment_intent, (paymentId) => ({ kind: 'warning', paymentId, ...told }));
  }
  if (family === 'refund' || event.type.startsWith('charge.refund')) {
    return aboutPayment(object.payment_intent, (paymentId) => ({ kind: 'refund', paymentId }));
  }
  return { kind: 'other' };
}

function aboutPayment(reference: unknown, make: (paymentId: string) => WebhookEvent): WebhookEvent {
  const paymentId = (reference as { id?: unknown } | null)?.id ?? reference;
  return isReference(paymentId) && paymentId.startsWith('pi_') ? make(paymentId) : { kind: 'other' };
}

async function listSucceeded(stripe: Stripe, since: Date, isAccountShared: boolean): Promise<string[]> {
  const found = new Set<string>();
  const query = {
    type: 'payment_intent.succeeded',
    created: { gte: Math.floor(since.getTime() / 1000) },
    limit: PAGE,
  };
  let after: string | undefined;
  // Reads to the end: the list is newest first, and later runs do not read older entries.
  for (;;) {
    const list = await call(() => stripe.events.list({ ...query, ...(after && { starting_after: after }) }));
    for (const { data } of list.data) {
      const intent = data.object as Stripe.PaymentIntent;
      if (intent.metadata?.checkoutId || intent.metadata?.owedId || !isAccountShared) found.add(intent.id);
    }
    after = list.data.at(-1)?.id;
    if (!list.has_more || after === undefined) return [...found];
  }
}

/** At most the newest thousand: more would not change the result. */
const DECLINE_PAGES = 10;

async function listDeclined(stripe: Stripe, since: Date): Promise<{ paymentId: string; eventId: string }[]> {
  const found: { paymentId: string; eventId: string }[] = [];
  const created = { gte: Math.floor(since.getTime() / 1000) };
  let after: string | undefined;
  for (let page = 0; page < DECLINE_PAGES; page++) {
    const query = { type: 'payment_intent.payment_failed', created, limit: PAGE };
    const list = await call(() => stripe.events.list({ ...query, ...(after && { starting_after: after }) }));
    for (const { id, data } of list.data) found.push({ paymentId: (data.object as { id: string }).id, eventId: id });
    after = list.data.at(-1)?.id;
    if (!list.has_more || after === undefined) break;
  }
  return found;
}

function toShipping(address: CheckoutAddress): Stripe.PaymentIntentCreateParams.Shipping {
  return {
    name: address.fullName,
    phone: address.phone,
    address: {
      line1: address.addressLine1,
      ...(address.addressLine2 && { line2: address.addressLine2 }),
      city: address.city,
      state: address.state,
      postal_code: address.zipCode,
      country: COUNTRY,
    },
  };
}

function toPayment(intent: Stripe.Response<Stripe.PaymentIntent>): Payment {
  const { checkoutId, owedId } = intent.metadata;
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    // A status that this code does not know is not `succeeded`, and so counts as unpaid.
    status: intent.status as PaymentStatus,
    // The received amount may be lower than requested; such a payment does not match the checkout.
    amountCents: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency,
    ageMs: ageOf(intent),
    ...(checkoutId && { checkoutId }),
    ...(owedId && { owedId }),
  };
}

/** Both times come from Stripe: with a wrong local clock a new payment would look a day old. */
function ageOf({ created, lastResponse }: Stripe.Response<Stripe.PaymentIntent>): number {
  const answeredAt = Date.parse(lastResponse.headers.date ?? '');
  return (Number.isNaN(answeredAt) ? Date.now() : answeredAt) - created * 1000;
}

async function callOrNull<T>(work: () => Promise<T>): Promise<T | null> {
  return call(async () => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null;
      throw error;
    }
  });
}

/** @throws AppError `payment_provider_failed` · `payment_provider_timeout` after at most 10 s */
async function call<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withDeadline(STRIPE_CALL_MS, work);
  } catch (error) {
    throw error instanceof AppError ? error : translate(error);
  }
}

/** A Stripe error contains the payment with its secret; the log gets only what identifies the error. */
function translate(error: unknown): AppError {
  if (!(error instanceof Stripe.errors.StripeError)) return new AppError('payment_provider_failed', { cause: error });
  const { statusCode } = error;
  const cause = stripeCause(error);
  // 409: an identical call is in progress.
  const isSilent = error instanceof Stripe.errors.StripeConnectionError || statusCode === 409;
  return new AppError(isSilent ? 'payment_provider_timeout' : 'payment_provider_failed', { cause });
}

/** What identifies a Stripe error, and nothing of the request. */
export function stripeCause({ type, code, statusCode, requestId }: Stripe.errors.StripeError): Error {
  return new Error(`Stripe: ${[type, code, statusCode, requestId].filter(Boolean).join(' ')}`);
}
