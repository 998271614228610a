import { readFileSync } from 'node:fs';
import { forEachLanguage, isLanguage, LANGUAGES, type Language } from '#shared/core/language.ts';
import type english from './words.en.json';

type Key = keyof typeof english;
/** The messages of this command, by language. */
const WORDS = forEachLanguage(
  (language): Readonly<Record<Key, string>> =>
    JSON.parse(readFileSync(new URL(`./words.${language}.json`, import.meta.url), 'utf8')),
);

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
