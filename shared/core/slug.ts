import * as z from 'zod/mini';

const MAX_SLUG = 80;

/** A URL segment: lower-case letters, digits, single hyphens; may be empty. */
export const slugField = z
  .string('invalid')
  .check(z.regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/, 'slug_invalid'), z.maxLength(MAX_SLUG, 'too_long'));

/** A text as a URL segment: `Box of 40` becomes `box-of-40`. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG)
    .replace(/^-+|-+$/g, '');
}
