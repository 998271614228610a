import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { amountCentsColumns, createdAt, language } from '#server/db/columns.ts';
import { personKey } from '#server/db/person.ts';
import type { CheckoutAddress, CheckoutLine } from '#shared/checkout/checkout.ts';
import type { SeenPolicies } from '#shared/content/policy-page.ts';
import type { Localized } from '#shared/core/language.ts';
import type { RefundState } from '#shared/orders/refunds.ts';
import type { OrderTaxes } from '#shared/tax/tax.ts';

export const checkouts = pgTable(
  'checkouts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /**
     * Identifies one attempt of one browser. Unique with the content's hash, so that a double click makes one payment.
     */
    attemptKey: text('attempt_key').notNull(),
    contentHash: text('content_hash').notNull(),
    provider: text('provider').notNull(),
    paymentIntentId: text('payment_intent_id').unique(),
    lines: jsonb('lines').$type<CheckoutLine[]>().notNull(),
    address: jsonb('address').$type<CheckoutAddress>().notNull(),
    shippingMethod: text('shipping_method').notNull(),
    shippingCarrier: text('shipping_carrier').notNull(),
    /** The days promised by the quote. */
    shipBy: date('ship_by'),
    arriveBy: date('arrive_by'),
    subtotalCents: integer('subtotal_cents').notNull(),
    shippingCents: integer('shipping_cents').notNull(),
    ...amountCentsColumns(),
    /** The code of `discountCents`. */
    discountCode: text('discount_code'),
    /** The name of an automatic discount. */
    discountName: jsonb('discount_name').$type<Localized>(),
    codeId: uuid('code_id'),
    /** The source of the link by which the customer came. */
    source: text('source'),
    /** The shares of `taxCents`, and its reason; `null` in checkouts of earlier versions. */
    taxes: jsonb('taxes').$type<OrderTaxes>(),
    totalCents: integer('total_cents').notNull(),
    currency: text('currency').notNull().default('usd'),
    preferredLanguage: language('preferred_language'),
    /** `null` in checkouts of earlier versions. */
    policies: jsonb('policies').$type<SeenPolicies>(),
    status: text('status').$type<CheckoutStatus>().notNull().default('open'),
    nextCheckAt: timestamp('next_check_at', { withTimezone: true }).notNull(),
    /** Who started it, as hashes: the network of the address, and the browser's cookie. */
    caller: text('caller'),
    device: text('device'),
    createdAt: createdAt(),
    settledAt: timestamp('settled_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('checkouts_attempt').on(t.attemptKey, t.contentHash),
    index('checkouts_sweep').on(t.status, t.nextCheckAt),
    index('checkouts_age').on(t.status, t.createdAt),
    index('checkouts_person').on(personKey(sql`(${t.address}->>'email')`)),
  ],
);

export type CheckoutStatus = 'open' | 'paid' | 'canceled' | 'anomaly';

/** Declined cards, each once; used for counting, deleted after a day. */
export const cardDeclines = pgTable(
  'card_declines',
  {
    /** Id of the provider's event. */
    eventId: text('event_id').primaryKey(),
    paymentIntentId: text('payment_intent_id').notNull(),
    /** Copied from the checkout. */
    caller: text('caller'),
    device: text('device'),
    createdAt: createdAt(),
  },
  (t) => [index('card_declines_newest').on(t.createdAt)],
);

/** Payments that match no checkout, shown until the owner has resolved them. */
export const paymentAnomalies = pgTable(
  'payment_anomalies',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    paymentIntentId: text('payment_intent_id').notNull(),
    kind: text('kind').notNull(),
    /** Known facts for the owner: amounts, customer, checkout. */
    detail: jsonb('detail').$type<Record<string, string | number | null>>().notNull(),
    createdAt: createdAt(),
    resolvedAt: timestamp('resolved_at', { withTimezone: true }),
  },
  (t) => [uniqueIndex('payment_anomalies_once').on(t.paymentIntentId, t.kind)],
);

/**
 * Refunds of orders: those of the admin, stored before the provider is asked, and those made at the provider. The id of
 * the former is the provider's idempotency key and part of its metadata.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id').notNull(),
    /** The payment that it pays back, the order's first one or a later one. */
    paymentIntentId: text('payment_intent_id').notNull(),
    /** A refund that no single payment covers is several: the id of the first. */
    partOf: uuid('part_of'),
    provider: text('provider').notNull(),
    /** The caller's idempotency key, unique in its order; `null` for a refund made at the provider. */
    idempotencyKey: text('idempotency_key'),
    /** A hash of the request's body: the same key with another body is refused. */
    bodyHash: text('body_hash'),
    providerRefundId: text('provider_refund_id').unique(),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').notNull(),
    /** The refunded lines; `null` when the refund is an amount. */
    lines: jsonb('lines').$type<{ id: string; quantity: number }[]>(),
    reason: text('reason'),
    /** The units return to stock, or never left it. */
    restock: boolean('restock').notNull().default(false),
    /** The mail to the customer, sent when the provider has accepted the refund. */
    mail: text('mail').$type<'refund_confirmation' | 'order_cancellation'>(),
    state: text('state').$type<RefundState>().notNull().default('requested'),
    /** The provider's code for the refusal. */
    failure: text('failure'),
    /** How and when the owner has paid a failed refund another way. */
    otherWay: text('other_way'),
    otherWayOn: date('other_way_on'),
    /** When a refund of unknown result is looked up again. */
    nextCheckAt: timestamp('next_check_at', { withTimezone: true }),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('refunds_press').on(t.orderId, t.idempotencyKey),
    index('refunds_payment').on(t.paymentIntentId),
    index('refunds_due').on(t.state, t.nextCheckAt),
  ],
);
