import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/**
 * The key of an address's person, for an index and for finding by it: `personOf` without the letters outside of ASCII, which
 * the two engines turn into small ones each in its own way. The function is made by a migration.
 */
export const personKey = (column: AnyPgColumn | SQL): SQL => sql`person_key(${column})`;

/**
 * Rows that may be of a person. The caller compares what it gets by `personOf`.
 *
 * @param person from `personOf`
 */
export const mayBePerson = (column: AnyPgColumn | SQL, person: string): SQL =>
  sql`${personKey(column)} = ${person.replace(/[^ -~]/g, '')}`;

const WHOLE_ADDRESS = /^[!-?A-~]+@[!-?A-~]+\.[A-Za-z]{2,}$/;

/** The key of the person whose whole address is typed in a search; `undefined` for what is none, or not yet. */
export const typedPerson = (q: string): SQL | undefined =>
  WHOLE_ADDRESS.test(q) ? personKey(sql`${q}::text`) : undefined;
