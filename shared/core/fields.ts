import * as z from 'zod/mini';
import { forEachLanguage } from './language.ts';

/**
 * Building blocks of all input schemas. A message is a code, followed by the values of its text (`readIssue`). The text
 * is `issue_{code}` in `brand/texts/{en,es}/issues.json`, for server and browser alike.
 */

/** Control characters could break mail headers; PostgreSQL refuses NUL (22021). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** The same, but allows tabs and line breaks, for longer texts. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL_IN_BLOCK = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** Like `String.prototype.isWellFormed`, which the oldest browsers lack: no unpaired surrogate. */
export const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

/**
 * One line of text in its stored form: trimmed, NFC, no control characters, `min` to `max` characters after trimming.
 */
export function lineText(max: number, { min = 1, tooShort = 'required' }: { min?: number; tooShort?: string } = {}) {
  return z.pipe(
    z.string('required').check(
      z.maxLength(max, 'too_long'),
      z.refine((s) => isWellFormed(s) && !CONTROL.test(s.trim()), 'text_unsafe'),
      z.refine((s) => s.trim().length >= min, tooShort),
    ),
    z.transform((s: string) => s.trim().normalize('NFC')),
  );
}

/** As `lineText`, with line breaks; empty is allowed unless `min` says otherwise. */
export function blockText(max: number, { min = 0 }: { min?: number } = {}) {
  return z.pipe(
    z.string('required').check(
      z.maxLength(max, 'too_long'),
      z.refine((s) => isWellFormed(s) && !CONTROL_IN_BLOCK.test(s), 'text_unsafe'),
      z.refine((s) => s.trim().length >= min, 'required'),
    ),
    z.transform((s: string) => s.trim().normalize('NFC')),
  );
}

/** One such field for each language. */
export const inEachLanguage = <T extends z.ZodMiniType>(field: T) =>
  z.object(
    forEachLanguage(() => field),
    'required',
  );

/** An optional line: missing, null and blank all become `null`. */
export function optionalLine(max: number) {
  return z.pipe(
    z.optional(z.nullable(lineText(max, { min: 0 }))),
    z.transform((s): string | null => s || null),
  );
}

/** The version that a change is based on; a change without it is not checked. */
export const versionField = z.optional(z.int('invalid').check(z.nonnegative('invalid')));

/** The same for a deletion: `DELETE …?version=3`. */
export const versionQuerySchema = z.object({
  version: z.optional(
    z.pipe(
      z.string('invalid').check(z.regex(/^\d{1,9}$/, 'invalid')),
      z.transform((s: string) => Number(s)),
    ),
  ),
});

/** Linear time: no nested repetition. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: no mailbox has a control character
const EMAIL = /^[^\s@,;:<>()[\]\\"\u0000-\u001f\u007f-\u009f]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,8}$/i;

/**
 * Exactly one mailbox: a comma or a display name would reach other people (RFC 5321 local part of at most 64). For
 * known addresses; typed ones use `emailField`.
 */
export const mailboxField = z.pipe(
  z.string('invalid_email').check(
    z.maxLength(254, 'invalid_email'),
    z.refine((s) => isWellFormed(s) && EMAIL.test(s.trim()), 'invalid_email'),
  ),
  z.transform((s: string) => s.trim().normalize('NFC')),
);
