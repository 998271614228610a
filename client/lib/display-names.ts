import * as m from '#messages';
import type { Language } from '#shared/core/language.ts';

const names: Readonly<Record<Language, () => string>> = { en: m.language_en, es: m.language_es };

/** The name of a language, in the page's language. */
export function languageName(language: Language): string {
  return names[language]();
}
