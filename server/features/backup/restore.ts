import { sql } from 'drizzle-orm';
import type { Config } from '#server/config.ts';
import { markUnfinished } from '#server/db/completeness.ts';
import { type Connection, connectDatabase, type Executor } from '#server/db/connect.ts';
import { DamagedFolderError, putAside } from '#server/db/file-record.ts';
import { watchLocks } from '#server/db/lock-watch.ts';
import { applyMigrations, askOf, listApplied, listKnown, rowsOf } from '#server/db/migration-state.ts';
import { APPLICATION_NAME, MIGRATION_LOCK, USE_LOCK } from '#server/db/postgres/postgres.ts';
import { noteRestore } from '#server/features/live/service.ts';
import { forgetFailure } from './failure-notice.ts';
import { BackupError, type Head, type Rows, readFormat, verifyBackup } from './format.ts';
import { countRows, isKept, listTables, SHOP_TABLES, type TableColumns } from './shop-tables.ts';

/** PostgreSQL's code for "other objects depend on it". */
const DEPENDENT_OBJECTS = '2BP01';

/**
 * Restores a backup into a database of either engine, in one transaction. The tables are created in the version of the
 * backup, filled, and then migrated, so that old rows pass through the same migrations as in a running shop. If it ends
 * early, the database is unchanged; an empty one is refused at start until a restore has succeeded.
 *
 * @param options.mayOverwrite whether existing data may be deleted
 * @param options.onPutAside called with the new path of a damaged PGlite folder, which is never deleted
 * @param options.onNote called with the reason when it has to wait
 * @throws BackupError when the file cannot be used, or the database is in use, shared with other programs or not empty
 * @throws FolderLockedError when a running shop uses the PGlite folder
 */
export async function restoreBackup(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  path: string,
  {
    mayOverwrite,
    onPutAside = () => {},
    onNote = () => {},
  }: { mayOverwrite: boolean; onPutAside?: (folder: string) => void; onNote?: (words: string) => void },
): Promise<Head> {
  // Read to the end first, because only there is it known whether the file is complete.
  const head = await verifyBackup(path);
  const known = listKnown();
  if (!head.migrations.every(({ createdAt }, i) => known[i]?.createdAt === createdAt)) {
    throw new BackupError(
      `The backup was written by another version of the shop (${head.shop}), whose tables this one does not know. Bring this one up to date first.`,
    );
  }
  const connection = await openTarget({ databaseUrl, dataDir, onNote }, onPutAside);
  const locks = connection.engine === 'postgres' ? watchLocks(connection.db, onNote) : null;
  try {
    if (connection.engine === 'postgres') await waitForEndOfShop(connection.db);
    const checkTarget = async (tx: Executor): Promise<{ isEmpty: boolean }> => {
      await locks?.follow(tx);
      // A shop that starts meanwhile waits for this lock before it reads the tables.
      await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
      if (connection.engine === 'postgres') await refuseWhileInUse(tx);
      await refuseForeign(tx, head);
      const full = await listFull(tx);
      if (!mayOverwrite && full.length > 0) throw notEmpty(full);
      return { isEmpty: full.length === 0 };
    };
    await connection.db.transaction(async (tx) => {
      // If this process were killed, a start would take an empty database for a new shop. One with rows stays
      // unchanged.
      const { isEmpty } = await checkTarget(tx);
      if (!isEmpty) return;
      await dropShop(tx);
      await markUnfinished(askOf(tx));
    });
    await connection.db.transaction(async (tx) => {
      await checkTarget(tx);
      await dropShop(tx);
      await applyMigrations(tx, 0, head.migrations.length);
      await load(tx, head, (await readFormat(path)).rows);
      // The record of failed backups belongs to the shop that wrote the backup.
      await forgetFailure(tx);
      await applyMigrations(tx, head.migrations.length, known.length);
      await noteRestore(tx);
    });
    // The planner has no statistics of the new rows, and PGlite runs no autovacuum.
    await connection.db.execute(sql`analyze`);
  } finally {
    locks?.stop();
    await connection.close();
  }
  return head;
}

/** A PGlite folder that cannot be opened is renamed, and a new one replaces it. */
async function openTarget(
  target: Pick<Config, 'databaseUrl' | 'dataDir'> & { onNote: (words: string) => void },
  onPutAside: (folder: string) => void,
): Promise<Connection> {
  try {
    return await connectDatabase({ ...target, isMaintenance: true });
  } catch (error) {
    if (!(error instanceof DamagedFolderError)) throw error;
    onPutAside(putAside(target.dataDir));
    return connectDatabase({ ...target, isMaintenance: true });
  }
}

