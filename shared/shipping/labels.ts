import * as z from 'zod/mini';
import { lineText } from '#shared/core/fields.ts';
import { textToCents } from '#shared/core/money.ts';
import { IDEMPOTENCY_KEY_HEADER } from '#shared/orders/refunds.ts';
import { CARRIERS } from './carriers.ts';
import { PARCEL_OZ } from './rate-table.ts';
import { trackingNumbersOf } from './tracking.ts';

/**
 * `requested`: stored, the carrier's answer is unknown · `bought` · `failed`: nothing was bought · `void_requested`:
 * the carrier has not confirmed the refund · `voided`.
 */
export const LABEL_STATES = ['requested', 'bought', 'failed', 'void_requested', 'voided'] as const;
export type LabelState = (typeof LABEL_STATES)[number];

/** The paper of a label: 4 × 6 inches for label printers, or a letter-size sheet. */
export const LABEL_SIZES = ['4x6', 'letter'] as const;
export type LabelSize = (typeof LABEL_SIZES)[number];

/** The longest side that carriers accept, in inches. */
export const MAX_SIDE_IN = 108;

/** A quantity of an item of the order. */
const labelItemSchema = z.object({ id: z.string(), quantity: z.int() });
export type LabelItem = z.output<typeof labelItemSchema>;

/**
 * The shipping label of one parcel on the wire. `parcel` is its index among those of the order, from 0; `items` its
 * contents, `null` for the whole order. `cost` is two-decimal text in US dollars.
 * `failure` is the carrier's message or one of `unanswered`, `too_heavy`, `product_gone`, `no_rate`, `service_gone`,
 * `dearer`, `void_refused`, `address_changed`, `too_hot`. `isSample`: a label of the built-in carrier, which no carrier
 * accepts.
 */
export const labelSchema = z.object({
  id: z.string(),
  parcel: z.int(),
  items: z.nullable(z.array(labelItemSchema)),
  state: z.enum(LABEL_STATES),
  carrier: z.nullable(z.string()),
  service: z.nullable(z.string()),
  cost: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  size: z.enum(LABEL_SIZES),
  hasPdf: z.boolean(),
  isSample: z.boolean(),
  createdAt: z.string(),
});
export type Label = z.output<typeof labelSchema>;

/**
 * The result of one request for labels, as one. `state` is `requested` or `failed` if that of any label is; `cost` is
 * the sum of the bought ones, `trackingNumber` has all numbers. `parcels` is the number requested, `bought` the number
 * bought.
 */
export const pressedLabelSchema = z.object({ ...labelSchema.shape, parcels: z.int(), bought: z.int() });
export type PressedLabel = z.output<typeof pressedLabelSchema>;

/** A measured parcel, in ounces and inches. */
const within = (most: number) => z.number('invalid').check(z.positive('invalid'), z.maximum(most, 'invalid'));
export const measuredParcelSchema = z.object({
  weightOz: within(PARCEL_OZ),
  lengthIn: within(MAX_SIDE_IN),
  widthIn: within(MAX_SIDE_IN),
  heightIn: within(MAX_SIDE_IN),
});
export type MeasuredParcel = z.output<typeof measuredParcelSchema>;

/**
 * POST /api/admin/orders/{id}/labels/offers: services that can be bought for the order, cheapest first; buys nothing.
 * `parcel` overrides the measures of the order's products.
 */
export const labelOffersInputSchema = z.object({ parcel: z.optional(measuredParcelSchema) });
export type LabelOffersInput = z.output<typeof labelOffersInputSchema>;

/**
 * `days` are business days, `null` if the carrier does not say. `isChosen`: the customer's service, or else the
 * cheapest, which is bought when a request names no `service`.
 */
export const labelOfferSchema = z.object({
  carrier: z.enum(CARRIERS),
  service: z.string(),
  cost: z.string(),
  days: z.nullable(z.int()),
  isChosen: z.boolean(),
});
export type LabelOfferOnWire = z.output<typeof labelOfferSchema>;

/**
 * `parcels` is the number of labels that a request would buy; an offer's `cost` is for all of them. `parcel` is the
 * assumed measures, `null` for several parcels. `failure`, as in `labelSchema`, says why there is no offer; `size` is
 * the one used last.
 */
export const labelOffersSchema = z.object({
  offers: z.array(labelOfferSchema),
  failure: z.nullable(z.string()),
  parcels: z.int(),
  parcel: z.nullable(
    z.object({ weightOz: z.number(), lengthIn: z.number(), widthIn: z.number(), heightIn: z.number() }),
  ),
  size: z.enum(LABEL_SIZES),
});
export type LabelOffers = z.output<typeof labelOffersSchema>;

