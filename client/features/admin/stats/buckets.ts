import { LOCALES } from '#shared/core/language.ts';
import type { StatsRange } from '#shared/orders/stats.ts';
import { getLanguage } from '../../../lib/language.ts';

const locale = () => LOCALES[getLanguage()];

/** A day, the Monday of a week, or a month; `start` is a calendar date, independent of time zones. */
export function bucketLabel(start: string, range: StatsRange): string {
  const form =
    range === '12m' ? ({ month: 'short', year: 'numeric' } as const) : ({ month: 'short', day: 'numeric' } as const);
  return new Intl.DateTimeFormat(locale(), { ...form, timeZone: 'UTC' }).format(new Date(`${start}T00:00:00Z`));
}

/** Orders per visit, such as `2.0%`; a dash when there are no visits. */
export function conversionText(conversion: number | null): string {
  if (conversion === null) return '–';
  return new Intl.NumberFormat(locale(), {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(conversion);
}

/** The change from the previous period, such as `+12%`; `null` when that was 0. */
export function change(now: number, before: number): string | null {
  if (before === 0) return null;
  return new Intl.NumberFormat(locale(), {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  }).format(now / before - 1);
}
