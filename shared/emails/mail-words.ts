import { emailWords, languageWords } from '#brand/emails/words.ts';
import { MAIL_KEY } from '#shared/content/text-keys.ts';
import { LANGUAGES, type Language, type Localized } from '#shared/core/language.ts';

export type MailWord = keyof typeof emailWords | `language_${Language}`;

/** The key under which the owner changes a word: `paidBack` gives `mail_paid_back`. */
export const mailKey = (word: MailWord): string => MAIL_KEY + word.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);

/** The brand's words around mail templates. */
export const mailWords = {
  ...emailWords,
  ...Object.fromEntries(LANGUAGES.map((language) => [`language_${language}`, languageWords[language]])),
} as Readonly<Record<MailWord, Localized>>;

/** The words by key, for the list of texts. */
export function mailSentences(): Record<string, Localized> {
  return Object.fromEntries(Object.entries(mailWords).map(([word, text]) => [mailKey(word as MailWord), text]));
}
