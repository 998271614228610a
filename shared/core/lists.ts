import * as z from 'zod/mini';
import { isWellFormed } from './fields.ts';
import { MAX_PAGE_SIZE, MAX_SEARCH_LENGTH } from './list-limits.ts';

/**
 * The query of a list that searches, filters, sorts and pages: `?q=&status=&sort=&limit=&cursor=`, all optional.
 * Without parameters the answer is the whole list, streamed. With any, it is a page of at most `limit` rows, and
 * `x-next-cursor` has the next cursor, which is valid for the same `sort` only.
 *
 * @param statuses allowed in `status`, one or several separated by commas
 * @param sorts allowed in `sort`; the first is the default
 */
export function listQuerySchema<const S extends readonly string[], const O extends readonly string[]>(
  statuses: S,
  sorts: O,
) {
  return z.object({
    q: z.optional(
      z.pipe(
        z.string('invalid').check(
          z.maxLength(MAX_SEARCH_LENGTH, 'too_long'),
          z.refine((s) => isWellFormed(s) && !s.includes('\0'), 'text_unsafe'),
        ),
        z.transform((s: string) => s.trim()),
      ),
    ),
    status: z.optional(
      z.pipe(
        z.string('invalid').check(
          z.maxLength(200, 'too_long'),
          z.refine((s) => s === '' || s.split(',').every((part) => statuses.includes(part)), 'status_invalid'),
        ),
        z.transform((s: string) => (s === '' ? [] : [...new Set(s.split(','))]) as S[number][]),
      ),
    ),
    sort: z.optional(z.enum(sorts, 'invalid')),
    limit: z.optional(
      z.pipe(
        z.string('invalid').check(z.refine((s) => /^[1-9]\d{0,2}$/.test(s) && Number(s) <= MAX_PAGE_SIZE, 'invalid')),
        z.transform((s: string) => Number(s)),
      ),
    ),
    cursor: z.optional(z.string('invalid').check(z.regex(/^[\w-]{1,600}$/, 'cursor_invalid'))),
  });
}

/** Whether a query has no parameters and so asks for the whole list. */
export function isWholeList(query: object): boolean {
  return Object.values(query).every((value) => value === undefined);
}

/** A row's id in a path. */
export const idParamsSchema = z.object({ id: z.guid('invalid') });
