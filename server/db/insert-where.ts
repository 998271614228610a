import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/**
 * Inserts rows if a condition holds, as a part of a larger prepared statement: `on conflict` and `returning` may
 * follow.
 * Drizzle's `insert … select` cannot select from given rows. Here they are one placeholder, a JSON text, so that the
 * statement is the same for any number of rows. Drizzle's placeholder for a single value would write null into a JSON
 * column as JSON's null.
 *
 * @param placeholder its name in the statement
 * @param defaults columns that use their default or are generated. Binary columns are not supported
 */
export function insertionInto<T extends PgTable>(
  table: T,
  placeholder: string,
  defaults: readonly (keyof T['_']['columns'] & string)[] = [],
) {
  const left = new Set<string>(defaults);
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => !left.has(key));
  const toRecord = (row: Record<string, unknown>) => {
    const lost = Object.keys(row).find((key) => left.has(key) && row[key] !== undefined);
    if (lost !== undefined) throw new Error(`The statement leaves ${lost} to its default`);
    return Object.fromEntries(columns.map(([key, { name }]) => [name, row[key]]));
  };
  return {
    /** @param expressions SQL that replaces a column's value */
    where(condition: SQL, expressions: Record<string, SQL> = {}): SQL {
      const names = columns.map(([, { name }]) => sql.identifier(name));
      const values = columns.map(([key, { name }]) => expressions[key] ?? sql.identifier(name));
      return sql`insert into ${table} (${sql.join(names, sql`, `)}) select ${sql.join(values, sql`, `)}
        from jsonb_populate_recordset(null::${table}, ${sql.placeholder(placeholder)}::jsonb) where ${condition}`;
    },
    /** The value of the placeholder. */
    values: (rows: readonly T['$inferInsert'][]) => ({ [placeholder]: toJson(rows.map(toRecord)) }),
  };
}

/** A lone surrogate becomes U+FFFD, as in any other parameter; inside JSON, PostgreSQL would refuse it. */
function toJson(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'string' ? each.toWellFormed() : each));
}
