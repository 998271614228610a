import { isLanguage, LANGUAGES, type Language } from '#shared/core/language.ts';
import en from './words.en.json' with { type: 'json' };
import es from './words.es.json' with { type: 'json' };

type Key = keyof typeof en;
const WORDS: Readonly<Record<Language, Readonly<Record<Key, string>>>> = { en, es };

/** A message of this command, with its placeholders filled in. */
export type Say = (key: Key, values?: Readonly<Record<string, string | number>>) => string;

export const wordsIn =
  (language: Language): Say =>
  (key, values = {}) =>
    WORDS[language][key].replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));

/** The computer's language if it is one of ours: from LANG and the like, or the system's setting. */
export function systemLanguage(): Language {
  const language = new Intl.Locale(Intl.DateTimeFormat().resolvedOptions().locale).language;
  return isLanguage(language) ? language : LANGUAGES[0];
}