/** Connections of a shop that has just ended remain for a moment. */
async function waitForEndOfShop(db: Executor): Promise<void> {
  const end = performance.now() + 2_000;
  while (performance.now() < end) {
    try {
      return await refuseWhileInUse(db);
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

/** A running shop holds the advisory lock, idle or not; earlier versions are recognized by their connections. */
async function refuseWhileInUse(tx: Executor): Promise<void> {
  const [row] = await rowsOf<{ isFree: boolean; count: number }>(
    tx,
    sql`select pg_try_advisory_xact_lock(${USE_LOCK}) as "isFree", count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name = ${APPLICATION_NAME}`,
  );
  if (row && (!row.isFree || row.count > 0)) {
    throw new BackupError('The shop is running on this database. Stop every instance first.');
  }
}

async function refuseForeign(tx: Executor, head: Head): Promise<void> {
  const inBackup = new Set(head.tables.map(({ name }) => name));
  const foreign = (await listTables(tx)).filter(({ name }) => !SHOP_TABLES.has(name) && !inBackup.has(name));
  if (foreign.length === 0) return;
  const names = foreign.map(({ name }) => name).join(', ');
  const newest = listKnown().at(-1)?.createdAt ?? 0;
  const isNewer = (await listApplied(tx)).some(({ createdAt }) => createdAt > newest);
  throw new BackupError(
    isNewer
      ? `A newer version of the shop has changed this database; this one does not know its tables: ${names}. Restore into an empty database: docs/updating.md says how.`
      : `The database holds tables that are not the shop's: ${names}. Give the shop a database of its own.`,
  );
}

/** The tables with rows, and their number of rows. */
async function listFull(tx: Executor): Promise<string[]> {
  const full: string[] = [];
  for (const { name } of await listTables(tx)) {
    const count = await countRows(tx, name);
    if (count > 0) full.push(`${name} ${count}`);
  }
  return full;
}

function notEmpty(full: readonly string[]): BackupError {
  return new BackupError(
    `The database is not empty (rows: ${full.join(', ')}). Back it up if any of that matters; --overwrite then throws it all away and puts the backup in its place.`,
  );
}

/** Drops what the migrations have created, so that they can create it again, and the mark of an unfinished restore. */
async function dropShop(tx: Executor): Promise<void> {
  const tables = (await listTables(tx)).map(({ name }) => sql`public.${sql.identifier(name)}`);
  try {
    // One statement, because the tables reference each other; without "cascade", which would also drop an owner's
    // views.
    if (tables.length > 0) await tx.execute(sql`drop table ${sql.join(tables, sql`, `)}`);
    const functions = await rowsOf<{ signature: string }>(
      tx,
      sql`select p.oid::regprocedure::text as signature from pg_proc p
        where p.pronamespace = 'public'::regnamespace
          and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    );
    for (const { signature } of functions) await tx.execute(sql.raw(`drop function ${signature}`));
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as Error & { code?: string };
    if (code !== DEPENDENT_OBJECTS) throw error;
    throw new BackupError(`Something that is not the shop's hangs on its tables; take it away first. ${message}`, {
      cause: error,
    });
  }
  await tx.execute(sql`drop schema if exists drizzle cascade`);
}

async function load(tx: Executor, head: Head, rows: AsyncIterable<Rows>): Promise<void> {
  const tables = await listTables(tx);
  const byName = new Map(tables.map((table) => [table.name, table]));
  for (const { name, columns } of head.tables) {
    const here = byName.get(name)?.columns.map((column) => column.name);
    if (here?.toSorted().join() !== columns.toSorted().join()) {
      throw new BackupError(`The backup's table ${name} does not fit the tables of version ${head.shop}.`);
    }
  }
  const all = tables.map(({ name }) => sql`public.${sql.identifier(name)}`);
  // A migration may have inserted rows, but the backup has their final state. It also has the results of triggers,
  // which would otherwise count the order stats twice.
  for (const table of all) await tx.execute(sql`alter table ${table} disable trigger user`);
  await tx.execute(sql`truncate ${sql.join(all, sql`, `)}`);
  for await (const { table, lines } of rows) {
    const { columns } = byName.get(table.name) as TableColumns;
    await insertLines(tx, table.name, orderedLike(table.columns, columns), lines);
  }
  for (const { name, value, isCalled } of head.sequences) {
    await tx.execute(sql`select setval(${`public.${quoted(name)}`}::regclass, ${value}::bigint, ${isCalled})`);
  }
  for (const table of all) await tx.execute(sql`alter table ${table} enable trigger user`);
  for (const { name } of tables.filter((table) => isKept(table.name))) {
    const expected = head.tables.find((table) => table.name === name)?.rows ?? 0;
    const count = await countRows(tx, name);
    if (count !== expected) throw new BackupError(`${name} has ${count} rows after the restore, not ${expected}.`);
  }
}

function orderedLike(names: string[], columns: TableColumns['columns']): TableColumns['columns'] {
  return names.flatMap((name) => columns.find((column) => column.name === name) ?? []);
}

/** One statement: the database splits the lines and parses each value by its column's type. */
async function insertLines(
  tx: Executor,
  name: string,
  columns: TableColumns['columns'],
  lines: string[],
): Promise<void> {
  const names = sql.join(
    columns.map((column) => sql.identifier(column.name)),
    sql`, `,
  );
  const values = sql.join(
    columns.map((column, i) => sql.raw(`(line ->> ${i})::${column.type}`)),
    sql`, `,
  );
  await tx.execute(
    sql`insert into public.${sql.identifier(name)} (${names})
      select ${values} from jsonb_array_elements(${`[${lines.join(',')}]`}::text::jsonb) as line`,
  );
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
