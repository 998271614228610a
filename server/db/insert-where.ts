import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/**
 * Inserts rows where a condition holds, as a part of a larger prepared statement: `on conflict` and `returning` may follow.
 * Drizzle has an `insert … select`, but no rows to select from. They are one placeholder, a JSON text, so the statement is
 * the same for any number of them. Drizzle's placeholder for a single value writes null into a JSON column as JSON's null.
 *
 * @param placeholder its name in the statement
 * @param defaults columns that get their default or are generated. No column of bytes
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
    /** @param expressions what is written in place of the row's value */
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

/** A surrogate without its other half becomes U+FFFD, as in any other parameter; as JSON it would be refused. */
function toJson(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'string' ? each.toWellFormed() : each));
}
