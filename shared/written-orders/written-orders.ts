import * as z from 'zod/mini';
import { addressSchema } from '#shared/checkout/checkout.ts';
import { MAX_LINES, MAX_QUANTITY } from '#shared/checkout/limits.ts';
import { AMOUNTS, forEachAmount } from '#shared/core/amounts.ts';
import { zipField } from '#shared/core/contact-fields.ts';
import { blockText, lineText, optionalLine } from '#shared/core/fields.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { MAX_AMOUNT_CENTS } from '#shared/core/money.ts';
import { owedViewSchema } from '#shared/orders/owed.ts';
import { orderStatusSchema } from '#shared/orders/status.ts';

/* Orders that the owner writes in the admin. */

export const MAX_PRICE_REASON = 120;
export const MAX_PAYMENT_REFERENCE = 80;
export const MAX_ORDER_NOTE = 1_000;

/** How many days a link may be paid. */
export const LINK_DAYS = [1, 3, 7, 14, 30] as const;
export const USUAL_LINK_DAYS = 7;

/** How an order was paid without the payment provider. */
export const PAID_METHODS = ['cash', 'check', 'transfer', 'zelle'] as const;
export type PaidMethod = (typeof PAID_METHODS)[number];

const centsField = z
  .int('amount_invalid')
  .check(z.nonnegative('amount_invalid'), z.maximum(MAX_AMOUNT_CENTS, 'amount_invalid'));

/** `priceCents` replaces the catalogue's price, and then needs a reason. */
const lineField = z.object({
  id: lineText(64),
  quantity: z
    .int('quantity_invalid')
    .check(z.minimum(1, 'quantity_invalid'), z.maximum(MAX_QUANTITY, 'quantity_too_large')),
  priceCents: z.optional(z.nullable(centsField)),
  reason: optionalLine(MAX_PRICE_REASON),
});

const linesField = z.array(lineField, 'required').check(
  z.minLength(1, 'cart_empty'),
  z.maxLength(MAX_LINES, 'too_many_lines'),
  z.refine((lines) => new Set(lines.map(({ id }) => id)).size === lines.length, 'invalid'),
);

/** A rate as the preview has listed it, whose texts are sent back as they are. */
const rateSchema = z.object({
  quoteId: z.guid('invalid'),
  index: z.int('invalid').check(z.nonnegative('invalid'), z.maximum(99, 'invalid')),
  service: z.string('required').check(z.maxLength(120, 'too_long')),
  carrier: z.string('required').check(z.maxLength(60, 'too_long')),
  amountCents: centsField,
});

/**
 * `rate`: a service of the list · `amount`: sent for a typed amount · `pickup`: collected at the shop · `van`: brought
 * by the shop itself.
 */
export const SHIPPING_WAYS = ['rate', 'amount', 'pickup', 'van'] as const;
export type ShippingWay = (typeof SHIPPING_WAYS)[number];

const shippingField = z.discriminatedUnion(
  'way',
  [
    z.object({ way: z.literal('rate'), rate: rateSchema }),
    z.object({ way: z.literal('amount'), amountCents: centsField }),
    z.object({ way: z.literal('van'), amountCents: centsField }),
    z.object({ way: z.literal('pickup') }),
  ],
  'required',
);
export type WrittenShipping = z.output<typeof shippingField>;

const codeField = optionalLine(40);

/** Where it goes, as far as it is typed; prices of shipping and tax need all of it. */
const previewAddressSchema = z.object({
  addressLine1: lineText(120),
  addressLine2: optionalLine(120),
  city: lineText(80),
  state: lineText(40),
  zipCode: zipField,
});

/**
 * POST /api/admin/written-orders/preview: the sums of an order; stores only a quote for its shipping. `shipping` is
 * `null`, or a rate of an earlier answer, as long as none is chosen: the answer then has the present rates.
 */
export const writtenPreviewInputSchema = z.object({
  lines: linesField,
  address: z.nullable(previewAddressSchema),
  email: z.optional(z.nullable(lineText(254, { min: 0 }))),
  preferredLanguage: z.enum(LANGUAGES, 'language_invalid'),
  way: z.enum(SHIPPING_WAYS, 'invalid'),
  shipping: z.nullable(shippingField),
  code: codeField,
});
export type WrittenPreviewInput = z.output<typeof writtenPreviewInputSchema>;

const totalsSchema = z.object({
  subtotalCents: z.int(),
  discountCents: z.int(),
  shippingCents: z.int(),
  taxCents: z.int(),
  totalCents: z.int(),
});

