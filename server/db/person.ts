import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/**
 * The indexable key of an address's person: `personOf` without letters outside of ASCII, which the two engines
 * lower-case differently. The function is created by a migration.
 */
export const personKey = (column: AnyPgColumn | SQL): SQL => sql`person_key(${column})`;

/**
 * Rows that may belong to a person. Callers must compare the results with `personOf`.
 *
 * @param person from `personOf`
 */
export const mayBePerson = (column: AnyPgColumn | SQL, person: string): SQL =>
  sql`${personKey(column)} = ${person.replace(/[^ -~]/g, '')}`;

const WHOLE_ADDRESS = /^[!-?A-~]+@[!-?A-~]+\.[A-Za-z]{2,}$/;

/** The person key of a search that is a complete mail address; `undefined` for any other text. */
export const typedPerson = (q: string): SQL | undefined =>
  WHOLE_ADDRESS.test(q) ? personKey(sql`${q}::text`) : undefined;
