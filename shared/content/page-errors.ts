import * as z from 'zod/mini';

/** Parts of a page that can fail without the rest. */
const REGIONS = ['site', 'bar', 'page', 'footer', 'toasts', 'cart', 'checkout', 'payment', 'admin', 'screen'] as const;

/**
 * POST /api/page-errors: which part of which page failed, and where in our files. Without the error's message, which
 * may contain what somebody typed.
 */
export const pageErrorSchema = z.object({
  region: z.enum(REGIONS),
  /** The path of the page; the server logs no secret of it. */
  page: z.string().check(z.maxLength(500)),
  /** The error's name, such as `TypeError`. */
  error: z.string().check(z.regex(/^[A-Za-z]{1,40}$/)),
  /** The innermost places of the stack: `file.js:line:column`. */
  at: z.array(z.string().check(z.regex(/^[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}$/))).check(z.maxLength(3)),
});
export type PageError = z.infer<typeof pageErrorSchema>;
