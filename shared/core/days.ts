/** The day `days` later. @param day `YYYY-MM-DD` */
export function dayAfter(day: string, days: number): string {
  // Calendar dates in UTC, which has no daylight saving time.
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** `YYYY-MM-DD` of this century, and an existing day. */
export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The same day in another year; February 29 is February 28 where there is none. */
export function inYear(day: string, year: number): string {
  const hasLeapDay = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  const rest = day.slice(4);
  return `${year}${rest === '-02-29' && !hasLeapDay ? '-02-28' : rest}`;
}
