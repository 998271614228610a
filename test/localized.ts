import { forEachLanguage, type Language } from '#shared/core/language.ts';

/** A value for each of the two languages of tests; a further language has the first one's. */
export function localized<T>(en: T, es: T): Record<Language, T> {
  return { ...forEachLanguage(() => en), en, es };
}
