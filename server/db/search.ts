import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from './connect.ts';

/** Splits at the same characters as `search_words` in the migrations. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII that is neither letter nor digit
const SEPARATORS = /[\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+/;
/** Pages of a table that are sampled for the frequency of words: some hundred rows of all ages. */
const SAMPLE_PAGES = 50;
const PAGE_BYTES = 8192;
/** The cost of reading a row, in index entries. */
const ROW_COST = 70;

/**
 * Rows whose `search` column has a word beginning with each word of `q`. Text of digits alone is also taken as one
 * number, so that a phone number is found however it is written.
 */
export function matchesWords(column: AnyPgColumn | SQL, q: string): SQL {
  const queries = readQuery(q);
  return queries.length === 0 ? sql`false` : sql`${column} @@ ${textOf(queries)}::tsquery`;
}

/** Rows with some words: `matches` tests single rows, `found` uses the index. */
export type WordSearch = {
  matches: SQL;
  found: SQL;
  /** The estimated share of rows that match, from 0 to 1; `null` if it was not estimated. */
  share: number | null;
};

/**
 * The same rows, for a large table. The index collects all rows of each word, including words that nearly all rows have
 * ("street"). So it is asked for rare words only, and the others are tested on the rows found.
 */
export async function searchWords(
  db: Executor,
  table: PgTable & { search: AnyPgColumn },
  q: string,
): Promise<WordSearch> {
  const queries = readQuery(q);
  const matches = matchesWords(table.search, q);
  if (queries.every(({ length }) => length < 2)) return { matches, found: matches, share: null };
  const words = [...new Set(queries.flat())];
  const { rows, having, together } = await sample(db, table, words, matches);
  // A word that the sample does not contain is rarer than one found once.
  const shares = new Map(words.map((word, i) => [word, Math.max(having[i] ?? 0, 0.5) / Math.max(rows, 1)]));
  const rare = queries.map((query) => chooseRare(query, shares));
  // The function instead of its operator, so that no index is used.
  const found = sql`(${table.search} @@ ${textOf(rare)}::tsquery and ts_match_vq(${table.search}, ${textOf(queries)}::tsquery))`;
  return { matches, found, share: together / Math.max(rows, 1) };
}

/** The words to look up in the index: each further word must save more rows than it makes the index collect. */
export function chooseRare(words: string[], shares: ReadonlyMap<string, number>): string[] {
  const share = (word: string) => shares.get(word) ?? 0;
  const chosen: string[] = [];
  let left = 1;
  for (const word of words.toSorted((a, b) => share(a) - share(b))) {
    if (chosen.length > 0 && left * (1 - share(word)) * ROW_COST <= share(word)) break;
    chosen.push(word);
    left *= share(word);
  }
  return chosen;
}

/** Samples pages of the table: how many rows have a word beginning with each of these, and how many match. */
async function sample(db: Executor, table: PgTable & { search: AnyPgColumn }, words: string[], matches: SQL) {
  const percent = sql`least(100, ${SAMPLE_PAGES * PAGE_BYTES}::float8 * 100 / greatest(1, pg_relation_size(${getTableName(table)})))`;
  const counts = words.map((word) => sql`count(*) filter (where ${table.search} @@ ${prefix(word)}::tsquery)`);
  const [row] = await db
    .select({
      rows: sql<number>`count(*)::int`,
      having: sql<number[]>`array[${sql.join(counts, sql`, `)}]::int[]`,
      together: sql<number>`(count(*) filter (where ${matches}))::int`,
    })
    .from(sql`${table} tablesample system (${percent})`);
  return row ?? { rows: 0, having: [], together: 0 };
}

/** Alternatives of words: a row must have all words of one list. */
function readQuery(q: string): string[][] {
  const words = fold(q).split(SEPARATORS).filter(Boolean);
  const digits = /^[\d\s().+-]+$/.test(q) ? words.join('') : '';
  // Phone numbers are stored without the country code 1.
  const numbers = new Set([digits, digits.length === 11 ? digits.replace(/^1/, '') : '']);
  return [words, ...[...numbers].filter(Boolean).map((number) => [number])].filter(({ length }) => length > 0);
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

const textOf = (queries: string[][]) => queries.map((words) => `(${words.map(prefix).join(' & ')})`).join(' | ');
/** No escaping needed: quotes and backslashes are separators. */
const prefix = (word: string) => `'${word}':*`;
