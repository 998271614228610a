import { ruleWords } from '#brand/rule-words.ts';
import { fillText } from '#shared/core/fill-text.ts';
import type { Language, Localized } from '#shared/core/language.ts';
import { fillBrandWords } from './brand-words.ts';
import { RULE_KEY } from './text-keys.ts';

type RuleWord = keyof typeof ruleWords;

const ruleKey = (word: RuleWord): string => RULE_KEY + word.replace(/[A-Z]|\d+/g, (c) => `_${c.toLowerCase()}`);

/** The owner's wording of a sentence, by its key; `undefined` where the brand's own applies. */
export type OwnText = (key: string, language: Language) => string | undefined;

/** The same from a list by key, such as the answer of GET /api/admin/slip-words. */
export const ownTextOf =
  (words: Readonly<Record<string, Localized>>): OwnText =>
  (key, language) =>
    Object.hasOwn(words, key) ? words[key]?.[language] : undefined;

/** The words of rules by key, for the list of texts. */
export function ruleSentences(): Record<string, Localized> {
  return Object.fromEntries(Object.entries(ruleWords).map(([word, text]) => [ruleKey(word as RuleWord), text]));
}

/** A rule text with its values filled in. */
export function ruleText(
  word: RuleWord,
  language: Language,
  { values = {}, own }: { values?: Readonly<Record<string, string>>; own?: OwnText | undefined } = {},
): string {
  const text = own?.(ruleKey(word), language) ?? fillBrandWords(ruleWords[word][language], language);
  return fillText(text, values);
}
