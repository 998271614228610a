import * as z from 'zod/mini';
import { forEachLanguage } from '#shared/core/language.ts';

/** What the sales of a time are parted by: `source` is what the link said by which the customer came. */
export const STATS_PARTS = ['product', 'state', 'code', 'source'] as const;
export type StatsPart = (typeof STATS_PARTS)[number];
/** What the database counts by: the same, all orders, and the first orders of customers. */
export type CountedPart = StatsPart | 'all' | 'customer';

/** A source as the stats count it: case and blanks do not matter. Anything but a plain word is not a source. */
export function sourceOf(text: string | null | undefined): string | null {
  const word = (text ?? '').trim().normalize('NFC').toLowerCase().replace(/\s+/g, '-');
  return /^[\p{L}\d][\p{L}\d._-]{0,39}$/u.test(word) ? word : null;
}

/** Last 30 days, 12 weeks (from Monday) or 12 months, including today, in the shop's time zone. */
export const STATS_RANGES = ['30d', '12w', '12m'] as const;
export type StatsRange = (typeof STATS_RANGES)[number];

const day = z.optional(z.iso.date('invalid'));
/** At most this many years, so that the answer stays small. */
const MAX_YEARS = 10;
const isGood = ({ from = '', until = '' }: { from?: string | undefined; until?: string | undefined }) =>
  (from === '') === (until === '') &&
  from <= until &&
  Number(until.slice(0, 4)) - Number(from.slice(0, 4)) <= MAX_YEARS;

/** GET /api/admin/stats: the range is 30d when left out; both days are included, and without them `sold` is missing. */
export const statsQuerySchema = z
  .object({ range: z.optional(z.enum(STATS_RANGES, 'invalid')), from: day, until: day })
  .check(z.refine(isGood, { error: 'invalid', path: ['until'] }));

/** Those that a product has now, missing where it was deleted. */
const names = z.optional(z.object(forEachLanguage(() => z.string())));
const statsTotalsSchema = z.object({ orders: z.int(), revenue: z.string(), netRevenue: z.string() });
/** A day, week or month: `start` is its first day as `YYYY-MM-DD`. */
const statsBucketSchema = z.extend(statsTotalsSchema, { start: z.string() });
export type StatsBucket = z.output<typeof statsBucketSchema>;

/** Orders and revenue of one key: a product's id, a state's postal code, a code, a source ('' for none). */
const soldPartSchema = z.object({
  key: z.string(),
  orders: z.int(),
  /** Pieces; 0 but for products. */
  units: z.int(),
  revenue: z.string(),
  tax: z.string(),
  names,
});
export type SoldPart = z.output<typeof soldPartSchema>;

/**
 * Without cancelled orders. `revenue` is with shipping and tax, that of a product what its pieces cost, before discounts;
 * `net` without what was paid back or is disputed; `average` of an order. The most revenue comes first. A customer is a
 * mailbox, under whatever spelling.
 */
const soldSchema = z.object({
  orders: z.int(),
  revenue: z.string(),
  net: z.string(),
  tax: z.string(),
  average: z.string(),
  /** Orders that were somebody's first; each of the others came from a returning customer. */
  firstOrders: z.int(),
  parts: z.object({
    product: z.array(soldPartSchema),
    state: z.array(soldPartSchema),
    code: z.array(soldPartSchema),
    source: z.array(soldPartSchema),
  }),
});
export type Sold = z.output<typeof soldSchema>;

/**
 * Money is two-decimal text in US dollars. `buckets` are in time order and without gaps; `previousBuckets` are as many right
 * before them. `products` counts pieces sold in both periods, cancelled orders left out, most sold first. `sold` is of the
 * days that were asked for.
 */
export const statsSchema = z.object({
  range: z.enum(STATS_RANGES),
  timeZone: z.string(),
  buckets: z.array(statsBucketSchema),
  previousBuckets: z.array(statsBucketSchema),
  totals: statsTotalsSchema,
  previousTotals: statsTotalsSchema,
  products: z.array(z.object({ id: z.string(), names, units: z.int(), previousUnits: z.int() })),
  sold: z.optional(soldSchema),
});
export type Stats = z.output<typeof statsSchema>;
