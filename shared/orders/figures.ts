import * as z from 'zod/mini';
import { forEachLanguage } from '#shared/core/language.ts';

/** The dimensions of the figures: `source` is that of the link by which the customer came. */
export const FIGURE_PARTS = ['product', 'state', 'code', 'source'] as const;
export type FigurePart = (typeof FIGURE_PARTS)[number];
/** What the database counts by: the same, plus customers' first orders. */
export type CountedPart = FigurePart | 'customer';

/** A normalized source: case and blanks do not matter. `null` unless it is a plain word. */
export function sourceOf(text: string | null | undefined): string | null {
  const word = (text ?? '').trim().normalize('NFC').toLowerCase().replace(/\s+/g, '-');
  return /^[\p{L}\d][\p{L}\d._-]{0,39}$/u.test(word) ? word : null;
}

const day = z.iso.date('invalid');
/** Limits the size of the answer. */
const MAX_YEARS = 10;
const isGood = ({ from, until }: { from: string; until: string }) =>
  from <= until && Number(until.slice(0, 4)) - Number(from.slice(0, 4)) <= MAX_YEARS;

/** GET /api/admin/figures: both days are included, in the shop's time zone. */
export const figuresQuerySchema = z
  .object({ from: day, until: day })
  .check(z.refine(isGood, { error: 'invalid', path: ['until'] }));

/** Orders and revenue of one key: a product's id, a state's postal code, a discount code, or a source ('' for none). */
const figureSchema = z.object({
  key: z.string(),
  orders: z.int(),
  /** Units sold; 0 except for products. */
  units: z.int(),
  revenue: z.string(),
  tax: z.string(),
  /** The product's present names, missing if it was deleted. */
  names: z.optional(z.object(forEachLanguage(() => z.string()))),
});
export type Figure = z.output<typeof figureSchema>;

/**
 * Figures without cancelled orders, most revenue first. Money is two-decimal text in US dollars. `revenue` includes
 * shipping and tax, but a product's is the price of its units before discounts. `net` excludes refunded and disputed
 * amounts; `average` is per order. A customer is a mailbox, in any spelling.
 */
export const figuresSchema = z.object({
  from: z.string(),
  until: z.string(),
  orders: z.int(),
  revenue: z.string(),
  net: z.string(),
  tax: z.string(),
  average: z.string(),
  /** First orders of customers; the rest came from returning customers. */
  firstOrders: z.int(),
  parts: z.object({
    product: z.array(figureSchema),
    state: z.array(figureSchema),
    code: z.array(figureSchema),
    source: z.array(figureSchema),
  }),
});
export type Figures = z.output<typeof figuresSchema>;
