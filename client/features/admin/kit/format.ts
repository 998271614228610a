import { withDayHalves } from '#shared/core/day-halves.ts';
import { LOCALES } from '#shared/core/language.ts';
import { memoize } from '#shared/core/memoize.ts';
import { centsOf, formatPrice } from '#shared/core/money.ts';
import { shopZone } from '#shared/shipping/shop-zone.ts';
import { getLanguage } from '../../../lib/language.ts';

const locale = () => LOCALES[getLanguage()];

/** Formats times in the language and the shop's time zone. */
function writerOf(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  const formats = memoize((key) => {
    const [language, timeZone] = key.split(' ');
    return new Intl.DateTimeFormat(language, { ...options, timeZone });
  });
  return (date) => withDayHalves(formats(`${locale()} ${shopZone()}`).format(date));
}

const day = writerOf({ dateStyle: 'medium' });
const dayOfYear = writerOf({ month: 'short', day: 'numeric' });
const year = writerOf({ year: 'numeric' });
const moment = writerOf({ dateStyle: 'medium', timeStyle: 'short' });
const counts = memoize((language) => new Intl.NumberFormat(language));
const shares = memoize((language) => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }));

/** A day in the shop's time zone: `Nov 21, 2026`. */
export const formatDay = (iso: string): string => day(new Date(iso));

/** A day for a narrow row: without the year if it is the current one. */
export function formatShortDay(iso: string): string {
  const date = new Date(iso);
  return year(date) === year(new Date()) ? dayOfYear(date) : day(date);
}

/** Day and time in the shop's time zone. */
export const formatMoment = (iso: string): string => moment(new Date(iso));

/** Two-decimal text of the wire as money: `"19.99"` becomes `$19.99`. */
export function formatAmount(text: string): string {
  return formatCents(centsOf(text));
}

/** US cents as money. */
export const formatCents = (cents: number): string => formatPrice(cents, getLanguage());

export const formatCount = (count: number): string => counts(locale()).format(count);

/** A share from 0 to 1: `40%`. */
export const formatShare = (part: number): string => shares(locale()).format(part);