/**
 * POST /api/admin/orders/{id}/labels, optionally with the header `Idempotency-Key`: buys a label for each parcel that
 * has none. After the last one it sets the tracking numbers, as "Ship" does.
 * 201 when a label is new; 200 with the same labels for a repeated key, and while every parcel has a requested or
 * bought label. A canceled order, and one with a tracking number of another source, are 409.
 *
 * The body may be missing. `service` and `carrier`, only together, select an offer; default is the one with `isChosen`.
 * Nothing is bought if all labels together cost more than `maxCost`, two-decimal text in US dollars. `size` is
 * remembered for the next label.
 */
export const labelInputSchema = z
  .object({
    service: z.optional(lineText(120)),
    carrier: z.optional(z.enum(CARRIERS, 'invalid')),
    maxCost: z.optional(z.string('sum_invalid').check(z.refine((text) => textToCents(text) !== null, 'sum_invalid'))),
    parcel: z.optional(measuredParcelSchema),
    size: z.optional(z.enum(LABEL_SIZES, 'invalid')),
  })
  .check(
    z.refine(({ service, carrier }) => (service === undefined) === (carrier === undefined), {
      path: ['carrier'],
      error: 'invalid',
    }),
  );
export type LabelInput = z.output<typeof labelInputSchema>;

export const labelHeadersSchema = z.object({
  [IDEMPOTENCY_KEY_HEADER]: z.optional(z.string('invalid').check(z.regex(/^[\x21-\x7e]{1,100}$/, 'invalid'))),
});

/** POST /api/admin/orders/{id}/labels/{labelId}/void and GET …/{labelId}/pdf. */
export const labelParamsSchema = z.object({ id: z.guid('invalid'), labelId: z.guid('invalid') });

/** The URL carries the ids, so their number is limited. */
export const MAX_PRINTED = 100;

/** GET /api/admin/labels.pdf?orders={id},{id}: the usable labels of these orders, in one file. */
export const printedLabelsQuerySchema = z.object({
  orders: z.pipe(
    z.string('required').check(z.maxLength(37 * MAX_PRINTED, 'too_long')),
    z.pipe(
      z.transform((text: string) => text.split(',')),
      z.array(z.guid('invalid')).check(z.minLength(1, 'required'), z.maxLength(MAX_PRINTED, 'invalid')),
    ),
  ),
});

/** A carrier's parcel states, in their usual order. */
export const PARCEL_STATES = ['accepted', 'transit', 'delivered', 'returned', 'failure'] as const;
export type ParcelState = (typeof PARCEL_STATES)[number];

type Event = { kind: string; detail: Readonly<Record<string, unknown>> };

/**
 * Whether a carrier has scanned a parcel; an announced one has not moved.
 *
 * @param trackingNumber of the order: of one parcel, or of several
 */
export function hasMoved(events: readonly Event[], trackingNumber: string | null): boolean {
  const numbers: unknown[] = trackingNumbersOf(trackingNumber);
  return events.some(
    ({ kind, detail }) => kind === 'parcel' && numbers.includes(detail.trackingNumber) && detail.state !== 'accepted',
  );
}

/** The items of an order without those of its open labels; a label without items covers all of them. */
export function itemsWithoutLabel(
  items: readonly LabelItem[],
  open: readonly { items: readonly LabelItem[] | null }[],
): LabelItem[] {
  return items.flatMap(({ id, quantity }): LabelItem[] => {
    const labeled = open.map(
      (label) => label.items?.find((item) => item.id === id)?.quantity ?? (label.items ? 0 : quantity),
    );
    const left = quantity - labeled.reduce((sum, each) => sum + each, 0);
    return left > 0 ? [{ id, quantity: left }] : [];
  });
}

/**
 * The bought labels of an order that no carrier has scanned, so that they can be refunded. None if one of its parcels
 * has moved, or has a number without a label.
 */
export function unusedLabels<T extends { state: LabelState; trackingNumber: string | null }>(
  labels: readonly T[],
  trackingNumber: string | null,
  events: readonly Event[],
): T[] {
  const bought = labels.filter(({ state }) => state === 'bought');
  const known = bought.map((label) => label.trackingNumber);
  const isUsed =
    trackingNumbersOf(trackingNumber).some((number) => !known.includes(number)) ||
    known.some((number) => hasMoved(events, number));
  return isUsed ? [] : bought;
}
