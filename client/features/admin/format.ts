import { LOCALES } from '#shared/language.ts';
import { formatPrice, textToCents } from '#shared/money.ts';
import { shopZone } from '#shared/shop-zone.ts';
import { getLanguage } from '../../lib/language.ts';

const locale = () => LOCALES[getLanguage()];
const inShopTime = () => ({ timeZone: shopZone() }) as const;

/** A day in the shop's time zone: `Nov 21, 2026`. */
export function formatDay(iso: string): string {
  return new Intl.DateTimeFormat(locale(), { ...inShopTime(), dateStyle: 'medium' }).format(new Date(iso));
}

/** A day for a narrow row: without the year when it is the current one. */
export function formatShortDay(iso: string): string {
  const year = (date: Date) => new Intl.DateTimeFormat('en', { ...inShopTime(), year: 'numeric' }).format(date);
  const date = new Date(iso);
  if (year(date) !== year(new Date())) return formatDay(iso);
  return new Intl.DateTimeFormat(locale(), { ...inShopTime(), month: 'short', day: 'numeric' }).format(date);
}

/** Day and time in the shop's time zone. */
export function formatMoment(iso: string): string {
  return new Intl.DateTimeFormat(locale(), { ...inShopTime(), dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(iso),
  );
}

/** Two-decimal text of the wire as money: `"19.99"` is `$19.99`. */
export function formatAmount(text: string): string {
  return formatPrice(textToCents(text) ?? 0, getLanguage());
}

export function formatCount(count: number): string {
  return new Intl.NumberFormat(locale()).format(count);
}

/** A part of a whole, from 0 to 1: `40%`. */
export function formatShare(part: number): string {
  return new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 0 }).format(part);
}
