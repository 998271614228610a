import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { rowsOf } from '#server/db/migration-state.ts';
import type { LiveChange } from '#shared/live.ts';
import type { Cursor } from './cursor.ts';

/** More changes than this are one line: read everything again. */
const MOST_CHANGES = 200;

/**
 * The present snapshot of the database.
 *
 * The cluster's number is part of it because transaction numbers of two clusters, as before and after a restore, cannot
 * be compared.
 */
export async function readCursorNow(db: Executor): Promise<Cursor> {
  const [row] = await rowsOf<Cursor>(
    db,
    sql`select (select system_identifier::text from pg_control_system()) as cluster,
      pg_current_snapshot()::text as snapshot`,
  );
  if (!row) throw new Error('The database gave no snapshot');
  return row;
}

export type ChangesRead = {
  cursor: Cursor;
  /** `null`: more than are worth naming. */
  changes: LiveChange[] | null;
};

/**
 * The changes that this snapshot sees and `since` did not. Exact: nothing is left out and nothing comes twice, however
 * long the transactions took and in whatever order they ended.
 */
export async function readChanges(db: Executor, since: Cursor): Promise<ChangesRead> {
  const before = sql`${since.snapshot}::pg_snapshot`;
  // One statement: the snapshot that it returns is the one that it read with.
  const [row] = await rowsOf<{ snapshot: string; changes: LiveChange[] }>(
    db,
    sql`select pg_current_snapshot()::text as snapshot,
      (select coalesce(json_agg(json_build_object(
          'kind', kind, 'action', action, 'id', record, 'of', parent, 'version', version)), '[]')
        from (select * from live_changes
          where transaction >= pg_snapshot_xmin(${before}) and not pg_visible_in_snapshot(transaction, ${before})
          order by transaction, id limit ${MOST_CHANGES + 1}::int) as unseen) as changes`,
  );
  if (!row) throw new Error('The database gave no changes');
  return {
    cursor: { cluster: since.cluster, snapshot: row.snapshot },
    changes: row.changes.length > MOST_CHANGES ? null : row.changes,
  };
}

/** Whether every change since the cursor is still there, on the same cluster. */
export async function isComplete(db: Executor, { cluster, snapshot }: Cursor): Promise<boolean> {
  const now = await readCursorNow(db);
  if (now.cluster !== cluster) return false;
  const before = sql`${snapshot}::pg_snapshot`;
  // `forgetChanges` deletes from the oldest on: if the cursor has seen the oldest that is left, none after it is gone. A
  // cursor from the future is one of a database that has since been set back.
  const [row] = await rowsOf<{ complete: boolean | null }>(
    db,
    sql`select pg_snapshot_xmax(${before}) <= pg_snapshot_xmax(pg_current_snapshot()) and (
        select pg_visible_in_snapshot(transaction, ${before}) from live_changes order by transaction, id limit 1
      ) as complete`,
  );
  return row?.complete === true;
}

/** Deletes the changes noted before the age, but for the newest of them; see `isComplete`. */
export async function forgetChanges(db: Executor, ageMs: number): Promise<void> {
  const age = sql`make_interval(secs => ${ageMs / 1_000}::float8)`;
  await db.execute(sql`delete from live_changes where transaction < (
    select transaction from live_changes where noted_at < clock_timestamp() - ${age}
    order by transaction desc limit 1)`);
}
