import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';

/** Empties every table, and resets every sequence, to the state after the migrations. */
export async function emptyTables(db: Database): Promise<void> {
  // A table without pages has had no row. A sequence advances even if the insert was refused.
  await db.execute(sql`
    do $$
    declare touched text;
    begin
      select string_agg(oid::regclass::text, ', ') into touched from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0;
      if touched is not null then execute 'truncate ' || touched || ' restart identity cascade'; end if;
      perform setval(oid::regclass, 1, false) from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'S';
    end $$`);
}

/**
 * Everything in a database besides the rows of its tables: relations, columns, rules, functions, triggers, statistics
 * and the session's settings. Tests cannot distinguish two databases of the same shape with empty tables.
 */
export async function shapeOf(db: Database): Promise<string> {
  const { rows } = (await db.execute(sql`
    with mine as (select oid from pg_namespace where nspname !~ '^pg_(catalog|toast)$|^information_schema$')
    select md5(string_agg(line, E'\n' order by line)) as shape from (
      select concat_ws(' ', 'schema', nspname) from pg_namespace
      union all
      select concat_ws(' ', relname, relkind, relpersistence, reloptions, relhastriggers, reltuples > 0,
        case when relkind = 'i' then pg_get_indexdef(oid) when relkind = 'v' then pg_get_viewdef(oid) end)
      from pg_class where relnamespace in (table mine)
      union all
      select concat_ws(' ', attrelid::regclass, attname, atttypid::regtype, attnotnull, attstattarget, pg_get_expr(adbin, adrelid))
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and attrelid in (select oid from pg_class where relnamespace in (table mine))
      union all
      select concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
      from pg_constraint where connamespace in (table mine)
      union all
      select pg_get_functiondef(oid) from pg_proc where pronamespace in (table mine) and prokind in ('f', 'p')
      union all
      select concat_ws(' ', tgenabled, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
      union all
      select concat_ws(' ', 'setting', name, setting) from pg_settings where source not in ('default', 'override')
      union all
      select concat_ws(' ', 'setting', setdatabase <> 0, setrole <> 0, setconfig) from pg_db_role_setting
      union all
      select concat_ws(' ', 'statement', statement) from pg_prepared_statements where from_sql
      union all
      select concat_ws(' ', 'statistics', starelid::regclass, staattnum) from pg_statistic
      where starelid in (select oid from pg_class where relnamespace in (table mine))
      union all
      select concat_ws(' ', 'lock', locktype, classid, objid) from pg_locks where locktype = 'advisory'
      union all
      select concat_ws(' ', 'migration', hash) from drizzle.__drizzle_migrations
    ) as lines(line)`)) as { rows: { shape: string }[] };
  return String(rows[0]?.shape);
}
