import { memoize } from './memoize.ts';

// The locale sv-SE formats as ISO 8601 does, with hours from 00 to 23.
const wallClock = memoize(
  (timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
);

/** What calendar and clock say there: `2026-07-01` and `16:30`. */
export function localTime(moment: Date, timeZone: string): { day: string; time: string } {
  const text = wallClock(timeZone).format(moment);
  return { day: text.slice(0, 10), time: text.slice(11, 16) };
}

/** The same as a field of date and time has it: `2026-07-01T16:30`. */
export function toLocalMinute(moment: Date, timeZone: string): string {
  const { day, time } = localTime(moment, timeZone);
  return `${day}T${time}`;
}

/**
 * When clocks there show this minute (`2026-07-01T16:30`): the first time in the hour that they show twice, an hour later
 * for one that they skip. An invalid date for any other text, and for a year that has not four digits (`0202`).
 */
export function fromLocalMinute(minute: string, timeZone: string): Date {
  const shown = Date.parse(`${minute.slice(0, 16)}Z`);
  if (Number.isNaN(shown)) return new Date(Number.NaN);
  const aheadAt = (time: number) => Date.parse(`${toLocalMinute(new Date(time), timeZone)}Z`) - time;
  // The clocks are ahead as half a day before or as half a day after; a change of the clocks is between these at most.
  const [before, after] = [shown - aheadAt(shown - HALF_A_DAY), shown - aheadAt(shown + HALF_A_DAY)];
  if (Number.isNaN(before + after)) return new Date(Number.NaN);
  const isShownAt = (time: number) => time + aheadAt(time) === shown;
  return new Date([before, after].find(isShownAt) ?? Math.max(before, after));
}

const HALF_A_DAY = 12 * 3_600_000;
