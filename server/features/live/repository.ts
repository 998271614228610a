import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { rowsOf } from '#server/db/migration-state.ts';
import type { LiveChange } from '#shared/admin/live.ts';
import type { Cursor } from './cursor.ts';
import { liveChanges } from './schema.ts';

/** More changes than this become one line: read everything again. */
const MAX_CHANGES = 200;

export type ChangesRead = {
  cursor: Cursor;
  /** `null`: too many to list, or some were deleted. */
  changes: LiveChange[] | null;
};

/**
 * The changes that this snapshot sees and `since` did not. Exact: none is missing or repeated, whatever the duration
 * and order of the transactions. One statement, because it must return the snapshot that it has read with.
 *
 * @param since `null` starts now
 */
export async function readChanges(db: Executor, since: Cursor | null): Promise<ChangesRead> {
  // Transaction numbers of two clusters, such as before and after a restore, cannot be compared.
  const cluster = sql`(select system_identifier::text from pg_control_system())`;
  if (since === null) {
    const cursor = await readOne<Cursor>(
      db,
      sql`select ${cluster} as cluster, pg_current_snapshot()::text as snapshot`,
    );
    return { cursor, changes: [] };
  }
  const before = sql`${since.snapshot}::pg_snapshot`;
  // `forgetChanges` deletes the oldest first. So if the cursor has seen the oldest remaining line, or that is the first
  // of all, no later one is missing. A cursor from the future belongs to a database that has since been set back.
  const row = await readOne<Cursor & { isComplete: boolean; changes: LiveChange[] }>(
    db,
    sql`select ${cluster} as cluster, pg_current_snapshot()::text as snapshot,
      pg_snapshot_xmax(${before}) <= pg_snapshot_xmax(pg_current_snapshot()) and coalesce((
        select id = 1 or pg_visible_in_snapshot(transaction, ${before})
        from live_changes order by transaction, id limit 1
      ), true) as "isComplete",
      (select coalesce(json_agg(json_build_object(
          'kind', kind, 'action', action, 'id', record, 'of', parent, 'version', version)), '[]')
        from (select * from live_changes
          where transaction >= pg_snapshot_xmin(${before}) and not pg_visible_in_snapshot(transaction, ${before})
          order by transaction, id limit ${MAX_CHANGES + 1}::int) as unseen) as changes`,
  );
  const isExact = row.cluster === since.cluster && row.isComplete && row.changes.length <= MAX_CHANGES;
  return { cursor: { cluster: row.cluster, snapshot: row.snapshot }, changes: isExact ? row.changes : null };
}

async function readOne<T extends object>(db: Executor, statement: SQL): Promise<T> {
  const [row] = await rowsOf<T>(db, statement);
  if (!row) throw new Error('The database gave no snapshot');
  return row;
}

/** Records that everything may have changed: earlier cursors become incomplete. */
export async function noteEverything(db: Executor): Promise<void> {
  // The first line of all counts as seen by every cursor, so its number is skipped.
  await db.execute(sql`select nextval(pg_get_serial_sequence('live_changes', 'id'))`);
  await db.insert(liveChanges).values({ kind: 'content', action: 'many' });
}

/** Deletes changes older than the age, except the newest of them; see `readChanges`. */
export async function forgetChanges(db: Executor, ageMs: number): Promise<void> {
  const age = sql`make_interval(secs => ${ageMs / 1_000}::float8)`;
  await db.execute(sql`delete from live_changes where transaction < (
    select transaction from live_changes where noted_at < clock_timestamp() - ${age}
    order by transaction desc limit 1)`);
}
