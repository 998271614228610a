import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** Splits at the same characters as `search_words` in the migrations. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII that is neither letter nor digit
const SEPARATORS = /[\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+/;

/**
 * Rows whose `search` column has a word beginning with each word of `q`. Text of digits alone is also taken as one
 * number, so that a phone or tracking number is found however it is written.
 */
export function matchesWords(column: AnyPgColumn | SQL, q: string): SQL {
  const words = fold(q).split(SEPARATORS).filter(Boolean);
  if (words.length === 0) return sql`false`;
  const all = words.map(prefix).join(' & ');
  const digits = /^[\d\s().+-]+$/.test(q) ? words.join('') : '';
  // Phone numbers are stored without the country code 1.
  const numbers = new Set([digits, digits.length === 11 ? digits.replace(/^1/, '') : '']);
  const queries = [all, ...[...numbers].filter(Boolean).map(prefix)];
  return sql`${column} @@ ${queries.map((query) => `(${query})`).join(' | ')}::tsquery`;
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

/** No escaping needed: quotes and backslashes are separators. */
const prefix = (word: string) => `'${word}':*`;
