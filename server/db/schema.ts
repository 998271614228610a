import { sql } from 'drizzle-orm';
import {
  bigserial,
  customType,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { CheckoutAddress, CheckoutLine } from '#shared/checkout.ts';
import type { Language } from '#shared/language.ts';

const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow();
const updatedAt = () => timestamp('updated_at', { withTimezone: true }).notNull().defaultNow();
/** Counts the changes of a row, by the trigger `count_version`: who saves may say which version the change was made from. */
const version = () => integer('version').notNull().default(1);
const money = (name: string) => numeric(name, { precision: 10, scale: 2 });
/** Words without accents or capitals, found by their beginnings; see `search_words` in the migrations. */
const searchWords = customType<{ data: string }>({ dataType: () => 'tsvector' });
const language = (name: string) => text(name).$type<Language>().notNull().default('en');

/* ---- checkout: what a shopper is about to pay, written before the provider's answer leaves the house ---- */

export const shippingQuotes = pgTable(
  'shipping_quotes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Hash of items and address: a quote counts for exactly these. */
    fingerprint: text('fingerprint').notNull(),
    rates: jsonb('rates').$type<QuotedRate[]>().notNull(),
    createdAt: createdAt(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('shipping_quotes_fingerprint').on(t.fingerprint, t.expiresAt),
    index('shipping_quotes_expiry').on(t.expiresAt),
  ],
);
/** One rate that we offered; `amountCents` in US cents. */
export type QuotedRate = { service: string; carrier: string; amountCents: number; estimatedDays: number };

export const checkouts = pgTable(
  'checkouts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Names one attempt of one browser; with the content's hash it makes a double click one payment. */
    attemptKey: text('attempt_key').notNull(),
    contentHash: text('content_hash').notNull(),
    provider: text('provider').notNull(),
    paymentIntentId: text('payment_intent_id').unique(),
    lines: jsonb('lines').$type<CheckoutLine[]>().notNull(),
    address: jsonb('address').$type<CheckoutAddress>().notNull(),
    shippingMethod: text('shipping_method').notNull(),
    shippingCarrier: text('shipping_carrier').notNull(),
    subtotalCents: integer('subtotal_cents').notNull(),
    shippingCents: integer('shipping_cents').notNull(),
    totalCents: integer('total_cents').notNull(),
    currency: text('currency').notNull().default('usd'),
    preferredLanguage: language('preferred_language'),
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
  ],
);
export type CheckoutStatus = 'open' | 'paid' | 'canceled' | 'anomaly';

/** Cards that the provider's bank has declined, each once; for counting, and gone after a day. */
export const cardDeclines = pgTable(
  'card_declines',
  {
    /** The provider's event. */
    eventId: text('event_id').primaryKey(),
    paymentIntentId: text('payment_intent_id').notNull(),
    /** As of the checkout. */
    caller: text('caller'),
    device: text('device'),
    createdAt: createdAt(),
  },
  (t) => [index('card_declines_newest').on(t.createdAt)],
);

/** Solutions of challenges that have started a payment, until they would count for nothing anyway. */
export const usedProofs = pgTable('used_proofs', {
  /** The challenge's signature. */
  id: text('id').primaryKey(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
});

/** The far end of the sandbox provider: what Stripe would keep on its side. */
export const sandboxPayments = pgTable('sandbox_payments', {
  id: text('id').primaryKey(),
  idempotencyKey: text('idempotency_key').notNull().unique(),
  clientSecret: text('client_secret').notNull(),
  amountCents: integer('amount_cents').notNull(),
  currency: text('currency').notNull(),
  status: text('status').notNull(),
  createdAt: createdAt(),
});

/** Money that fits no checkout: kept and shown until the owner has dealt with it. */
export const paymentAnomalies = pgTable(
  'payment_anomalies',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    paymentIntentId: text('payment_intent_id').notNull(),
    kind: text('kind').notNull(),
    /** What is known, for the owner to read: amounts, customer, checkout. */
    detail: jsonb('detail').$type<Record<string, string | number | null>>().notNull(),
    createdAt: createdAt(),
    resolvedAt: timestamp('resolved_at', { withTimezone: true }),
  },
  (t) => [uniqueIndex('payment_anomalies_once').on(t.paymentIntentId, t.kind)],
);

