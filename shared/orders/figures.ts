import * as z from 'zod/mini';
import { forEachLanguage } from '#shared/core/language.ts';

/** What the figures of a time are parted by: `source` is what the link said by which the customer came. */
export const FIGURE_PARTS = ['product', 'state', 'code', 'source'] as const;
export type FigurePart = (typeof FIGURE_PARTS)[number];
/** What the database counts by: the same, and the first orders of customers. */
export type CountedPart = FigurePart | 'customer';

/** A source as the figures count it: case and blanks do not matter. Anything but a plain word is not a source. */
export function sourceOf(text: string | null | undefined): string | null {
  const word = (text ?? '').trim().normalize('NFC').toLowerCase().replace(/\s+/g, '-');
  return /^[\p{L}\d][\p{L}\d._-]{0,39}$/u.test(word) ? word : null;
}

const day = z.iso.date('invalid');
/** At most this many years, so that the answer stays small. */
const MAX_YEARS = 10;
const isGood = ({ from, until }: { from: string; until: string }) =>
  from <= until && Number(until.slice(0, 4)) - Number(from.slice(0, 4)) <= MAX_YEARS;

/** GET /api/admin/figures: both days are included, in the shop's time zone. */
export const figuresQuerySchema = z
  .object({ from: day, until: day })
  .check(z.refine(isGood, { error: 'invalid', path: ['until'] }));

/** Orders and revenue of one key: a product's id, a state's postal code, a code, a source ('' for none). */
const figureSchema = z.object({
  key: z.string(),
  orders: z.int(),
  /** Pieces; 0 but for products. */
  units: z.int(),
  revenue: z.string(),
  tax: z.string(),
  /** Those that a product has now, missing where it was deleted. */
  names: z.optional(z.object(forEachLanguage(() => z.string()))),
});
export type Figure = z.output<typeof figureSchema>;

/**
 * Without cancelled orders. Money is two-decimal text in US dollars: `revenue` with shipping and tax, that of a product
 * what its pieces cost, before discounts; `net` without what was paid back or is disputed; `average` of an order. The most
 * revenue comes first. A customer is a mailbox, under whatever spelling.
 */
export const figuresSchema = z.object({
  from: z.string(),
  until: z.string(),
  orders: z.int(),
  revenue: z.string(),
  net: z.string(),
  tax: z.string(),
  average: z.string(),
  /** Orders that were somebody's first; each of the others came from a returning customer. */
  firstOrders: z.int(),
  parts: z.object({
    product: z.array(figureSchema),
    state: z.array(figureSchema),
    code: z.array(figureSchema),
    source: z.array(figureSchema),
  }),
});
export type Figures = z.output<typeof figuresSchema>;
