import { languageNames } from '#messages';
import type { Language } from '#shared/core/language.ts';

/** The name of a language, in the page's language. */
export function languageName(language: Language): string {
  return languageNames[language]();
}
