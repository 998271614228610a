import { type Language, LOCALES } from './language.ts';
import { memoize } from './memoize.ts';

/** Largest total of an order, in cents: $99,999.99, within a `numeric(10,2)` column and the limit of one payment. */
export const MAX_AMOUNT_CENTS = 9_999_999;

/**
 * US cents as two-decimal text, the form of the wire and of numeric columns: `1999` gives `"19.99"`.
 *
 * @throws RangeError when `cents` is not a safe integer
 */
export function centsToText(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError('Money is whole cents');
  const sign = cents < 0 ? '-' : '';
  const whole = Math.abs(cents);
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`;
}

/**
 * Plain decimal text with at most two decimals to US cents; `null` for anything else (`"1e-9"`, `"-1"`, `"NaN"`, `" 5
 * "`).
 */
export function textToCents(text: string): number | null {
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text)) return null;
  const [whole = '0', fraction = ''] = text.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

/**
 * US cents of an amount that the shop itself has written: a column, or a field of its answers. Use `textToCents` for
 * input from people or providers.
 *
 * @throws RangeError when it is not an amount, because a silent 0 would make a wrong sum
 */
export function centsOf(text: string): number {
  const cents = textToCents(text.replace(/^-/, ''));
  if (cents === null) throw new RangeError(`"${text}" is not an amount`);
  return text.startsWith('-') ? -cents : cents;
}

/** US cents as a shopper reads them: `$19.99` in both languages, always with two decimals. */
export function formatPrice(cents: number, language: Language): string {
  return prices(LOCALES[language]).format(cents / 100);
}

/**
 * For a limit inside a sentence, such as "orders over $25": whole dollars have no decimals, `2550` becomes `$25.50`.
 */
export function formatLimit(cents: number, language: Language): string {
  return (cents % 100 === 0 ? wholeDollars : prices)(LOCALES[language]).format(cents / 100);
}

const formatIn = (minimumFractionDigits: number) =>
  memoize((locale) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', minimumFractionDigits }));
const prices = formatIn(2);
const wholeDollars = formatIn(0);
