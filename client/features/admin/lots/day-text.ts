import { type Language, LOCALES } from '#shared/core/language.ts';
import { getLanguage } from '../../../lib/language.ts';

/** A calendar day, which has no time zone: `Nov 28, 2026`. */
export const dayText = (day: string, language: Language = getLanguage()): string =>
  new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
