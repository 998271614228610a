import { pageTexts } from '#brand/texts/tables.ts';
import type { ChangedText } from '#server/errors.ts';
import { fillBrandWords } from '#shared/content/brand-words.ts';
import type { Language } from '#shared/core/language.ts';
import { type MailWord, mailKey, mailWords } from '#shared/emails/mail-words.ts';
import { type StoreType, storeTypeKey } from '#shared/stores/store-types.ts';

/** A word around a template in the mail's language, as plain text with its `{name}` filled in. */
export type Say = (word: MailWord, values?: Readonly<Record<string, string>>) => string;

/** @param changed the owner's wording; by default the brand's */
export function sayIn(language: Language, changed?: ChangedText): Say {
  return (word, values = {}) =>
    // In one pass, so that braces inside a value are not filled.
    own(mailKey(word), mailWords[word][language], { language, changed }).replace(/\{(\w+)\}/g, (all, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? '') : all,
    );
}

/** The store type as the inquiry form names it. */
export function storeTypeIn(type: StoreType, language: Language, changed?: ChangedText): string {
  const key = storeTypeKey(type);
  return own(key, pageTexts.stores[language][key], { language, changed });
}

type Voice = { language: Language; changed: ChangedText | undefined };

function own(key: string, text: string, { language, changed }: Voice): string {
  return changed?.(key, language) ?? fillBrandWords(text, language);
}
