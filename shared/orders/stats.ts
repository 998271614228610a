import * as z from 'zod/mini';
import { forEachLanguage } from '#shared/core/language.ts';
import { visitsSchema } from '#shared/visits/visits.ts';

/** The breakdowns of sales; `source` is the campaign name in the link that the customer followed. */
export const STATS_PARTS = ['product', 'state', 'code', 'source'] as const;
export type StatsPart = (typeof STATS_PARTS)[number];
/** The breakdowns in the database: these, all orders, and customers' first orders. */
export type CountedPart = StatsPart | 'all' | 'customer';

/** Last 30 days, 12 weeks (from Monday) or 12 months, including today, in the shop's time zone. */
export const STATS_RANGES = ['30d', '12w', '12m'] as const;
export type StatsRange = (typeof STATS_RANGES)[number];

const day = z.optional(z.iso.date('invalid'));
/** Longest period in years, so that the answer stays small. */
const MAX_YEARS = 10;
const isGood = ({ from = '', until = '' }: { from?: string | undefined; until?: string | undefined }) =>
  (from === '') === (until === '') &&
  from <= until &&
  Number(until.slice(0, 4)) - Number(from.slice(0, 4)) <= MAX_YEARS;

/** GET /api/admin/stats: `range` defaults to 30d; `from` and `until` are inclusive, and without them `sold` and `visits` are missing. */
export const statsQuerySchema = z
  .object({ range: z.optional(z.enum(STATS_RANGES, 'invalid')), from: day, until: day })
  .check(z.refine(isGood, { error: 'invalid', path: ['until'] }));

/** The product's current names; missing if it was deleted. */
const names = z.optional(z.object(forEachLanguage(() => z.string())));
const statsTotalsSchema = z.object({ orders: z.int(), revenue: z.string(), netRevenue: z.string() });
/** A day, week or month: `start` is its first day as `YYYY-MM-DD`. */
const statsBucketSchema = z.extend(statsTotalsSchema, { start: z.string() });
export type StatsBucket = z.output<typeof statsBucketSchema>;

/** Orders and revenue of one key: a product's id, a state's postal code, a code, a source ('' for none). */
const soldPartSchema = z.object({
  key: z.string(),
  orders: z.int(),
  /** Units sold; 0 except for products. */
  units: z.int(),
  revenue: z.string(),
  tax: z.string(),
  names,
});
export type SoldPart = z.output<typeof soldPartSchema>;

/**
 * Sales without cancelled orders, by highest revenue first. `revenue` includes shipping and tax; that of a product is the
 * price of its units before discounts. `net` excludes refunded and disputed amounts; `average` is per order. A customer
 * is a mailbox, in any spelling of its address.
 */
const soldSchema = z.object({
  orders: z.int(),
  revenue: z.string(),
  net: z.string(),
  tax: z.string(),
  average: z.string(),
  /** First orders of their customers; the other orders are from returning customers. */
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
 * Money is two-decimal text in US dollars. `buckets` are in time order, without gaps; `previousBuckets` cover the period
 * of equal length right before. `products` counts units sold in both periods without cancelled orders, most sold first.
 * `sold` and `visits` cover the requested days.
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
  visits: z.optional(visitsSchema),
});
export type Stats = z.output<typeof statsSchema>;
