import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { Executor } from './connect.ts';

/**
 * How a database stands to this program. `version` is PostgreSQL's, such as 18; `tables` says whether they are as this
 * program wants them, older, newer, or not there; `now` is the database's clock.
 */
export type DatabaseState = { version: number; tables: 'current' | 'older' | 'newer' | 'none'; now: Date };

const JOURNAL = new URL('./migrations/meta/_journal.json', import.meta.url);

/** Reads only. */
export async function readDatabaseState(db: Executor): Promise<DatabaseState> {
  const [state] = await rows<{ version: number; now: string; tables: string | null }>(
    db,
    sql`select current_setting('server_version_num')::int / 10000 as version, now()::text as now,
      to_regclass('drizzle.__drizzle_migrations')::text as tables`,
  );
  if (!state) throw new Error('The database answered nothing');
  return {
    version: state.version,
    now: new Date(state.now),
    tables: state.tables === null ? 'none' : await compareTables(db),
  };
}

async function compareTables(db: Executor): Promise<DatabaseState['tables']> {
  const [row] = await rows<{ last: string | null }>(
    db,
    sql`select max(created_at)::text as last from drizzle.__drizzle_migrations`,
  );
  const { entries } = JSON.parse(readFileSync(JOURNAL, 'utf8')) as { entries: { when: number }[] };
  const known = Math.max(...entries.map(({ when }) => when));
  const last = row?.last ?? null;
  if (last === null) return 'none';
  if (Number(last) === known) return 'current';
  return Number(last) < known ? 'older' : 'newer';
}

async function rows<Row>(db: Executor, query: ReturnType<typeof sql>): Promise<Row[]> {
  return ((await db.execute(query)) as unknown as { rows: Row[] }).rows;
}
