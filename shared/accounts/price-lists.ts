import * as z from 'zod/mini';
import { MAX_AMOUNT_CENTS } from '#shared/core/money.ts';

/** The list of all accounts that have no line of their own. */
export const DEFAULT_LIST = 'default';

const MAX_LINES = 200;
export const MAX_UNITS = 1_000;

const count = z
  .int('quantity_invalid')
  .check(z.minimum(1, 'quantity_invalid'), z.maximum(MAX_UNITS, 'quantity_invalid'));

/** The price of a case of one product, in US cents. */
const caseLineSchema = z.object({
  productId: z.string('required').check(z.minLength(1, 'required'), z.maxLength(64, 'too_long')),
  /** How many of the product are in a case. */
  unitsPerCase: count,
  priceCents: z.int('price_invalid').check(z.minimum(1, 'price_invalid'), z.maximum(MAX_AMOUNT_CENTS, 'price_invalid')),
  /** The fewest cases of an order. */
  minimumCases: count,
});
export type CaseLine = z.output<typeof caseLineSchema>;

/** GET and PUT /api/admin/price-lists/{id}: the default list, or by its id an account's own lines. */
export const priceListParamsSchema = z.object({ id: z.union([z.literal(DEFAULT_LIST), z.guid()], 'invalid') });

/** `version` 0 for a list that was never saved. No lines: an account has the prices of the default list. */
export const priceListInputSchema = z.object({
  lines: z.array(caseLineSchema, 'invalid').check(
    z.maxLength(MAX_LINES, 'invalid'),
    z.refine((lines) => new Set(lines.map(({ productId }) => productId)).size === lines.length, 'invalid'),
  ),
  version: z.int('required').check(z.nonnegative('invalid')),
});
export type PriceListInput = z.output<typeof priceListInputSchema>;

export const priceListSchema = z.object({
  id: z.string(),
  lines: z.array(
    z.object({ productId: z.string(), unitsPerCase: z.int(), priceCents: z.int(), minimumCases: z.int() }),
  ),
  version: z.int(),
});
export type PriceList = z.output<typeof priceListSchema>;

/** What an account pays: its own line of a product goes before that of the default list. */
export function linesFor(own: readonly CaseLine[], byDefault: readonly CaseLine[]): CaseLine[] {
  const isOwn = new Set(own.map(({ productId }) => productId));
  return [...own, ...byDefault.filter(({ productId }) => !isOwn.has(productId))];
}
