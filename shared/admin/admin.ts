import * as z from 'zod/mini';
import { unpublishedSchema } from '#shared/content/content.ts';
import { forEachLanguage } from '#shared/core/language.ts';
import { liveChangeSchema, MAX_CURSOR_LENGTH } from './live.ts';

/** Checked before any hashing, so that a long password costs nothing. */
export const MAX_PASSWORD_LENGTH = 1024;

/** POST /api/admin/login. Blanks around a password belong to it; a password of blanks only is refused. */
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
 * GET /api/admin/sessions: where the admin is signed in, the latest used first. `device` is a browser's short name, such as
 * `Firefox, Windows`; times are ISO 8601. DELETE …/{id} answers 204; POST …/end-others ends all but the caller's own.
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
 * GET /api/admin/summary: the numbers of the three cards. `revenue` is the sum of all order totals; `netRevenue` leaves
 * out cancelled orders and, of the others, refunded and disputed amounts. Both are two-decimal text in US dollars.
 * `ordersToProcess` are pending or processing.
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

/** `since`: the `cursor` of the caller's last answer; without one it begins now. */
export const changesQuerySchema = z.object({
  since: z.optional(z.string().check(z.maxLength(MAX_CURSOR_LENGTH, 'too_long'), z.regex(/^[\d.:,]*$/, 'invalid'))),
});
/**
 * GET /api/admin/changes: how many orders and inquiries there are, the same totals as in the summary; what is saved and not
 * published; and what has changed since `since`, each change once. `changes` is `null` when some may be missing: more than
 * 200, older than an hour, or of another database. An open dashboard asks every 10 seconds, which does not count as use of
 * the session.
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
 * GET /api/admin/stats?range=30d|12w|12m (30d when left out). `buckets` are in time order and without gaps;
 * `previousBuckets` are as many right before them. `products` counts pieces sold in both periods, cancelled orders
 * left out, most sold first; `names` are those that the product has now, missing where it was deleted.
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
