import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

const GMAIL = ['gmail.com', 'googlemail.com'];

/**
 * Rows that may be of a person: the same as `personOf`, but for letters outside of ASCII, which the two engines turn into
 * small ones each in its own way. The caller compares what it gets by `personOf`.
 *
 * @param person from `personOf`
 */
export function mayBePerson(column: AnyPgColumn | SQL, person: string): SQL {
  const [name = '', host = ''] = person.replace(/[^ -~]/g, '').split('@');
  const isGmail = host === 'gmail.com';
  const written = sql`lower(trim(${column}))`;
  const plain = sql`regexp_replace(regexp_replace(split_part(${written}, '@', 1), '[^ -~]', '', 'g'), '(.)[+].*$', '\\1')`;
  const hosts = sql.join(
    (isGmail ? GMAIL : [host]).map((one) => sql`${one}`),
    sql`, `,
  );
  return sql`(split_part(${written}, '@', 2) in (${hosts}) and ${isGmail ? sql`replace(${plain}, '.', '')` : plain} = ${name})`;
}
