import * as z from 'zod/mini';
import { unpublishedSchema } from '#shared/content/content.ts';
import { forEachLanguage } from '#shared/core/language.ts';
import { liveChangeSchema, MAX_CURSOR_LENGTH } from './live.ts';

/** Checked before any hashing, so that a long password costs nothing. */
export const MAX_PASSWORD_LENGTH = 1024;

/** POST /api/admin/login. Leading and trailing blanks are part of a password; a blank password is refused. */
export const loginInputSchema = z.object({
  password: z.string('required').check(
    z.maxLength(MAX_PASSWORD_LENGTH, 'too_long'),
    z.refine((s) => s.trim() !== '', 'required'),
  ),
});
export type LoginInput = z.output<typeof loginInputSchema>;

/** GET /api/admin/check; also what login and logout answer. */
export const adminCheckSchema = z.object({ isAdmin: z.boolean() });
export type AdminCheck = z.output<typeof adminCheckSchema>;

/**
 * GET /api/admin/sessions: the admin's sessions, last used first. `device` is a browser's short name, such as `Firefox,
 * Windows`; times are ISO 8601. DELETE …/{id} answers 204; POST …/end-others ends all but the caller's own.
 */
export const adminSessionSchema = z.object({
  id: z.string(),
  device: z.nullable(z.string()),
  address: z.nullable(z.string()),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  isCurrent: z.boolean(),
});
export type AdminSession = z.output<typeof adminSessionSchema>;
export const sessionParamsSchema = z.object({ id: z.string('invalid').check(z.regex(/^[\da-f]{12}$/, 'invalid')) });
export const endedSessionsSchema = z.object({ ended: z.int() });

/**
 * GET /api/admin/summary: the numbers of the three cards. `revenue` is the sum of all order totals. `netRevenue`
 * excludes cancelled orders, and refunded and disputed amounts of the others. Both are two-decimal text in US dollars.
 * `ordersToProcess` counts pending and processing orders.
 */
export const summarySchema = z.object({
  totalWholesalers: z.int(),
  pendingWholesalers: z.int(),
  totalOrders: z.int(),
  ordersToProcess: z.int(),
  revenue: z.string(),
  netRevenue: z.string(),
});
export type Summary = z.output<typeof summarySchema>;

/** `since`: the `cursor` of the caller's last answer; without it, the answer starts from the present. */
export const changesQuerySchema = z.object({
  since: z.optional(z.string().check(z.maxLength(MAX_CURSOR_LENGTH, 'too_long'), z.regex(/^[\d.:,]*$/, 'invalid'))),
});
/**
 * GET /api/admin/changes, which an open dashboard polls every 10 seconds without extending its session.
 * It answers the totals of orders and inquiries (as in the summary), what is saved but not published, and the changes
 * after `since`, each once.
 * `changes` is `null` when some may be missing: more than 200, older than an hour, or from another database.
 */
export const changesSchema = z.object({
  orders: z.int(),
  inquiries: z.int(),
  unpublished: z.array(unpublishedSchema),
  cursor: z.string(),
  changes: z.nullable(z.array(liveChangeSchema)),
});
export type Changes = z.output<typeof changesSchema>;

/** Last 30 days, 12 weeks (from Monday) or 12 months, including today, in the shop's time zone. */
export const STATS_RANGES = ['30d', '12w', '12m'] as const;
export type StatsRange = (typeof STATS_RANGES)[number];
export const statsQuerySchema = z.object({ range: z.optional(z.enum(STATS_RANGES, 'invalid')) });

/** A day, week or month: `start` is its first day as `YYYY-MM-DD`; money is two-decimal text in US dollars. */
export const statsBucketSchema = z.object({
  start: z.string(),
  orders: z.int(),
  revenue: z.string(),
  netRevenue: z.string(),
});
export type StatsBucket = z.output<typeof statsBucketSchema>;

const statsTotalsSchema = z.object({ orders: z.int(), revenue: z.string(), netRevenue: z.string() });

/**
 * GET /api/admin/stats?range=30d|12w|12m (default 30d). `buckets` are in time order, without gaps; `previousBuckets`
 * cover the period of equal length right before. `products` counts units sold in both periods without cancelled orders,
 * most sold first. `names` are the product's present names, missing if it was deleted.
 */
export const statsSchema = z.object({
  range: z.enum(STATS_RANGES),
  timeZone: z.string(),
  buckets: z.array(statsBucketSchema),
  previousBuckets: z.array(statsBucketSchema),
  totals: statsTotalsSchema,
  previousTotals: statsTotalsSchema,
  products: z.array(
    z.object({
      id: z.string(),
      names: z.optional(z.object(forEachLanguage(() => z.string()))),
      units: z.int(),
      previousUnits: z.int(),
    }),
  ),
});
export type Stats = z.output<typeof statsSchema>;
