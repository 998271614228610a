import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/**
 * Inserts rows where a condition holds, as a part of a larger statement: `on conflict` and `returning` may follow. Drizzle
 * has an `insert … select`, but no rows to select from. They are sent as one JSON text, so there may be any number.
 *
 * @param rows at least one; a column that none of them has gets its default. No column of bytes
 */
export function insertWhere<T extends PgTable>(table: T, rows: readonly T['$inferInsert'][], condition: SQL): SQL {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => rows.some((row) => hasValue(row, key)));
  const names = sql.join(
    columns.map(([, { name }]) => sql.identifier(name)),
    sql`, `,
  );
  const records = rows.map((row: Record<string, unknown>) =>
    Object.fromEntries(columns.map(([key, { name }]) => [name, row[key]])),
  );
  return sql`insert into ${table} (${names}) select ${names}
    from jsonb_populate_recordset(null::${table}, ${toJson(records)}::jsonb) where ${condition}`;
}

const hasValue = (row: Record<string, unknown>, key: string) => row[key] !== undefined;

/** A surrogate without its other half becomes U+FFFD, as in any other parameter; as JSON it would be refused. */
function toJson(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'string' ? each.toWellFormed() : each));
}
