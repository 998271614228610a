import * as z from 'zod/mini';
import { lineText } from '#shared/core/fields.ts';

const MAX_PIECES = 1_000_000;
const wholeFrom = (least: number) =>
  z.int('quantity_invalid').check(z.minimum(least, 'quantity_invalid'), z.maximum(MAX_PIECES, 'quantity_invalid'));
const pieces = wholeFrom(0);
const signedPieces = wholeFrom(-MAX_PIECES);

/**
 * PATCH /api/admin/products/{id}/stock.
 * `onHand` is the counted number, `null` to stop counting. It may be negative only to undo the last manual change from
 * a negative number. `delta` is added, or subtracted if negative. From `lowAt` down, shoppers see how many are left.
 * `from` is the number that the person saw: if it has changed since, the call is refused.
 */
export const stockChangeSchema = z
  .object({
    onHand: z.optional(z.nullable(signedPieces)),
    delta: z.optional(signedPieces),
    lowAt: z.optional(z.nullable(pieces)),
    from: z.optional(z.nullable(z.int('invalid'))),
    reason: z.optional(z.nullable(lineText(200, { min: 0 }))),
    version: z.optional(z.int('invalid').check(z.nonnegative('invalid'))),
  })
  .check(z.refine(({ onHand, delta }) => onHand === undefined || delta === undefined, 'invalid'));
export type StockChange = z.output<typeof stockChangeSchema>;

/** A change of the number on hand; `delta` and `onHand` are `null` when counting stopped. */
export const stockMovementSchema = z.object({
  id: z.int(),
  kind: z.enum(['count', 'sale', 'restock']),
  delta: z.nullable(z.int()),
  onHand: z.nullable(z.int()),
  reason: z.nullable(z.string()),
  orderId: z.nullable(z.string()),
  createdAt: z.string(),
});
export type StockMovement = z.output<typeof stockMovementSchema>;
