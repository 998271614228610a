import * as z from 'zod/mini';
import { discountNameSchema } from '#shared/checkout/codes.ts';
import { amountFields } from '#shared/core/amount-fields.ts';
import { lineText, versionField } from '#shared/core/fields.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { listQuerySchema } from '#shared/core/lists.ts';
import { emailSummarySchema } from '#shared/emails/outbox.ts';
import { CARRIERS } from '#shared/shipping/carriers.ts';
import { labelSchema } from '#shared/shipping/labels.ts';
import { cleanTrackingNumber, isRounded, trackingNumbersOf } from '#shared/shipping/tracking.ts';
import { taxLineSchema, taxRecordSchema } from '#shared/tax/lines.ts';
import { DELAY_STATES } from './delays.ts';
import { orderLineSchema } from './lines.ts';
import { MAX_BULK, ORDER_STATUSES } from './orders.ts';
import { owedPartSchema } from './owed.ts';
import { refundSchema } from './refunds.ts';

/* docs/specification.md#order */

export const ORDER_SORTS = ['newest', 'oldest', 'highest', 'lowest'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

/**
 * GET /api/admin/orders and orders.csv. `q` matches beginnings of words in name, e-mail and address, and Order ID,
 * running number,
 * tracking number, phone, whole id and payment reference. All words must match. `product` finds orders with a line of
 * this product.
 */
export const orderListQuerySchema = z.object({
  ...listQuerySchema(ORDER_STATUSES, ORDER_SORTS).shape,
  product: z.optional(z.string('invalid').check(z.regex(/^[\w-]{1,64}$/, 'invalid'))),
});
export type OrderListQuery = z.output<typeof orderListQuerySchema>;

/**
 * GET /api/admin/orders.csv: one row for each order, or for each order line with `per=line`; `limit` and `cursor` are
 * ignored.
 */
export const orderCsvQuerySchema = z.object({
  ...orderListQuerySchema.shape,
  per: z.optional(z.enum(['order', 'line'], 'invalid')),
});

/**
 * An order on the wire; amounts are two-decimal text in US dollars, times are ISO 8601. `number` is the running number,
 * `orderNumber(id)` the Order ID. `lines` are in cart order; the part of `tax` that no line has is the tax on shipping.
 */
export const orderSchema = z.object({
  id: z.string(),
  number: z.int(),
  customerName: z.string(),
  email: z.string(),
  phone: z.string(),
  addressLine1: z.string(),
  addressLine2: z.nullable(z.string()),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  /** A gift's recipient, if it is not the customer, and the note on its slip. */
  recipientName: z.nullable(z.string()),
  giftNote: z.nullable(z.string()),
  totalAmount: z.string(),
  /**
   * `totalAmount`, which was paid, less the sum of lines, discount, shipping and tax after a change of the items. It
   * was refunded or let go. Negative if the sum is above the payment.
   */
  difference: z.string(),
  /**
   * `discountCode` reduces the items by `discount`, with `discountName` if it applied without being typed; `tax` covers
   * items and shipping.
   */
  ...amountFields,
  discountCode: z.nullable(z.string()),
  discountName: discountNameSchema,
  /** The source in the customer's link, such as a campaign; `null` without one. */
  source: z.nullable(z.string()),
  /** The reasons of the tax; empty in orders of earlier versions. */
  taxLines: z.array(taxLineSchema),
  shippingCost: z.nullable(z.string()),
  shippingMethod: z.nullable(z.string()),
  shippingCarrier: z.nullable(z.string()),
  /** The days promised to the customer, `YYYY-MM-DD`; `null` in orders of earlier versions. */
  shipBy: z.nullable(z.string()),
  arriveBy: z.nullable(z.string()),
  /** The number of delay notices. `delayState` is what the last one asks for, `answerBy` the last day for a yes. */
  delays: z.int(),
  delayState: z.nullable(z.enum(DELAY_STATES)),
  answerBy: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  /** The carrier that ships the parcel. */
  trackingCarrier: z.nullable(z.string()),
  currency: z.string(),
  stripePaymentIntentId: z.string(),
  /** The lines as JSON text of `{id, name, names, quantity, price}` entries. */
  items: z.string(),
  lines: z.array(orderLineSchema),
  preferredLanguage: z.enum(LANGUAGES),
  status: z.enum(ORDER_STATUSES),
  /** The sum of all refunds so far. */
  refundedAmount: z.string(),
  /** Held by the customer's bank, or lost to it. */
  disputedAmount: z.string(),
  /** State of the last dispute, as the provider names it. */
  disputeStatus: z.nullable(z.string()),
  /** When a refund failed, unless a later one has replaced it. */
  refundFailedAt: z.nullable(z.string()),
  /** The owner's notes; also on the packing slip if `notesOnSlip`. */
  notes: z.string(),
  notesOnSlip: z.boolean(),
  /** Version of the row. */
  version: z.int(),
  createdAt: z.string(),
});
export type Order = z.output<typeof orderSchema>;

/**
 * An event of an order's history, oldest first. `detail` depends on `kind`; `by` is 'customer' or 'carrier' if it was
 * not the owner.
 * - `created` {…} · `status` {from, to} · `address`, `contact` {from, to}, each as one line
 * - `tracking` {trackingNumber, carrier, previous}, with `told: 0` when no mail was sent, and null for a removed number
 * - `label` {state, carrier, service, cost, trackingNumber} · `parcel` {trackingNumber, state, at, place}
 * - `delay` {shipBy, answerBy, state} of a delay notice · `waits` {shipBy}: the customer's yes
 * - `evidence` {dispute, fields, characters} written at the provider
 * - `items` {from, to, difference, refund, ask, key} of a change of the items; `difference` is signed, `refund` of it was
 *   paid back, `ask` asked for
 * - `owed` {state, amount}, with `until` when the buyer was asked for the amount, and `by` when the request ended
 * - `written` {method, reference, paidOn, prices}: by the owner; `method` is null for a paid link, `prices` one line of
 *   changed prices with their reasons
 * - `refund_other_way` {amount, how, on} · `warning` {warning, reason, reference} of the provider, before any dispute
 * - other kinds (refund, dispute) have their own fields
 */
export const orderEventSchema = z.object({
  id: z.int(),
  kind: z.string(),
  detail: z.record(z.string(), z.nullable(z.union([z.string(), z.number()]))),
  createdAt: z.string(),
});
export type OrderEvent = z.output<typeof orderEventSchema>;

/**
 * GET /api/admin/orders/{id}: the order with its history and its mails. `statusUrl` is the path of the customer's page;
 * `paymentUrl` the payment in the Stripe dashboard, `null` for a sandbox payment.
 */
export const orderDetailSchema = z.object({
  ...orderSchema.shape,
  /** The policies in force when the payment began; `null` in orders of earlier versions. */
  policies: z.nullable(
    z.object({ revision: z.int(), at: z.string(), language: z.enum(LANGUAGES), refundRule: z.string() }),
  ),
  /** What the tax provider has to record for it; empty while the shop uses its own rates. */
  taxRecords: z.array(taxRecordSchema),
  statusUrl: z.string(),
  paymentUrl: z.nullable(z.string()),
  events: z.array(orderEventSchema),
  emails: z.array(emailSummarySchema),
  /** Oldest first. */
  refunds: z.array(refundSchema),
  /** Shipping labels, oldest first. */
  labels: z.array(labelSchema),
  /** The rest that can be refunded, as two-decimal text. */
  refundableAmount: z.string(),
  /** Payments that the buyer was asked for after the order. */
  owed: owedPartSchema,
});
export type OrderDetail = z.output<typeof orderDetailSchema>;

const statusField = z.enum(ORDER_STATUSES, 'status_invalid');

/** PATCH /api/admin/orders/{id}/status; answers the order. A stale `version` is a 409 with the order as `current`. */
export const orderStatusInputSchema = z.object({ status: statusField, version: versionField });

/**
 * PATCH /api/admin/orders/status: changes many at once and answers the existing orders after the change. `versions`
 * gives the version of each id that the change is based on. An order with another version stays unchanged, and the
 * answer has its current status.
 */
export const bulkStatusInputSchema = z.object({
  ids: z.array(z.guid('invalid'), 'required').check(z.minLength(1, 'required'), z.maxLength(MAX_BULK, 'too_many_rows')),
  status: statusField,
  versions: z.optional(z.record(z.guid('invalid'), z.int('invalid').check(z.nonnegative('invalid')), 'invalid')),
});
export type BulkStatusInput = z.output<typeof bulkStatusInputSchema>;

/** Characters of one number, and of the text of all numbers: enough for twenty parcels. */
const MAX_NUMBER = 64;
const MAX_TRACKING = 1_000;

/**
 * PATCH /api/admin/orders/{id}/tracking; answers the order and the state of its mail. The number is stored as the
 * carrier prints it (`cleanTrackingNumber`); several parcels of one carrier are separated by commas.
 * The customer gets a mail whenever number and carrier differ from the pair mailed last, but never for a cancelled
 * order. A stale `version` is a 409 with the order as `current`. DELETE, with `?version=`, removes the number without a
 * mail and answers 204.
 */
export const trackingInputSchema = z.object({
  trackingNumber: z.pipe(
    z.pipe(lineText(MAX_TRACKING), z.transform(cleanTrackingNumber)),
    z.string().check(
      z.minLength(1, 'required'),
      z.refine((text) => trackingNumbersOf(text).every((number) => number.length <= MAX_NUMBER), 'too_long'),
      z.refine((text) => !isRounded(text), 'tracking_rounded'),
    ),
  ),
  carrier: z.enum(CARRIERS, 'carrier_invalid'),
  version: versionField,
});
export type TrackingInput = z.output<typeof trackingInputSchema>;

/**
 * `mail`: `queued` it will be sent; `stored` it is written, but there is no mail server; `none` the order is cancelled,
 * or the customer already got this pair. POST /api/admin/orders/{id}/delay answers the same.
 */
export const trackingAnswerSchema = z.object({
  ...orderSchema.shape,
  mail: z.enum(['queued', 'stored', 'none']),
});
export type TrackingAnswer = z.output<typeof trackingAnswerSchema>;

/**
 * A payment that matches no checkout. GET /api/admin/anomalies: the unresolved ones, newest first; POST
 * /api/admin/anomalies/{id}/resolve answers the anomaly with `resolvedAt`.
 */
export const anomalySchema = z.object({
  id: z.string(),
  paymentIntentId: z.string(),
  kind: z.string(),
  detail: z.record(z.string(), z.nullable(z.union([z.string(), z.number()]))),
  /** The payment in the Stripe dashboard, `null` for a sandbox payment. */
  paymentUrl: z.nullable(z.string()),
  createdAt: z.string(),
  resolvedAt: z.nullable(z.string()),
});
export type Anomaly = z.output<typeof anomalySchema>;
