import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { DOTLESS_HOSTS, SAME_HOST } from '#shared/person.ts';

/**
 * Rows that may be of a person: the same as `personOf`, but for letters outside of ASCII, which the two engines turn into
 * small ones each in its own way. The caller compares what it gets by `personOf`.
 *
 * @param person from `personOf`
 */
export function mayBePerson(column: AnyPgColumn | SQL, person: string): SQL {
  const [name = '', host = ''] = person.replace(/[^ -~]/g, '').split('@');
  const written = sql`lower(trim(normalize(${column}, NFKC)))`;
  const plain = sql`regexp_replace(regexp_replace(split_part(${written}, '@', 1), '[^ -~]', '', 'g'), '(.)[+].*$', '\\1')`;
  const others = Object.keys(SAME_HOST).filter((other) => SAME_HOST[other] === host);
  const hosts = sql.join(
    [host, ...others].map((one) => sql`${one}`),
    sql`, `,
  );
  const isDotless = DOTLESS_HOSTS.includes(host);
  return sql`(split_part(${written}, '@', 2) in (${hosts}) and ${isDotless ? sql`replace(${plain}, '.', '')` : plain} = ${name})`;
}
