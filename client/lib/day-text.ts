import { type Language, LOCALES } from '#shared/core/language.ts';

/** A day such as `2026-11-22` in words: November 22, 2026. */
export function dayText(day: string, language: Language): string {
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}
