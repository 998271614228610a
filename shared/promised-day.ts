import { type Language, LOCALES } from './language.ts';

/** A promised day as people read it: `Mon, Nov 23`; in Spanish `lun, 23 nov`. */
export function promisedDay(day: string, language: Language): string {
  return new Intl.DateTimeFormat(LOCALES[language], {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    // A date without a time zone.
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
}
