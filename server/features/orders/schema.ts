import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigserial,
  boolean,
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
import { amountColumns, createdAt, language, money, searchWords, version } from '#server/db/columns.ts';
import { personKey } from '#server/db/person.ts';
import type { SoldComponent } from '#shared/catalogue/assortments.ts';
import type { SeenPolicies } from '#shared/content/policy-page.ts';
import type { Localized } from '#shared/core/language.ts';
import type { DelayState } from '#shared/orders/delays.ts';
import type { OwedEnd, OwedState } from '#shared/orders/owed.ts';
import type { CountedPart } from '#shared/orders/stats.ts';
import type { OrderTaxes } from '#shared/tax/tax.ts';

/** Letters and digits of a tracking number, in any notation; used by its search index. */
export const trackingKey = (column: AnyPgColumn | SQL): SQL =>
  sql`upper(regexp_replace(${column}, '[^A-Za-z0-9]', '', 'g'))`;

/** The condition of the index on orders with several tracking numbers. */
export const hasSeveralParcels = (column: AnyPgColumn | SQL): SQL => sql`${column} like '%,%'`;

export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Has gaps: a booking that is refused or rolled back has drawn its number. */
    number: integer('number').notNull().unique().generatedByDefaultAsIdentity({ startWith: 1001 }),
    customerName: text('customer_name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    addressLine1: text('address_line1').notNull(),
    addressLine2: text('address_line2'),
    city: text('city').notNull(),
    state: text('state').notNull(),
    zipCode: text('zip_code').notNull(),
    /** The gift's recipient, if it is not the customer. */
    recipientName: text('recipient_name'),
    /** Printed on the slip of a gift. */
    giftNote: text('gift_note'),
    /** What was paid, in all payments (`orderPayments`); a change of the items does not alter it. */
    totalAmount: money('total_amount').notNull(),
    /** `totalAmount` less what the lines add up to since their last change: refunded, or let go. May be negative. */
    difference: money('difference').notNull().default('0.00'),
    ...amountColumns(),
    /** The code of `discount`. */
    discountCode: text('discount_code'),
    /** The name of an automatic discount. */
    discountName: jsonb('discount_name').$type<Localized>(),
    /** The source of the link by which the customer came: `?ref=` or `?utm_source=`. */
    source: text('source'),
    /** The shares of `tax`, which covers items and shipping, and its reason; `null` in orders of earlier versions. */
    taxes: jsonb('taxes').$type<OrderTaxes>(),
    shippingCost: money('shipping_cost'),
    shippingMethod: text('shipping_method'),
    shippingCarrier: text('shipping_carrier'),
    /** The promised latest day of dispatch, and of arrival. */
    shipBy: date('ship_by'),
    arriveBy: date('arrive_by'),
    /** The number of delay notices sent. */
    delays: integer('delays').notNull().default(0),
    /** What the last notice asks for, or the customer's yes; `null` before the first. */
    delayState: text('delay_state').$type<DelayState>(),
    /** The last day for a required yes; without it the order is refunded. */
    answerBy: date('answer_by'),
    trackingNumber: text('tracking_number'),
    /** The carrier that ships the parcel; may differ from the one that the shopper chose. */
    trackingCarrier: text('tracking_carrier'),
    currency: text('currency').notNull().default('usd'),
    stripePaymentIntentId: text('stripe_payment_intent_id').notNull().unique(),
    /** JSON text of `{id, name, quantity, price}`, written from the lines: docs/specification.md#order. */
    items: text('items').notNull(),
    preferredLanguage: language('preferred_language'),
    /** The policies in force when the payment began; `null` in orders of earlier versions. */
    policies: jsonb('policies').$type<SeenPolicies>(),
    status: text('status').notNull().default('pending'),
    /** Refunded at the payment provider so far. */
    refundedAmount: money('refunded_amount').notNull().default('0.00'),
    /** Held by the customer's bank, or lost to it; 0 again once the dispute is won. */
    disputedAmount: money('disputed_amount').notNull().default('0.00'),
    /** State of the last dispute, as the provider names it; `null` when there was none. */
    disputeStatus: text('dispute_status'),
    /** When a refund came back or was refused; `null` again once a later one has succeeded. */
    refundFailedAt: timestamp('refund_failed_at', { withTimezone: true }),
    /** The owner's notes about the order; the customer sees them only if `notesOnSlip` is set. */
    notes: text('notes').notNull().default(''),
    notesOnSlip: boolean('notes_on_slip').notNull().default(false),
    /** Random token that opens the public status page. */
    statusToken: text('status_token').notNull().unique(),
    version: version(),
    createdAt: createdAt(),
    search: searchWords('search').generatedAlwaysAs(
      sql`search_words(left(id::text, 8), customer_name, recipient_name, email, right(regexp_replace(phone, '[^0-9]', '', 'g'), 10), address_line1, address_line2, city, state, zip_code)`,
    ),
  },
  (t) => [
    index('orders_newest').on(t.createdAt, t.id),
    index('orders_status').on(t.status, t.createdAt, t.id),
    index('orders_total').on(t.totalAmount, t.id),
    index('orders_status_total').on(t.status, t.totalAmount, t.id),
    index('orders_disputed').on(t.createdAt).where(sql`${t.disputeStatus} is not null`),
    index('orders_promised').on(t.shipBy).where(sql`${t.status} in ('pending', 'processing')`),
    index('orders_unanswered').on(t.answerBy).where(sql`${t.answerBy} is not null`),
    index('orders_refund_failed').on(t.refundFailedAt).where(sql`${t.refundFailedAt} is not null`),
    index('orders_person').on(personKey(t.email), t.createdAt),
    index('orders_search').using('gin', t.search).with({ fastupdate: false }),
    index('orders_tracking')
      .on(sql`${trackingKey(t.trackingNumber)} text_pattern_ops`)
      .where(sql`${t.trackingNumber} is not null`),
    index('orders_several_parcels').on(t.id).where(hasSeveralParcels(t.trackingNumber)),
  ],
);

