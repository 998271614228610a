import { inYear } from '#shared/core/days.ts';
import type { SpecialHours } from './opening-hours.ts';

type Days = Pick<SpecialHours, 'from' | 'until' | 'isYearly'>;

/** This many years contain every combination of leap years and others. */
const YEARS = 5;

const yearOf = (day: string) => Number(day.slice(0, 4));

/** Whether yearly days would overlap themselves. */
export const isWholeYear = ({ from, until }: Days) => until >= inYear(from, yearOf(from) + 1);

/**
 * The days of a row in the first year in which they are not over on `day`; those of a single year are unchanged.
 *
 * @param day `YYYY-MM-DD`; empty for the row's own year
 */
export function nextHours<T extends Days>(row: T, day: string): T {
  if (!row.isYearly || row.until >= day) return row;
  const [first, last] = [yearOf(row.from), yearOf(row.until)];
  // The days may end in the year after the one in which they begin.
  for (let year = Math.max(first, yearOf(day) - 1); ; year++) {
    const until = inYear(row.until, year + last - first);
    if (until >= day) return { ...row, from: inYear(row.from, year), until };
  }
}

/** Whether two rows have a day in common, in any year. */
export function shareADay(a: Days, b: Days): boolean {
  if (!a.isYearly) return meets(a, b);
  if (!b.isYearly) return meets(b, a);
  const year = Math.max(yearOf(a.from), yearOf(b.from));
  return Array.from({ length: YEARS }, (_, i) => nextHours(a, `${year + i}-01-01`)).some((days) => meets(days, b));
}

/**
 * Whether days of one year overlap a row. A yearly row counts in the first year in which it ends on or after `from`.
 */
function meets({ from, until }: Days, other: Days): boolean {
  const next = nextHours(other, from);
  return next.from <= until && from <= next.until;
}
