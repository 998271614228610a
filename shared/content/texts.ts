import * as z from 'zod/mini';
import { lineText } from '#shared/core/fields.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { TEXT_GROUPS } from './text-keys.ts';

/** Characters of a sentence in one language. */
export const MAX_TEXT = 1_000;

const inEachLanguage = <T extends z.ZodMiniType>(field: T) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, field])) as Record<Language, T>;

export const textParamsSchema = z.object({
  key: z.string('invalid').check(z.regex(/^[a-z][a-z0-9_]{0,63}$/, 'invalid')),
});

/**
 * PUT /api/admin/texts/{key}: the sentence in each language, as plain text with `{name}` for what is filled in. Saves a
 * draft, or with `publish` makes it public as one revision. A stale `version` is a 409 with the sentence as `current`.
 * DELETE, with `?version=`, brings the text of the brand back.
 */
export const textChangeSchema = z.object({
  ...inEachLanguage(lineText(MAX_TEXT)),
  version: z.int('required').check(z.nonnegative('invalid')),
  publish: z.optional(z.boolean('invalid')),
});
export type TextChange = z.output<typeof textChangeSchema>;

/**
 * A sentence of the public side with its draft over what is public. `default` is that of brand/texts, where facts stand by
 * name (`{city}`); `parameters` are the names that it has to have; `isCustom`: something else is public.
 */
export const adminTextSchema = z.object({
  key: z.string(),
  group: z.enum(TEXT_GROUPS),
  ...inEachLanguage(z.string()),
  default: z.object(inEachLanguage(z.string())),
  parameters: z.array(z.string()),
  isCustom: z.boolean(),
  changed: z.array(z.string()),
  version: z.int(),
});
export type AdminText = z.output<typeof adminTextSchema>;

/** What PUT and DELETE answer; `revision` is the number of the revision that was made, if any. */
export const changedTextSchema = z.object({ ...adminTextSchema.shape, revision: z.nullable(z.int()) });
export type ChangedText = z.output<typeof changedTextSchema>;

/** GET /api/admin/texts: with `?q=` those that have these words in any language, their default or their key. */
export const textQuerySchema = z.object({ q: z.optional(lineText(200, { min: 0 })) });

/**
 * GET /api/admin/slip-words: what the owner has made of the words that rules put together and of the free service's name,
 * as the public reads them: no drafts, facts filled in. What still says the brand's own is left out.
 */
export const slipWordsSchema = z.record(z.string(), z.object(inEachLanguage(z.string())));
export type SlipWords = z.output<typeof slipWordsSchema>;