/* ---- orders ---- */

export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    customerName: text('customer_name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    addressLine1: text('address_line1').notNull(),
    addressLine2: text('address_line2'),
    city: text('city').notNull(),
    state: text('state').notNull(),
    zipCode: text('zip_code').notNull(),
    totalAmount: money('total_amount').notNull(),
    shippingCost: money('shipping_cost'),
    shippingMethod: text('shipping_method'),
    shippingCarrier: text('shipping_carrier'),
    trackingNumber: text('tracking_number'),
    /** Who carries the parcel in the end; may differ from the carrier that the shopper chose. */
    trackingCarrier: text('tracking_carrier'),
    currency: text('currency').notNull().default('usd'),
    stripePaymentIntentId: text('stripe_payment_intent_id').notNull().unique(),
    /** JSON text of `{id, name, quantity, price}`; the specification fixes text. */
    items: text('items').notNull(),
    preferredLanguage: language('preferred_language'),
    status: text('status').notNull().default('pending'),
    /** Given back at the payment provider so far. */
    refundedAmount: money('refunded_amount').notNull().default('0.00'),
    /** Held by the customer's bank, or lost to it; nothing again once the dispute is won. */
    disputedAmount: money('disputed_amount').notNull().default('0.00'),
    /** How the last dispute stands, in the provider's word; `null` when there was none. */
    disputeStatus: text('dispute_status'),
    /** Opens the public status page; random, unguessable. */
    statusToken: text('status_token').notNull().unique(),
    version: version(),
    createdAt: createdAt(),
    search: searchWords('search').generatedAlwaysAs(
      sql`search_words(left(id::text, 8), customer_name, email, tracking_number, right(regexp_replace(phone, '[^0-9]', '', 'g'), 10), address_line1, address_line2, city, state, zip_code)`,
    ),
  },
  (t) => [
    index('orders_newest').on(t.createdAt, t.id),
    index('orders_status').on(t.status, t.createdAt, t.id),
    index('orders_total').on(t.totalAmount, t.id),
    index('orders_status_total').on(t.status, t.totalAmount, t.id),
    index('orders_search').using('gin', t.search).with({ fastupdate: false }),
  ],
);

/** Orders and their totals by day of the shop's time zone and status, kept by the trigger `count_orders` (docs/decisions). */
export const orderDays = pgTable(
  'order_days',
  {
    day: date('day').notNull(),
    status: text('status').notNull(),
    orders: integer('orders').notNull(),
    revenue: numeric('revenue', { precision: 14, scale: 2 }).notNull(),
    /** Of that revenue, what was refunded or is disputed: of each order at most its total. */
    returned: numeric('returned', { precision: 14, scale: 2 }).notNull().default('0.00'),
  },
  (t) => [primaryKey({ columns: [t.day, t.status] })],
);

/** Pieces sold by day, status and product, kept by the same trigger. */
export const orderDayUnits = pgTable(
  'order_day_units',
  {
    day: date('day').notNull(),
    status: text('status').notNull(),
    productId: text('product_id').notNull(),
    units: integer('units').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.status, t.productId] })],
);

/** What happened to an order, in time order: created, status, tracking, refund, dispute. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    detail: jsonb('detail').$type<Record<string, string | number | null>>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('order_events_order').on(t.orderId, t.id)],
);

/* ---- e-mail ---- */

export const emailTemplates = pgTable(
  'email_templates',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    templateKey: text('template_key').notNull(),
    language: text('language').$type<Language>().notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    version: version(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('email_templates_pair').on(t.templateKey, t.language)],
);

