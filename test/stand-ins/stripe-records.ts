import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';

/** Records in the shapes of the SDK's types, with every field that Stripe always sends. */

const API_VERSION = '2026-10-28.endive';

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

export function newPaymentIntent(form: URLSearchParams, created: number): Stripe.PaymentIntent {
  const id = newId('pi');
  const metadata: Record<string, string> = {};
  for (const [key, value] of form) {
    const name = /^metadata\[(\w+)\]$/.exec(key)?.[1];
    if (name !== undefined) metadata[name] = value;
  }
  const automatic = form.get('automatic_payment_methods[enabled]') === 'true';
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: Number(form.get('amount')),
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: automatic ? { enabled: true, allow_redirects: 'always' } : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    confirmation_method: 'automatic',
    created,
    currency: form.get('currency') ?? '',
    customer: null,
    customer_account: null,
    description: form.get('description'),
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: automatic ? ['card', 'link'] : ['card'],
    payment_record: null,
    processing: null,
    receipt_email: form.get('receipt_email'),
    review: null,
    setup_future_usage: null,
    shipping: shippingOf(form),
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  };
}

function shippingOf(form: URLSearchParams): Stripe.PaymentIntent.Shipping | null {
  const name = form.get('shipping[name]');
  if (name === null) return null;
  const part = (key: string) => form.get(`shipping[address][${key}]`);
  return {
    name,
    phone: form.get('shipping[phone]'),
    carrier: null,
    tracking_number: null,
    address: {
      line1: part('line1'),
      line2: part('line2'),
      city: part('city'),
      state: part('state'),
      postal_code: part('postal_code'),
      country: part('country'),
    },
  } as Stripe.PaymentIntent.Shipping;
}

export function newCharge(intent: Stripe.PaymentIntent, created: number): Stripe.Charge {
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    created,
    currency: intent.currency,
    customer: null,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: null,
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: intent.id,
    payment_method: null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
}

export function newRefund(charge: Stripe.Charge, amount: number, created: number): Stripe.Refund {
  return {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: null,
    reason: 'requested_by_customer',
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
}

/** The fields of a dispute that the shop reads, with the written texts of its evidence. */
export type DisputeRecord = Pick<
  Stripe.Dispute,
  | 'id'
  | 'object'
  | 'amount'
  | 'charge'
  | 'created'
  | 'currency'
  | 'livemode'
  | 'metadata'
  | 'payment_intent'
  | 'reason'
  | 'status'
> & {
  evidence: Record<string, string | null>;
  evidence_details: Pick<Stripe.Dispute.EvidenceDetails, 'due_by' | 'has_evidence' | 'past_due' | 'submission_count'>;
};

const ANSWER_SECONDS = 7 * 24 * 3600;

export function newDispute(charge: Stripe.Charge, created: number): DisputeRecord {
  return {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created,
    currency: charge.currency,
    evidence: {},
    evidence_details: { due_by: created + ANSWER_SECONDS, has_evidence: false, past_due: false, submission_count: 0 },
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'product_not_received',
    status: 'needs_response',
  };
}

/** An event as Stripe stores and sends it; `object` is a copy of that moment. */
export type EventRecord = Omit<Stripe.Event, 'data' | 'type'> & {
  type: Stripe.Event['type'];
  data: { object: { id: string; object: string } & Record<string, unknown> };
};

export function newEvent(
  type: Stripe.Event['type'],
  object: { id: string; object: string },
  created: number,
): EventRecord {
  return {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created,
    data: { object: structuredClone(object) as EventRecord['data']['object'] },
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
  };
}
