import { type Language, LOCALES } from '#shared/core/language.ts';
import { memoize } from '#shared/core/memoize.ts';

/** A promised day as people read it: `Mon, Nov 23`; in Spanish `lun, 23 nov`. */
export function promisedDay(day: string, language: Language): string {
  return dayIn(LOCALES[language]).format(new Date(`${day}T00:00:00Z`));
}

const dayIn = memoize(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      // A date without a time zone, handled as UTC.
      timeZone: 'UTC',
    }),
);
