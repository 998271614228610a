import { isDeepStrictEqual } from 'node:util';
import type { ChangedText } from '#server/errors.ts';
import type { ContentSnapshot, LiveContent } from '#server/features/content/live-content.ts';
import { fillBrandWords } from '#shared/brand-words.ts';
import { forEachLanguage, type Localized } from '#shared/language.ts';
import { defaultTexts, faultsOf, textKind, toTexts } from './kinds.ts';

/**
 * The sentences that differ from brand/texts, by key, with the facts filled in. One that no longer fits what a newer
 * version of the shop fills in is left out: the brand's own stands there.
 */
export function changedTexts(snapshot: Pick<ContentSnapshot, 'items'> | null): Record<string, Localized> {
  const saved = [...(snapshot?.items.get(textKind.kind) ?? [])];
  return Object.fromEntries(
    saved.flatMap(([key, fields]) => {
      const text = toTexts(fields);
      const known = defaultTexts.get(key);
      if (!known || isDeepStrictEqual(text, known) || faultsOf(key, text).length > 0) return [];
      return [[key, forEachLanguage((language) => fillBrandWords(text[language], language))]];
    }),
  );
}

/** The sentences that are public now, for answers of the server. */
export function changedTextIn(content: Pick<LiveContent, 'current'>): ChangedText {
  let of: object | null = null;
  let texts: Readonly<Record<string, Localized>> = {};
  return (code, language) => {
    const snapshot = content.current();
    if (snapshot !== of) {
      texts = changedTexts(snapshot);
      of = snapshot;
    }
    return Object.hasOwn(texts, code) ? texts[code]?.[language] : undefined;
  };
}
