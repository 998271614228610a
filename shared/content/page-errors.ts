import * as z from 'zod/mini';

/** Parts of a page that can fail independently. */
const REGIONS = ['site', 'bar', 'page', 'footer', 'toasts', 'cart', 'checkout', 'payment', 'admin', 'screen'] as const;

/**
 * POST /api/page-errors: which part of a page failed, and where in our files. The error's message is omitted, because
 * it may contain what somebody typed.
 */
export const pageErrorSchema = z.object({
  region: z.enum(REGIONS),
  /** The path of the page; the server removes secrets before it logs it. */
  page: z.string().check(z.maxLength(500)),
  /** The error's name, such as `TypeError`. */
  error: z.string().check(z.regex(/^[A-Za-z]{1,40}$/)),
  /** The innermost stack frames: `file.js:line:column`. */
  at: z.array(z.string().check(z.regex(/^[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}$/))).check(z.maxLength(3)),
});
export type PageError = z.infer<typeof pageErrorSchema>;
