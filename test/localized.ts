import { forEachLanguage, type Language } from '#shared/core/language.ts';

/** A text, or what belongs to one, in the two languages that tests speak; a further language has the first one's. */
export function localized<T>(en: T, es: T): Record<Language, T> {
  return { ...forEachLanguage(() => en), en, es };
}
