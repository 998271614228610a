import * as z from 'zod/mini';
import { MAX_LINES, MAX_QUANTITY } from '#shared/checkout/limits.ts';
import { lineText } from '#shared/core/fields.ts';

/**
 * What happens with the difference. `refund`: what the items cost less is paid back; `ask`: the buyer gets a link to pay
 * what they cost more, within a week; `let_go`: nobody pays or gets anything.
 */
export const ITEMS_MONEY = ['refund', 'ask', 'let_go'] as const;
export type ItemsMoney = (typeof ITEMS_MONEY)[number];

const lineField = z.object({
  id: lineText(100),
  quantity: z
    .int('quantity_invalid')
    .check(z.minimum(1, 'quantity_invalid'), z.maximum(MAX_QUANTITY, 'quantity_too_large')),
});

const shape = {
  /** All lines after the change, each product once. A line that is left out is removed. */
  lines: z.array(lineField, 'required').check(
    z.minLength(1, 'required'),
    z.maxLength(MAX_LINES, 'too_many_lines'),
    z.refine((lines) => new Set(lines.map(({ id }) => id)).size === lines.length, 'invalid'),
  ),
  money: z.enum(ITEMS_MONEY, 'invalid'),
  version: z.int('required').check(z.nonnegative('invalid')),
};

/** POST /api/admin/orders/{id}/items/preview: what the change would cost; changes nothing. */
export const itemsPreviewInputSchema = z.object(shape);
export type ItemsPreviewInput = z.output<typeof itemsPreviewInputSchema>;

/**
 * POST /api/admin/orders/{id}/items, with the header `Idempotency-Key`: changes the items of a paid order that has no
 * label and has not been shipped; answers the order as GET does. `differenceCents`, `refundCents` and `askCents` are
 * those of the preview; if they have changed since, nothing is written (409 `stale_version`). A repeated key changes
 * nothing more.
 */
export const itemsChangeInputSchema = z.object({
  ...shape,
  differenceCents: z.int('required'),
  refundCents: z.int('required').check(z.nonnegative('invalid')),
  /** With `money: 'ask'` required, and equal to that of the preview. */
  askCents: z.optional(z.int('invalid').check(z.nonnegative('invalid'))),
  /** Returns removed units to stock; default true. */
  restock: z.optional(z.boolean('invalid')),
  /** Whether the customer gets a mail; default true. */
  notify: z.optional(z.boolean('invalid')),
});
export type ItemsChangeInput = z.output<typeof itemsChangeInputSchema>;

const totalsSchema = z.object({
  subtotalCents: z.int(),
  discountCents: z.int(),
  shippingCents: z.int(),
  taxCents: z.int(),
  totalCents: z.int(),
});
export type ItemsTotals = z.output<typeof totalsSchema>;

/**
 * All in US cents. `differenceCents` is after less before, and negative when the order gets cheaper. `refundCents` is
 * paid back: at most what is left of the payment. `askCents` is what the buyer can be asked for: the difference with
 * its tax, plus the amount of an open request, which the change ends. It is 0 if that is too little to charge.
 */
export const itemsPreviewSchema = z.object({
  lines: z.array(z.object({ id: z.string(), name: z.string(), quantity: z.int(), unitPriceCents: z.int() })),
  before: totalsSchema,
  after: totalsSchema,
  differenceCents: z.int(),
  refundCents: z.int(),
  askCents: z.int(),
  /** The version of the order that was read. */
  version: z.int(),
});
export type ItemsPreview = z.output<typeof itemsPreviewSchema>;
