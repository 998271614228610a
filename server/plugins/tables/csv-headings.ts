import { adminTexts } from '#brand/texts/tables.ts';
import type { Language } from '#shared/core/language.ts';
import { memoize } from '#shared/core/memoize.ts';
import { shopZone, zoneName } from '#shared/shipping/shop-zone.ts';

type TextKey = keyof (typeof adminTexts)[Language];
type HeadingKey = Extract<TextKey, `admin_csv_${string}`>;

/**
 * A column of a file: the key of its heading in the admin's texts, and the function for its value; `amount` is
 * two-decimal text that a spreadsheet can add up.
 */
export type CsvColumn<T> = [HeadingKey, (row: T, language: Language) => string | number | null, kind?: 'amount'];

/** The headings of a file in the reader's language. */
export function csvHeadings<T>(columns: readonly CsvColumn<T>[], language: Language): string[] {
  return columns.map(([key]) => csvWord(key, language, { zone: zoneName(shopZone(), language) }));
}

/** A text of the admin's screens, in the language of the file, with its placeholders filled. */
export function csvWord(key: TextKey, language: Language, values: Readonly<Record<string, string>> = {}): string {
  return adminTexts[language][key].replace(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all);
}

/** A phone number without the plus sign, which spreadsheets take for the start of a formula. */
export function csvPhone(phone: string): string {
  return phone.replace(/^[\s+]+/, '');
}

const clock = memoize(
  (timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
);

/** A time in a format that spreadsheets parse and sort, in the business's time zone: `2026-01-31 17:05:09`. */
export function csvTime(iso: string): string {
  return clock(shopZone()).format(new Date(iso));
}
