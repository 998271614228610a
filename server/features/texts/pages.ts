import { isDeepStrictEqual } from 'node:util';
import type { ChangedText } from '#server/errors.ts';
import type { ContentSnapshot, LiveContent } from '#server/features/content/live-content.ts';
import { factsOf } from '#server/features/facts/kinds.ts';
import { fillBrandWords } from '#shared/content/brand-words.ts';
import { ruleSentences } from '#shared/content/rule-words.ts';
import type { SlipWords } from '#shared/content/texts.ts';
import { forEachLanguage, type Localized } from '#shared/core/language.ts';
import { FREE_SERVICE_KEY } from '#shared/shipping/free-service.ts';
import { defaultTexts, faultsOf, textKind, toTexts } from './kinds.ts';

/**
 * The sentences that differ from those of the build, by key, with the facts filled in: changed ones, and those with a
 * changed fact. A sentence that no longer fits the values of a newer version is replaced by the brand's own.
 */
export function changedTexts(snapshot: Pick<ContentSnapshot, 'items'> | null): Record<string, Localized> {
  const saved = snapshot?.items.get(textKind.kind);
  const facts = factsOf(snapshot);
  return Object.fromEntries(
    [...defaultTexts].flatMap(([key, known]) => {
      const fields = saved?.get(key);
      const own = fields && toTexts(fields);
      const text = own && faultsOf(key, own).length === 0 ? own : known;
      const said = forEachLanguage((language) => fillBrandWords(text[language], language, facts));
      const built = forEachLanguage((language) => fillBrandWords(known[language], language));
      return isDeepStrictEqual(said, built) ? [] : [[key, said]];
    }),
  );
}

/** The published sentences, for answers of the server. */
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

const SLIP_KEYS = [...Object.keys(ruleSentences()), FREE_SERVICE_KEY];

/** The sentences used on a packing slip. */
export function slipWords(changed: ChangedText): SlipWords {
  return Object.fromEntries(
    SLIP_KEYS.flatMap((key) => {
      const said = forEachLanguage((language) => changed(key, language));
      return Object.values(said).every((text) => text === undefined) ? [] : [[key, said as Localized]];
    }),
  );
}