/**
 * Payments of an order after its first one, each from the moment that the buyer is asked for it. The id is part of the
 * provider's metadata and of its idempotency key. An order's `totalAmount` is the first payment and those here that are
 * `paid` or `returned`; the latter were also refunded.
 */
export const orderPayments = pgTable(
  'order_payments',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    amountCents: integer('amount_cents').notNull(),
    /** The part of it that is tax, and the order's taxes once it is paid; 0 and `null` when the tax stays. */
    taxCents: integer('tax_cents').notNull().default(0),
    taxes: jsonb('taxes').$type<OrderTaxes>(),
    currency: text('currency').notNull(),
    state: text('state').$type<OwedState>().notNull().default('open'),
    endedBy: text('ended_by').$type<OwedEnd>(),
    provider: text('provider').notNull(),
    /** `null` until the buyer begins to pay. */
    paymentIntentId: text('payment_intent_id').unique(),
    /** How many payments were begun: a canceled one is replaced. */
    begun: integer('begun').notNull().default(0),
    /** Who began the last one, as a hash of the network. */
    caller: text('caller'),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /** When the provider is asked about it, or it expires; `null` when nothing can happen any more. */
    nextCheckAt: timestamp('next_check_at', { withTimezone: true }),
    createdAt: createdAt(),
    closedAt: timestamp('closed_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('order_payments_open').on(t.orderId).where(sql`${t.state} = 'open'`),
    index('order_payments_order').on(t.orderId, t.createdAt),
    index('order_payments_due').on(t.nextCheckAt).where(sql`${t.nextCheckAt} is not null`),
  ],
);

/**
 * What was ordered, line by line, written in the transaction of the order. The stats by product and the specification's
 * `items` come from the same lines.
 */
export const orderLines = pgTable(
  'order_lines',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** From 0, in the order of the cart. */
    position: integer('position').notNull(),
    productId: text('product_id').notNull(),
    /** As the shopper saw it. */
    name: text('name').notNull(),
    /** In all languages; `null` in orders of earlier versions. */
    names: jsonb('names').$type<Localized>(),
    quantity: integer('quantity').notNull(),
    /** The components of one unit; `null` for a product that is not an assortment. */
    components: jsonb('components').$type<readonly SoldComponent[]>(),
    unitPriceCents: integer('unit_price_cents').notNull(),
    /** For the whole line. */
    discountCents: integer('discount_cents').notNull().default(0),
    taxCents: integer('tax_cents').notNull().default(0),
    /** Units that were refunded before the order was shipped; they are not sent. */
    paidBack: integer('paid_back').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.position] }), index('order_lines_product').on(t.productId, t.orderId)],
);

/**
 * Orders and their money by day (in the shop's time zone) and status: of all orders (`all`, with an empty key), and by
 * state, code, source and product. Triggers on orders and their lines maintain it (docs/decisions). `revenue` includes
 * shipping and tax; that of a product is the price of its units. The part `customer`, maintained by triggers on the
 * customers, only counts first orders. Each sum is split over several rows (slots) by connection, so that orders of one
 * day do not wait for each other's commit. An order may be added in one slot and subtracted in another. `fold_stats`
 * merges the slots of past days.
 */
export const orderDayParts = pgTable(
  'order_day_parts',
  {
    part: text('part').$type<CountedPart>().notNull(),
    day: date('day').notNull(),
    key: text('key').notNull(),
    status: text('status').notNull(),
    orders: integer('orders').notNull(),
    units: integer('units').notNull(),
    revenue: numeric('revenue', { precision: 14, scale: 2 }).notNull(),
    tax: numeric('tax', { precision: 14, scale: 2 }).notNull(),
    /** Refunded or disputed part of that revenue: for each order at most its total. */
    returned: numeric('returned', { precision: 14, scale: 2 }).notNull(),
    slot: smallint('slot').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.part, t.day, t.key, t.status, t.slot] }),
    index('order_day_parts_unfolded').on(t.day).where(sql`${t.slot} <> 0`),
  ],
);

/**
 * People who have ordered, one row per mailbox, kept by the triggers `add_to_customers` and `recount_customers`.
 * Canceled orders do not count; a mailbox with no other order has no row. Erased people keep a row under a pseudonymous
 * address.
 */
export const customers = pgTable(
  'customers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** From `person_key`. */
    person: text('person').notNull().unique(),
    /** As in the last order. */
    name: text('name').notNull(),
    email: text('email').notNull(),
    orders: integer('orders').notNull(),
    /** Paid and not refunded; for each order at least 0. */
    net: numeric('net', { precision: 14, scale: 2 }).notNull(),
    firstOrderAt: timestamp('first_order_at', { withTimezone: true }).notNull(),
    lastOrderAt: timestamp('last_order_at', { withTimezone: true }).notNull(),
    search: searchWords('search').generatedAlwaysAs(sql`search_words(name, email)`),
  },
  (t) => [
    index('customers_last_order').on(t.lastOrderAt, t.id),
    index('customers_net').on(t.net, t.id),
    index('customers_orders').on(t.orders, t.id),
    index('customers_search').using('gin', t.search).with({ fastupdate: false }),
  ],
);

/** The history of an order, in time order: created, status, tracking, refund, dispute. */
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
