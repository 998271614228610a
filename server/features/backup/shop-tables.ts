import { getTableName, is, type SQL, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '#server/db/connect.ts';
import { rowsOf } from '#server/db/migration-state.ts';
import * as schema from '#server/tables.ts';

/**
 * Tables that a backup leaves empty. Sessions, login attempts, open challenges, browser reports and the latest changes belong to the
 * running shop; pages are rendered again from the content. After a restore everybody logs in again, with the password
 * in the backup.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(
  [
    schema.adminSessions,
    schema.loginFailures,
    schema.passkeyChallenges,
    schema.cspReports,
    schema.cardDeclines,
    schema.usedProofs,
    schema.liveChanges,
    schema.renderedSets,
    schema.renderedPieces,
  ].map(getTableName),
);

/** The tables of this version of the shop. */
export const SHOP_TABLES: ReadonlySet<string> = new Set(
  Object.values(schema)
    .filter((value) => is(value, PgTable))
    .map(getTableName),
);

/** A table's columns without generated ones, with their types in PostgreSQL's notation; `key` is its primary key. */
export type TableColumns = { name: string; columns: { name: string; type: string }[]; key: string[] };

/** Sets the text format of times and numbers for the transaction; other formats would not be exact. */
export async function setExactTexts(tx: Executor): Promise<void> {
  await tx.execute(sql`set local time zone 'UTC'`);
  await tx.execute(sql`set local datestyle = 'ISO'`);
  await tx.execute(sql`set local extra_float_digits = 1`);
}

/** Columns of a row formatted by the database: a JSON line, a list of texts and nulls. */
export function lineOf(columns: readonly string[]): SQL {
  const values = sql.join(
    columns.map((column) => sql`${sql.identifier(column)}::text`),
    sql`, `,
  );
  return sql`array_to_json(array[${values}])::text`;
}

/** The existing tables without those of extensions, ordered so that each follows those that it references. */
export async function listTables(tx: Executor): Promise<TableColumns[]> {
  const tables = await rowsOf<TableColumns & { refersTo: string[] }>(
    tx,
    sql`select c.relname::text as name,
        (select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
            order by a.attnum), '[]')
          from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
        (select coalesce(json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum)), '[]')
          from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
          where i.indrelid = c.oid and i.indisprimary) as key,
        (select coalesce(json_agg(distinct r.relname), '[]')
          from pg_constraint k join pg_class r on r.oid = k.confrelid
          where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as "refersTo"
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      order by c.relname`,
  );
  const sorted: TableColumns[] = [];
  let open = tables;
  while (open.length > 0) {
    const waiting = new Set(open.map(({ name }) => name));
    const ready = open.filter(({ refersTo }) => !refersTo.some((name) => waiting.has(name)));
    if (ready.length === 0) throw new Error(`These tables refer to each other in a ring: ${[...waiting].join(', ')}`);
    sorted.push(...ready.map(({ name, columns, key }) => ({ name, columns, key })));
    open = open.filter((table) => !ready.includes(table));
  }
  return sorted;
}

/** Whether a backup contains this table's rows. */
export function isKept(name: string): boolean {
  return !LEFT_OUT.has(name);
}

export async function countRows(tx: Executor, name: string): Promise<number> {
  const [row] = await rowsOf<{ count: string }>(
    tx,
    sql`select count(*)::text as count from public.${sql.identifier(name)}`,
  );
  return Number(row?.count);
}
