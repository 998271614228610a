import type { Language, Localized } from '#shared/core/language.ts';

export const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export type Day = (typeof WEEK)[number];
/** Days with the same hours; times as `09:00`. */
export type Hours = { days: readonly Day[]; opens: string; closes: string };

/**
 * Days with exceptional hours, `YYYY-MM-DD`, both included; without `hours` the shop is closed. `word` is the reason.
 */
export type SpecialHours = {
  from: string;
  until: string;
  hours: { opens: string; closes: string } | null;
  word: Localized;
};

type Wording = {
  days: readonly string[];
  /** A range of days, from the first to the last. */
  span: (first: string, last: string) => string;
  and: string;
  line: (days: { text: string; isSpan: boolean }, opens: string, closes: string) => string;
  /** The name of a weekday that repeats every week. */
  each: (day: string) => string;
};

const WORDINGS: Readonly<Record<Language, Wording>> = {
  en: {
    days: WEEK,
    span: (first, last) => `${first} to ${last}`,
    and: 'and',
    line: ({ text }, opens, closes) => `${text}, ${opens} to ${closes}`,
    each: (day) => day,
  },
  es: {
    days: ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'],
    span: (first, last) => `${first} a ${last}`,
    and: 'y',
    line: ({ text, isSpan }, opens, closes) => `${isSpan ? 'de ' : ''}${text}, de ${opens} a ${closes}`,
    // The other five already end in s.
    each: (day) => (day.endsWith('s') ? day : `${day}s`),
  },
};

/** `Monday to Friday, 9:00 AM to 5:00 PM; Saturday, 10:00 AM to 2:00 PM`, for use inside a sentence. */
export function hoursText(hours: readonly Hours[], language: Language): string {
  const { line, days: names } = WORDINGS[language];
  return hours
    .map(({ days, opens, closes }) => {
      const text = daysText(days, language, names);
      return line({ text, isSpan: isSpan(days) }, formatHour(opens, language), formatHour(closes, language));
    })
    .join('; ');
}

/** The closed days: `Saturday and Sunday`, `sábados y domingos`; empty when there are none. */
export function closedDaysText(hours: readonly Hours[], language: Language): string {
  const { each, days } = WORDINGS[language];
  return daysText(closedDays(hours), language, days.map(each));
}

export function closedDays(hours: readonly Hours[]): Day[] {
  return WEEK.filter((day) => !hours.some(({ days }) => days.includes(day)));
}

/** Three or more consecutive days are written as a range. */
function isSpan(days: readonly Day[]): boolean {
  const at = days.map((day) => WEEK.indexOf(day));
  return days.length > 2 && at.every((index, i) => i === 0 || index === (at[i - 1] ?? 0) + 1);
}

function daysText(days: readonly Day[], language: Language, week: readonly string[]): string {
  const { span, and } = WORDINGS[language];
  const names = days.map((day) => week[WEEK.indexOf(day)] ?? '');
  const [first = '', last = ''] = [names[0], names.at(-1)];
  if (isSpan(days)) return span(first, last);
  if (names.length < 2) return first;
  return `${names.slice(0, -1).join(', ')} ${and} ${last}`;
}

/** `09:00` as `9:00 AM`, in Spanish `9:00 a. m.`. Without Intl, because engines use different spaces. */
export function formatHour(time: string, language: Language): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const half = HALVES[language][hour < 12 ? 0 : 1];
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${half}`;
}

const HALVES: Record<Language, [morning: string, afternoon: string]> = {
  en: ['AM', 'PM'],
  es: ['a.\u00a0m.', 'p.\u00a0m.'],
};
