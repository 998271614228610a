import * as m from '#messages';
import type { Language } from '#shared/core/language.ts';

const names: Readonly<Record<Language, () => string>> = { en: m.language_en, es: m.language_es };

/** What a language is called in the one that the page is in. */
export function languageName(language: Language): string {
  return names[language]();
}
