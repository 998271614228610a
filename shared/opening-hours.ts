import type { Language } from './language.ts';

const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
type Day = (typeof WEEK)[number];
/** Days that have the same hours; times as `09:00`. */
export type Hours = { days: readonly Day[]; opens: string; closes: string };

const DAYS: Record<Language, readonly string[]> = {
  en: WEEK,
  es: ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'],
};

/** `Monday to Friday, 9:00 AM to 5:00 PM; Saturday, 10:00 AM to 2:00 PM`, as it stands within a sentence. */
export function hoursText(hours: readonly Hours[], language: Language): string {
  return hours
    .map(({ days, opens, closes }) => {
      const [from, to] = [formatHour(opens), formatHour(closes)];
      const when = daysText(days, language);
      return language === 'en'
        ? `${when}, ${from} to ${to}`
        : `${isSpan(days) ? 'de ' : ''}${when}, de ${from} a ${to}`;
    })
    .join('; ');
}

/** The closed days: `Saturday and Sunday`, `sábados y domingos`; empty when there are none. */
export function closedDaysText(hours: readonly Hours[], language: Language): string {
  const text = daysText(closedDays(hours), language);
  return language === 'es' ? text.replace(/\b(sábado|domingo)\b/g, '$1s') : text;
}

export function closedDays(hours: readonly Hours[]): Day[] {
  return WEEK.filter((day) => !hours.some(({ days }) => days.includes(day)));
}

/** Three or more consecutive days are written as a range. */
function isSpan(days: readonly Day[]): boolean {
  const at = days.map((day) => WEEK.indexOf(day));
  return days.length > 2 && at.every((index, i) => i === 0 || index === (at[i - 1] ?? 0) + 1);
}

function daysText(days: readonly Day[], language: Language): string {
  const names = days.map((day) => DAYS[language][WEEK.indexOf(day)] ?? '');
  const [first = '', last = ''] = [names[0], names.at(-1)];
  if (isSpan(days)) return language === 'en' ? `${first} to ${last}` : `${first} a ${last}`;
  if (names.length < 2) return first;
  return `${names.slice(0, -1).join(', ')} ${language === 'en' ? 'and' : 'y'} ${last}`;
}

/**
 * `09:00` as it is written in the US, in both languages: `9:00 AM`. Not by Intl, since engines differ in their spaces.
 */
function formatHour(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}
