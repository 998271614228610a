import { hoursWords } from '#brand/hours-words.ts';
import { fillText } from '#shared/core/fill-text.ts';
import type { Language, Localized } from '#shared/core/language.ts';

export const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export type Day = (typeof WEEK)[number];
/** Days with the same hours; times as `09:00`. */
export type Hours = { days: readonly Day[]; opens: string; closes: string };

/**
 * Days with exceptional hours, `YYYY-MM-DD`, both included; without `hours` the shop is closed. `word` is the reason.
 * `isYearly` repeats them in every later year (yearly-hours.ts).
 */
export type SpecialHours = {
  from: string;
  until: string;
  hours: { opens: string; closes: string } | null;
  isYearly?: boolean | undefined;
  word: Localized;
};

/** `Monday to Friday, 9:00 AM to 5:00 PM; Saturday, 10:00 AM to 2:00 PM`, for use inside a sentence. */
export function hoursText(hours: readonly Hours[], language: Language): string {
  const { line, spanLine, days: names } = hoursWords[language];
  return hours
    .map(({ days, opens, closes }) =>
      fillText(isSpan(days) ? spanLine : line, {
        days: daysText(days, language, names),
        opens: formatHour(opens, language),
        closes: formatHour(closes, language),
      }),
    )
    .join('; ');
}

/** The closed days: `Saturday and Sunday`, `sábados y domingos`; empty when there are none. */
export function closedDaysText(hours: readonly Hours[], language: Language): string {
  return daysText(closedDays(hours), language, hoursWords[language].each);
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
  const { span, and } = hoursWords[language];
  const names = days.map((day) => week[WEEK.indexOf(day)] ?? '');
  const [first = '', last = ''] = [names[0], names.at(-1)];
  if (isSpan(days)) return fillText(span, { first, last });
  if (names.length < 2) return first;
  return `${names.slice(0, -1).join(', ')} ${and} ${last}`;
}

/** `09:00` as `9:00 AM`, in Spanish `9:00 a. m.`. Without Intl, because engines use different spaces. */
export function formatHour(time: string, language: Language): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const half = hoursWords[language].halves[hour < 12 ? 0 : 1];
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${half}`;
}
