import * as z from 'zod/mini';
import { lineText } from '#shared/core/fields.ts';
import { LANGUAGES, type Language } from '#shared/core/language.ts';
import { changeFields } from './item.ts';
import { TEXT_GROUPS } from './text-keys.ts';

/** Characters of a sentence in one language. */
export const MAX_TEXT = 1_000;

const inEachLanguage = <T extends z.ZodMiniType>(field: T) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, field])) as Record<Language, T>;

export const textParamsSchema = z.object({
  key: z.string('invalid').check(z.regex(/^[a-z][a-z0-9_]{0,63}$/, 'invalid')),
});

/**
 * PUT /api/admin/texts/{key}: the sentence in each language, as plain text with `{name}` placeholders. Saves a draft;
 * `publish` publishes it as one revision. A stale `version` is a 409 with the sentence as `current`. DELETE, with
 * `?version=`, restores the text of the brand.
 */
export const textChangeSchema = z.object({
  ...inEachLanguage(lineText(MAX_TEXT)),
  ...changeFields,
});
export type TextChange = z.output<typeof textChangeSchema>;

/**
 * A sentence of the public site with its draft over the published text. `default` is that of brand/texts, with facts as
 * placeholders (`{city}`); `parameters` are the placeholders that it must have; `isCustom`: the published text is the
 * owner's.
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

/** GET /api/admin/texts: `?q=` finds words in any language, in the default text or in the key. */
export const textQuerySchema = z.object({ q: z.optional(lineText(200, { min: 0 })) });

/**
 * GET /api/admin/slip-words: the owner's published wording of rule texts and of the free service's name, with facts
 * filled in. Unchanged texts are omitted.
 */
export const slipWordsSchema = z.record(z.string(), z.object(inEachLanguage(z.string())));
export type SlipWords = z.output<typeof slipWordsSchema>;
