import * as z from 'zod/mini';
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
import { refundSchema } from './refunds.ts';

/* docs/specification.md#order */

export const ORDER_SORTS = ['newest', 'oldest', 'highest', 'lowest'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

/**
 * GET /api/admin/orders and orders.csv. `q` finds by the beginnings of words of name, e-mail and address, by order number,
 * tracking number, phone, whole id and payment reference; several words must all fit.
 */
export const orderListQuerySchema = listQuerySchema(ORDER_STATUSES, ORDER_SORTS);

/**
 * GET /api/admin/orders.csv: one row for each order, or for each order line with `per=line`; `limit` and `cursor` are
 * ignored.
 */
export const orderCsvQuerySchema = z.object({
  ...orderListQuerySchema.shape,
  per: z.optional(z.enum(['order', 'line'], 'invalid')),
});

/**
 * An order on the wire; amounts are two-decimal text in US dollars, times are ISO 8601. Its number is `orderNumber(id)`.
 * `lines` are in the order of the cart; the part of `tax` that no line has belongs to the shipping.
 */
export const orderSchema = z.object({
  id: z.string(),
  customerName: z.string(),
  email: z.string(),
  phone: z.string(),
  addressLine1: z.string(),
  addressLine2: z.nullable(z.string()),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  /** A gift's recipient, where that is not the customer, and the note on its slip. */
  recipientName: z.nullable(z.string()),
  giftNote: z.nullable(z.string()),
  totalAmount: z.string(),
  /** `discount` is taken off the items by `discountCode`; `tax` is that of items and shipping together. */
  ...amountFields,
  discountCode: z.nullable(z.string()),
  /** What the link said by which the customer came; `null` when it said nothing. */
  source: z.nullable(z.string()),
  /** Why it has this tax; empty in orders of earlier versions. */
  taxLines: z.array(taxLineSchema),
  shippingCost: z.nullable(z.string()),
  shippingMethod: z.nullable(z.string()),
  shippingCarrier: z.nullable(z.string()),
  /** What the customer was promised, `YYYY-MM-DD`; `null` in orders of earlier versions. */
  shipBy: z.nullable(z.string()),
  arriveBy: z.nullable(z.string()),
  /** Letters about a later day so far; what the last one asks for (`DELAY_STATES`), and until when it awaits a yes. */
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
  /** Refunded so far. */
  refundedAmount: z.string(),
  /** Held by the customer's bank, or lost to it. */
  disputedAmount: z.string(),
  /** State of the last dispute, as the provider names it. */
  disputeStatus: z.nullable(z.string()),
  /** When a refund failed that no later one has made good. */
  refundFailedAt: z.nullable(z.string()),
  /** The owner's own; on the packing slip too if `notesOnSlip`. */
  notes: z.string(),
  notesOnSlip: z.boolean(),
  /** Version of the row. */
  version: z.int(),
  createdAt: z.string(),
});
export type Order = z.output<typeof orderSchema>;

/**
 * An event of an order's history, oldest first. `detail` by `kind`: `created` {…}, `status` {from, to}, `tracking`
 * {trackingNumber, carrier, previous}, with `told: 0` when no mail was sent, and null for a removed number; `address` and
 * `contact` {from, to}, each as one line; `label` {state, carrier, service, cost, trackingNumber}; `parcel` {trackingNumber, state,
 * at, place};
 * `delay` {shipBy, answerBy, state} of a letter; `waits` {shipBy} for the customer's yes; `evidence` {dispute, fields, characters} written at the provider; `by: 'customer'` or `'carrier'` when it was not the owner; `refund_other_way` {amount, how, on}; `warning` {warning, reason, reference} of the provider, before any dispute; other kinds (refund, dispute) have their own fields.
 */
export const orderEventSchema = z.object({
  id: z.int(),
  kind: z.string(),
  detail: z.record(z.string(), z.nullable(z.union([z.string(), z.number()]))),
  createdAt: z.string(),
});
export type OrderEvent = z.output<typeof orderEventSchema>;

/**
 * GET /api/admin/orders/{id}: the order with its history and its mails. `statusUrl` is the customer's page, a path;
 * `paymentUrl` the payment in the Stripe dashboard, `null` for a sandbox payment.
 */
export const orderDetailSchema = z.object({
  ...orderSchema.shape,
  /** What stood in the shop when the payment began; `null` in orders of earlier versions. */
  policies: z.nullable(
    z.object({ revision: z.int(), at: z.string(), language: z.enum(LANGUAGES), refundRule: z.string() }),
  ),
  /** What the tax provider has to record of it; empty while the tax is the table's. */
  taxRecords: z.array(taxRecordSchema),
  statusUrl: z.string(),
  paymentUrl: z.nullable(z.string()),
  events: z.array(orderEventSchema),
  emails: z.array(emailSummarySchema),
  /** Oldest first. */
  refunds: z.array(refundSchema),
  /** Shipping labels, oldest first. */
  labels: z.array(labelSchema),
  /** What is left to pay back, as two-decimal text. */
  refundableAmount: z.string(),
});
export type OrderDetail = z.output<typeof orderDetailSchema>;

const statusField = z.enum(ORDER_STATUSES, 'status_invalid');

/** PATCH /api/admin/orders/{id}/status; answers the order. A stale `version` is a 409 with the order as `current`. */
export const orderStatusInputSchema = z.object({ status: statusField, version: versionField });

/**
 * PATCH /api/admin/orders/status: many at once; answers the existing orders as they are afterwards. `versions` gives
 * for each id the version that the change was made from. An order with another version is not changed, and the answer
 * has its current status; the others are set.
 */
export const bulkStatusInputSchema = z.object({
  ids: z.array(z.guid('invalid'), 'required').check(z.minLength(1, 'required'), z.maxLength(MAX_BULK, 'too_many_rows')),
  status: statusField,
  versions: z.optional(z.record(z.guid('invalid'), z.int('invalid').check(z.nonnegative('invalid')), 'invalid')),
});
export type BulkStatusInput = z.output<typeof bulkStatusInputSchema>;

/** Characters of a number, and of the text of all of them: twenty parcels have less. */
const MAX_NUMBER = 64;
const MAX_TRACKING = 1_000;

/**
 * PATCH /api/admin/orders/{id}/tracking; answers the order and what became of its mail. The number is stored as the carrier
 * prints it (`cleanTrackingNumber`); several parcels of one carrier have theirs separated by commas. The customer is told each
 * time number and carrier are another pair than the one told last, and never of a cancelled order. A stale `version` is a 409
 * with the order as `current`. DELETE, with `?version=` likewise, takes the number away, tells nobody and answers 204.
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
 * `mail`: `queued` it will be sent; `stored` it is written, and there is no mail server; `none` there is none, because
 * the order is cancelled or the customer was already told of this pair. POST /api/admin/orders/{id}/delay answers the same.
 */
export const trackingAnswerSchema = z.object({
  ...orderSchema.shape,
  mail: z.enum(['queued', 'stored', 'none']),
});
export type TrackingAnswer = z.output<typeof trackingAnswerSchema>;

/**
 * Money that matches no checkout. GET /api/admin/anomalies: the unresolved ones, newest first; POST
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