/** In US cents. `shipping` is what the sums contain; with `null` they are those of the items alone. */
export const writtenPreviewSchema = z.object({
  lines: z.array(
    z.object({ id: z.string(), name: z.string(), quantity: z.int(), priceCents: z.int(), catalogueCents: z.int() }),
  ),
  /** Services for this address, cheapest first; empty for another way of shipping. */
  rates: z.array(z.object({ ...rateSchema.shape, shipBy: z.nullable(z.string()), arriveBy: z.nullable(z.string()) })),
  /** Why there are none, in the owner's language. */
  ratesFailed: z.nullable(z.string()),
  shipping: z.nullable(shippingField),
  totals: totalsSchema,
});
export type WrittenPreview = z.output<typeof writtenPreviewSchema>;

/** The order was paid outside of the shop. `reference`: the number of a check, the text of a transfer. */
const paidField = z.object({
  kind: z.literal('paid'),
  method: z.enum(PAID_METHODS, 'required'),
  reference: optionalLine(MAX_PAYMENT_REFERENCE),
  /** The day of the payment, not after today. */
  paidOn: z.iso.date('day_invalid'),
  /** Whether the customer gets the confirmation. */
  notify: z.boolean('invalid'),
});

/** A link to a page where the customer pays by card. `mail`: whether the customer gets it by mail. */
const linkField = z.object({
  kind: z.literal('link'),
  days: z.union(
    LINK_DAYS.map((days) => z.literal(days)),
    'invalid',
  ),
  mail: z.boolean('invalid'),
});

/**
 * POST /api/admin/written-orders, with the header `Idempotency-Key`: writes an order; 201, or 200 for a repeated key.
 * `totalCents` is the sum that was shown: with another one nothing is written (409 `price_changed`).
 */
export const writtenOrderInputSchema = z.object({
  lines: linesField,
  /** With `pickup`, the shop's own address replaces the typed one. */
  address: addressSchema,
  shipping: shippingField,
  code: codeField,
  note: blockText(MAX_ORDER_NOTE),
  totalCents: centsField,
  ending: z.discriminatedUnion('kind', [linkField, paidField], 'required'),
});
export type WrittenOrderInput = z.output<typeof writtenOrderInputSchema>;
export type PaidByHand = z.output<typeof paidField>;
export type PayLink = z.output<typeof linkField>;

/** `open`: its link can be paid · `paid`: it is an order · `ended`: nobody has paid it. */
export const WRITTEN_STATES = ['open', 'paid', 'ended'] as const;
export type WrittenState = (typeof WRITTEN_STATES)[number];
/** What has ended a link: the owner, or its last day. */
const WRITTEN_ENDS = ['owner', 'time'] as const;
export type WrittenEnd = (typeof WRITTEN_ENDS)[number];

/** In the list, newest first, and the answer of each change. `payUrl` is the whole link, `null` without one or once it is over. */
export const writtenOrderSchema = z.object({
  id: z.string(),
  state: z.enum(WRITTEN_STATES),
  endedBy: z.nullable(z.enum(WRITTEN_ENDS)),
  customerName: z.string(),
  email: z.string(),
  phone: z.string(),
  preferredLanguage: z.enum(LANGUAGES),
  /** As one line, such as `2 x Box of 40`. */
  items: z.string(),
  totalCents: z.int(),
  payUrl: z.nullable(z.string()),
  /** A message to the customer with the link, in the customer's language; `null` as `payUrl`. */
  message: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  createdAt: z.string(),
  /** The order that it has become. */
  orderId: z.nullable(z.string()),
});
export type WrittenOrder = z.output<typeof writtenOrderSchema>;

/**
 * GET /api/pay-links/{token}: what a link sells and costs, in the form of a buyer's view of an order. Once it is paid,
 * `statusUrl` is the page of its order. POST /owed/pay and /owed/confirm below it are as those of an order.
 */
export const payLinkSchema = z.object({
  ...z.pick(orderStatusSchema, {
    language: true,
    items: true,
    ...forEachAmount(AMOUNTS, () => true as const),
    discountName: true,
    taxReason: true,
    shippingCost: true,
    shippingMethod: true,
    totalAmount: true,
    difference: true,
  }).shape,
  owed: owedViewSchema,
  statusUrl: z.nullable(z.string()),
});
export type PayLinkView = z.output<typeof payLinkSchema>;

/** Begins the payment reference of an order that was paid by hand. */
const MANUAL = 'manual_';
export const manualReference = (id: string): string => MANUAL + id;
/** Whether a payment was made outside of the payment provider, which then knows nothing of it. */
export const isManual = (paymentId: string): boolean => paymentId.startsWith(MANUAL);
