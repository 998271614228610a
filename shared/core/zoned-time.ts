import { memoize } from './memoize.ts';

// The locale sv-SE formats like ISO 8601, with hours from 00 to 23.
const wallClock = memoize(
  (timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
);

/** The local calendar day and clock time: `2026-07-01` and `16:30`. */
export function localTime(moment: Date, timeZone: string): { day: string; time: string } {
  const text = wallClock(timeZone).format(moment);
  return { day: text.slice(0, 10), time: text.slice(11, 16) };
}

/** The same as a `datetime-local` field has it: `2026-07-01T16:30`. */
export function toLocalMinute(moment: Date, timeZone: string): string {
  const { day, time } = localTime(moment, timeZone);
  return `${day}T${time}`;
}

/**
 * The moment of a local time (`2026-07-01T16:30`). In the repeated hour it is the first of the two; a time in the
 * skipped hour becomes an hour later. Any other text, and a year that starts with 0 (`0202`), gives an invalid date.
 */
export function fromLocalMinute(minute: string, timeZone: string): Date {
  const shown = Date.parse(`${minute.slice(0, 16)}Z`);
  if (Number.isNaN(shown)) return new Date(Number.NaN);
  const aheadAt = (time: number) => Date.parse(`${toLocalMinute(new Date(time), timeZone)}Z`) - time;
  // The offset from UTC at this time equals that of half a day before or half a day after: clocks change at most once
  // in between.
  const [before, after] = [shown - aheadAt(shown - HALF_A_DAY), shown - aheadAt(shown + HALF_A_DAY)];
  if (Number.isNaN(before + after)) return new Date(Number.NaN);
  const isShownAt = (time: number) => time + aheadAt(time) === shown;
  return new Date([before, after].find(isShownAt) ?? Math.max(before, after));
}

const HALF_A_DAY = 12 * 3_600_000;