/** The outbox: a mail is written in the transaction of the fact that it tells, and sent by a worker afterwards. */
export const emails = pgTable(
  'emails',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    templateKey: text('template_key').notNull(),
    language: text('language').$type<Language>().notNull(),
    to: text('to_address').notNull(),
    /** Recipients that were corrected, the first one first. */
    previousTo: jsonb('previous_to').$type<string[]>().notNull().default([]),
    subject: text('subject').notNull(),
    html: text('html').notNull(),
    text: text('text').notNull(),
    status: text('status').$type<EmailStatus>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    /** One Message-ID for every try, so that a lost answer makes a duplicate that mail programs can tell. */
    messageId: text('message_id').notNull().unique(),
    /** Says what may exist once only, such as one tracking mail per order and number. */
    dedupeKey: text('dedupe_key').unique(),
    orderId: uuid('order_id'),
    inquiryId: uuid('inquiry_id'),
    /** What goes first: 0 mails of orders, 1 to the owner from the shop itself, 2 all others. */
    priority: smallint('priority').notNull().default(2),
    /** Since when the mail server has answered that our quota is used up. */
    quotaSince: timestamp('quota_since', { withTimezone: true }),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull().defaultNow(),
    createdAt: createdAt(),
    sentAt: timestamp('sent_at', { withTimezone: true }),
  },
  (t) => [
    index('emails_queue').on(t.status, t.priority, t.nextAttemptAt),
    index('emails_newest').on(t.createdAt, t.id),
    index('emails_order').on(t.orderId),
    index('emails_inquiry').on(t.inquiryId),
  ],
);
export type EmailStatus = 'queued' | 'sent' | 'failed' | 'stored' | 'withdrawn';

/* ---- wholesale and stores ---- */

export const wholesaleInquiries = pgTable(
  'wholesale_inquiries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    businessName: text('business_name').notNull(),
    contactName: text('contact_name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    storeType: text('store_type').notNull(),
    location: text('location').notNull(),
    message: text('message'),
    preferredLanguage: language('preferred_language'),
    status: text('status').notNull().default('pending'),
    /** Private notes of the owner. */
    notes: text('notes'),
    version: version(),
    createdAt: createdAt(),
    search: searchWords('search').generatedAlwaysAs(
      sql`search_words(business_name, contact_name, email, location, right(regexp_replace(phone, '[^0-9]', '', 'g'), 10))`,
    ),
  },
  (t) => [
    index('wholesale_newest').on(t.createdAt, t.id),
    index('wholesale_status').on(t.status, t.createdAt, t.id),
    index('wholesale_business').on(t.businessName, t.id),
    index('wholesale_search').using('gin', t.search).with({ fastupdate: false }),
  ],
);

export const storeLocations = pgTable('store_locations', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull(),
  address: text('address').notNull(),
  storeType: text('store_type').notNull(),
  latitude: numeric('latitude', { precision: 10, scale: 7 }).notNull(),
  longitude: numeric('longitude', { precision: 10, scale: 7 }).notNull(),
  version: version(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/* ---- admin ---- */

export const adminSessions = pgTable(
  'admin_sessions',
  {
    /** SHA-256 of the cookie's token; the token itself is nowhere. */
    tokenHash: text('token_hash').primaryKey(),
    /** Which password opened it; another password closes it. */
    passwordFingerprint: text('password_fingerprint').notNull(),
    /** Where it was opened: a browser's short name and an IP address; `null` of a session from before they were kept. */
    device: text('device'),
    address: text('address'),
    createdAt: createdAt(),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('admin_sessions_seen').on(t.lastSeenAt)],
);

/** What browsers say that our Content-Security-Policy refused: one row for each kind, with how often it was seen. */
export const cspReports = pgTable(
  'csp_reports',
  {
    /** Hash of page, directive and what was blocked. */
    id: text('id').primaryKey(),
    page: text('page').notNull(),
    directive: text('directive').notNull(),
    blocked: text('blocked').notNull(),
    count: integer('count').notNull(),
    createdAt: createdAt(),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull(),
  },
  (t) => [index('csp_reports_seen').on(t.lastSeenAt)],
);

/** Small facts that outlive a restart and are shared by instances: password hash, sample-data marks. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: updatedAt(),
});

/** Tries to log in, per address and overall, shared by instances; `blockedUntil` is when a scope has all its tries back. */
export const loginFailures = pgTable('login_failures', {
  scope: text('scope').primaryKey(),
  failures: integer('failures').notNull(),
  blockedUntil: timestamp('blocked_until', { withTimezone: true }).notNull(),
  updatedAt: updatedAt(),
});
