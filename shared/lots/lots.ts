import * as z from 'zod/mini';
import { lineText, versionField } from '#shared/core/fields.ts';
import { MAX_BULK } from '#shared/orders/orders.ts';

export const MAX_LOT_CODE = 40;
const MAX_PIECES = 1_000_000;
const MAX_LOTS_OF_ORDER = 200;

export const productIdField = z.string('required').check(z.regex(/^[\w-]{1,64}$/, 'invalid'));
const day = z.iso.date('day_invalid');
const pieces = z
  .int('quantity_invalid')
  .check(z.minimum(1, 'quantity_invalid'), z.maximum(MAX_PIECES, 'quantity_invalid'));

const lotFields = {
  code: lineText(MAX_LOT_CODE),
  /** The last good day, `YYYY-MM-DD`. */
  bestBy: day,
  madeOn: day,
  /** How many units were made; `null` if nobody has counted. */
  quantity: z.nullable(pieces),
};

const isAfterMade: z.core.CheckFn<{ bestBy?: string | undefined; madeOn?: string | undefined }> = ({
  value,
  issues,
}) => {
  if (value.bestBy === undefined || value.madeOn === undefined || value.bestBy >= value.madeOn) return;
  issues.push({ code: 'custom', message: 'end_before_start', path: ['bestBy'], input: value });
};

/** POST /api/admin/lots (201). */
export const lotInputSchema = z.object({ productId: productIdField, ...lotFields }).check(isAfterMade);
export type LotInput = z.output<typeof lotInputSchema>;

/** PATCH /api/admin/lots/{id}: any of the fields. A recalled lot stays closed. */
export const lotChangeSchema = z
  .object({ ...z.partial(z.object({ ...lotFields, isOpen: z.boolean('invalid') })).shape, version: versionField })
  .check(isAfterMade);
export type LotChange = z.output<typeof lotChangeSchema>;

/** A lot of a product. `packed` units of it are in orders; `recallId` is the recall that it belongs to. */
export const lotSchema = z.object({
  id: z.string(),
  productId: z.string(),
  code: z.string(),
  bestBy: z.string(),
  madeOn: z.string(),
  quantity: z.nullable(z.int()),
  /** Proposed when packing, while it is not past its best-by date. */
  isOpen: z.boolean(),
  recallId: z.nullable(z.string()),
  packed: z.int(),
  version: z.int(),
  createdAt: z.string(),
});
export type Lot = z.output<typeof lotSchema>;

/** Units of a lot in an order. */
export const packedLotSchema = z.object({
  lotId: z.string(),
  productId: z.string(),
  code: z.string(),
  bestBy: z.string(),
  isRecalled: z.boolean(),
  quantity: z.int(),
});
export type PackedLot = z.output<typeof packedLotSchema>;

/**
 * GET /api/admin/orders/{id}/lots. `needs` are the units of each product in the parcel, with the contents of
 * assortments. `lots` are recorded, or proposed while `isProposed`. `choices` may be
 * chosen: open lots, with those that the order has; `packed` is what other orders have of them.
 */
export const orderLotsSchema = z.object({
  needs: z.array(z.object({ productId: z.string(), quantity: z.int() })),
  lots: z.array(packedLotSchema),
  isProposed: z.boolean(),
  choices: z.array(lotSchema),
});
export type OrderLots = z.output<typeof orderLotsSchema>;

const chosenLots = z
  .array(z.object({ lotId: z.guid('invalid'), quantity: pieces }), 'required')
  .check(z.maxLength(MAX_LOTS_OF_ORDER, 'too_many_rows'));

/**
 * PUT /api/admin/orders/{id}/lots: replaces the lots of an order. `from` are those that the person saw; if others are
 * recorded by now, the answer is a 409 with `current`.
 */
export const orderLotsInputSchema = z.object({ lots: chosenLots, from: z.optional(chosenLots) });
export type OrderLotsInput = z.output<typeof orderLotsInputSchema>;
export type ChosenLot = OrderLotsInput['lots'][number];

/**
 * POST /api/admin/lots/pack: records the proposed lots of orders to process, and answers the recorded lots of all that
 * have any.
 */
export const packInputSchema = z.object({
  orders: z
    .array(z.guid('invalid'), 'required')
    .check(z.minLength(1, 'required'), z.maxLength(MAX_BULK, 'too_many_rows')),
});
export const packedOrdersSchema = z.array(z.object({ orderId: z.string(), lots: z.array(packedLotSchema) }));
export type PackedOrders = z.output<typeof packedOrdersSchema>;
