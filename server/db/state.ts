import { sql } from 'drizzle-orm';
import { findMissing, isUnfinished } from './completeness.ts';
import type { Executor } from './connect.ts';
import { askOf, listApplied, listKnown, rowsOf } from './migration-state.ts';

/**
 * State of a database for this program. `version` is PostgreSQL's major version, such as 18. `tables` says whether the
 * schema is current, older, newer, missing or incomplete. `isReadOnly`: it refuses writes. `now` is the database's
 * clock.
 */
export type DatabaseState = {
  version: number;
  tables: 'current' | 'older' | 'newer' | 'none' | 'incomplete';
  isReadOnly: boolean;
  now: Date;
};

/** Reads only. */
export async function readDatabaseState(db: Executor): Promise<DatabaseState> {
  const [state] = await rowsOf<{ version: number; now: string; isReadOnly: boolean }>(
    db,
    sql`select current_setting('server_version_num')::int / 10000 as version, now()::text as now,
      current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  );
  if (!state) throw new Error('The database answered nothing');
  return { ...state, now: new Date(state.now), tables: await compareTables(db) };
}

async function compareTables(db: Executor): Promise<DatabaseState['tables']> {
  const ask = askOf(db);
  if (await isUnfinished(ask)) return 'incomplete';
  const last = (await listApplied(db)).at(-1)?.createdAt;
  const known = listKnown().at(-1)?.createdAt ?? 0;
  if (last === undefined) return 'none';
  if (last === known) return (await findMissing(ask)).length > 0 ? 'incomplete' : 'current';
  return last < known ? 'older' : 'newer';
}
