import * as z from 'zod/mini';
import { lineText } from '#shared/core/fields.ts';
import { textToCents } from '#shared/core/money.ts';
import { IDEMPOTENCY_KEY_HEADER } from '#shared/orders/refunds.ts';
import { CARRIERS } from './carriers.ts';
import { PARCEL_OZ } from './rate-table.ts';
import { trackingNumbersOf } from './tracking.ts';

/**
 * `requested`: written, and the carrier's answer is not known yet · `bought` · `failed`: nothing was bought ·
 * `void_requested`: the carrier has not said yet that it pays back · `voided`.
 */
export const LABEL_STATES = ['requested', 'bought', 'failed', 'void_requested', 'voided'] as const;
export type LabelState = (typeof LABEL_STATES)[number];

/** What a label is printed on: 4 × 6 inches for label printers, or a sheet of letter size. */
export const LABEL_SIZES = ['4x6', 'letter'] as const;
export type LabelSize = (typeof LABEL_SIZES)[number];

/** Longest side that carriers take, in inches. */
export const MAX_SIDE_IN = 108;

/** So many pieces of an item of the order. */
const labelItemSchema = z.object({ id: z.string(), quantity: z.int() });
export type LabelItem = z.output<typeof labelItemSchema>;

/**
 * A shipping label on the wire, of one parcel: `parcel` is its place among those of the order, from 0, and `items` what is in it,
 * `null` when it is the whole order. `cost` is two-decimal text in US dollars; `failure` are the carrier's words or one of
 * `unanswered`, `too_heavy`, `product_gone`, `no_rate`, `service_gone`, `dearer`, `void_refused`, `address_changed`, `too_hot`; `isSample`
 * is true for a label of the built-in carrier, which no carrier accepts.
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
 * What became of a press: all its labels as one. `state` is `requested` or `failed` if one of them is, `cost` the sum of those
 * that were bought, and `trackingNumber` all numbers; of `parcels` asked for, so many are `bought`.
 */
export const pressedLabelSchema = z.object({ ...labelSchema.shape, parcels: z.int(), bought: z.int() });
export type PressedLabel = z.output<typeof pressedLabelSchema>;

/** A packed parcel as it was measured, in ounces and inches. */
const within = (most: number) => z.number('invalid').check(z.positive('invalid'), z.maximum(most, 'invalid'));
export const measuredParcelSchema = z.object({
  weightOz: within(PARCEL_OZ),
  lengthIn: within(MAX_SIDE_IN),
  widthIn: within(MAX_SIDE_IN),
  heightIn: within(MAX_SIDE_IN),
});
export type MeasuredParcel = z.output<typeof measuredParcelSchema>;

/**
 * POST /api/admin/orders/{id}/labels/offers: what can be bought for the order, cheapest first; nothing is bought. `parcel` goes
 * before what the order's products say.
 */
export const labelOffersInputSchema = z.object({ parcel: z.optional(measuredParcelSchema) });
export type LabelOffersInput = z.output<typeof labelOffersInputSchema>;

/**
 * `days` are business days, `null` when the carrier does not say. `isChosen`: the service that the customer chose, or else the
 * cheapest, which a press without `service` buys.
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
 * `parcels` is how many labels a press buys, and `cost` of an offer what all of them cost; `parcel` is what was weighed in, `null`
 * when they are several; `failure`, as in `labelSchema`, says why there is no offer; `size` is the one that the owner took last.
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
 * POST /api/admin/orders/{id}/labels, optionally with the header `Idempotency-Key`: buys a label for each parcel of the order
 * that has none, and sets the tracking numbers, as "Ship" does, when the last one is bought. 201 when a label is new; 200 with
 * the same labels for the same key, and while every parcel has one that was asked for or bought. A canceled order, and one with
 * a tracking number of another source, are 409.
 *
 * The body may be missing. `service` and `carrier`, only together, are the offer to buy; without them it is the one that
 * `isChosen`. Above `maxCost`, two-decimal text in US dollars, of all of them nothing is bought. `size` is remembered for the next label.
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

/** So many labels are printed together: their ids stand in one address. */
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

/** What a carrier tells of a parcel, in the order in which it usually comes. */
export const PARCEL_STATES = ['accepted', 'transit', 'delivered', 'returned', 'failure'] as const;
export type ParcelState = (typeof PARCEL_STATES)[number];

type Event = { kind: string; detail: Readonly<Record<string, unknown>> };

/**
 * Whether a carrier has had a parcel in its hands; one that is only announced has not moved.
 *
 * @param trackingNumber of the order: of one parcel, or of several
 */
export function hasMoved(events: readonly Event[], trackingNumber: string | null): boolean {
  const numbers: unknown[] = trackingNumbersOf(trackingNumber);
  return events.some(
    ({ kind, detail }) => kind === 'parcel' && numbers.includes(detail.trackingNumber) && detail.state !== 'accepted',
  );
}

/** What is left of an order's items when those of its open labels are taken away; a label without items has all of them. */
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
 * The bought labels of an order that no carrier has seen, so that their money can be had back; none when one of its parcels has
 * moved, or has a number that is not of a label.
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
