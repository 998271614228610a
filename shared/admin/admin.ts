import * as z from 'zod/mini';
import { unpublishedSchema } from '#shared/content/content.ts';
import { liveChangeSchema, MAX_CURSOR_LENGTH } from './live.ts';
import { ROLES } from './staff.ts';

/** Checked before any hashing, so that a long password costs nothing. */
export const MAX_PASSWORD_LENGTH = 1024;

/**
 * POST /api/admin/login: the owner's password, or a helper's password with the invited mail address. Leading and
 * trailing spaces are part of a password; a blank password is refused.
 */
export const loginInputSchema = z.object({
  email: z.optional(z.string('required').check(z.maxLength(254, 'too_long'))),
  password: z.string('required').check(
    z.maxLength(MAX_PASSWORD_LENGTH, 'too_long'),
    z.refine((s) => s.trim() !== '', 'required'),
  ),
});
export type LoginInput = z.output<typeof loginInputSchema>;

/**
 * POST /api/admin/password changes the caller's own, and answers 204 and a new session cookie. It needs the `current`
 * password, because somebody else may hold an unlocked phone. GET answers the setting that holds the password, which
 * then cannot be changed here; `null` otherwise.
 */
export const passwordChangeSchema = z.object({
  current: loginInputSchema.shape.password,
  next: loginInputSchema.shape.password,
});
export type PasswordChange = z.output<typeof passwordChangeSchema>;
export const passwordPlaceSchema = z.object({ setting: z.nullable(z.enum(['ADMIN_PASSWORD', 'ADMIN_PASSWORD_HASH'])) });
export type PasswordPlace = z.output<typeof passwordPlaceSchema>;

/**
 * POST /api/admin/password/link mails the owner a link to the login page, with a token as its fragment; `isMailed` is
 * `false` where that is not possible. POST /api/admin/password/by-link answers 204 and a session cookie.
 */
export const linkMailedSchema = z.object({ isMailed: z.boolean() });
export type LinkMailed = z.output<typeof linkMailedSchema>;
export const passwordByLinkSchema = z.object({
  token: z.string('required').check(z.regex(/^[\w-]{43}$/, 'invalid')),
  next: loginInputSchema.shape.password,
});

/** What login and logout answer: whether somebody is signed in. GET /api/admin/check also says who. */
export const signedInSchema = z.object({ isAdmin: z.boolean() });
export const adminCheckSchema = z.object({
  ...signedInSchema.shape,
  role: z.optional(z.enum(ROLES)),
  /** Empty for an owner without one. */
  name: z.optional(z.string()),
});
export type AdminCheck = z.output<typeof adminCheckSchema>;

/**
 * GET /api/admin/sessions: the caller's sessions, and for the owner also those of helpers, last used first. `device` is a browser's short name, such as `Firefox,
 * Windows`; times are ISO 8601. DELETE …/{id} answers 204; POST …/end-others ends all but the caller's own.
 */
export const adminSessionSchema = z.object({
  id: z.string(),
  /** Whose it is, in the owner's list; `null` for the caller's own. */
  person: z.nullable(z.string()),
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
 * `ordersToProcess` counts pending and processing orders. A helper gets both amounts as `0.00`.
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

/** `since`: the `cursor` of the caller's last answer; without it, the answer starts from now. */
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
