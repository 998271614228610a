import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import type { PgliteDatabase } from 'drizzle-orm/pglite';
import { migrateComplete } from './completeness.ts';
import { COUNT_DAYS } from './count-days.ts';
import { lockFolder } from './data-folder/folder-lock.ts';
import { makePrivate } from './data-folder/private-folder.ts';
import type { Connection, Executor } from './executor.ts';
import { checkFiles, explainOpening, findPutAside, forgetFiles, noteFiles } from './file-record.ts';
import { MIGRATIONS } from './migration-state.ts';
import { type PgliteClient, PgliteThread } from './pglite/thread.ts';
import { openPostgres } from './postgres/postgres.ts';
import { guarded, isInsideTransaction, SNAPSHOT } from './transactions.ts';

export type { Connection, Database, Executor } from './executor.ts';
export { BESIDE_POOL } from './postgres/postgres.ts';

/** Longest delay of a Node timer: 2^31 - 1 ms, about 24 days. */
const NO_LIMIT_MS = 2 ** 31 - 1;

/**
 * Opens the database and applies pending migrations.
 *
 * @param options.isMaintenance applies no migrations and sets no time limits: for backups and restores
 * @param options.databaseUrl PostgreSQL when given; PGlite in `dataDir` otherwise
 * @param options.onError called for broken connections; the pool replaces them
 * @param options.onReadOnly called when PostgreSQL has become read-only and its connections are replaced, at most once
 * a second
 * @param options.transactionLimitMs how long a transaction may be idle before it is rolled back
 * @param options.statementLimitMs how long a statement may take on PostgreSQL, including its wait for locks
 * @param options.connectLimitMs how long a statement may wait for a connection of PostgreSQL's pool
 * @param options.onNote receives messages for the owner: why opening takes long, and file permissions that were removed
 * @param options.onEnd called when the embedded database has died; only a restart of the process recovers it
 * @throws ReadOnlyDatabaseError when PostgreSQL is read-only; not for maintenance
 * @throws SharedConnectionError when it is behind a pooler in transaction mode
 * @throws FolderLockedError when another process uses the PGlite folder
 * @throws DamagedFolderError when its files are damaged
 * @throws IncompleteDatabaseError when it lacks indexes, constraints or triggers, or a restore into it is unfinished
 */
export async function connectDatabase(options: {
  databaseUrl: string | undefined;
  dataDir: string;
  poolSize?: number;
  isMaintenance?: boolean;
  transactionLimitMs?: number;
  statementLimitMs?: number;
  connectLimitMs?: number;
  onError?: (error: Error) => void;
  onReadOnly?: () => void;
  onEnd?: (error: Error) => void;
  onNote?: (words: string) => void;
}): Promise<Connection> {
  const { databaseUrl, isMaintenance = false } = options;
  const transactionLimitMs = isMaintenance ? NO_LIMIT_MS : (options.transactionLimitMs ?? 10_000);
  return databaseUrl === undefined
    ? openPglite({ ...options, isMaintenance, transactionLimitMs })
    : openPostgres(databaseUrl, { ...options, isMaintenance, transactionLimitMs });
}

async function openPglite({
  dataDir,
  isMaintenance,
  transactionLimitMs,
  onEnd = () => {},
  onNote = () => {},
}: {
  dataDir: string;
  isMaintenance: boolean;
  transactionLimitMs: number;
  onEnd?: (error: Error) => void;
  onNote?: (words: string) => void;
}): Promise<Connection> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(join(dataDir, 'folder.lock'));
  let client: PgliteThread | undefined;
  try {
    const opened = makePrivate(dataDir);
    if (opened !== null) onNote(opened);
    checkFiles(dataDir);
    client = await PgliteThread.open(join(dataDir, 'pglite'), {
      isInsideTransaction,
      transactionLimitMs,
      onEnd,
    });
    const thread = client;
    forgetFiles(dataDir);
    if (!isMaintenance) {
      // No time limit: on a slow machine the first start creates all tables in one transaction.
      const { migrate } = await import('drizzle-orm/pglite/migrator');
      const drizzle = await loadDrizzle();
      await migrateComplete(
        (statement) => thread.query(statement),
        () => migrate(drizzle(patient(thread)), { migrationsFolder: MIGRATIONS }),
        { putAside: findPutAside(dataDir) },
      );
      noteFiles(dataDir);
    }
    return await connectionOver(thread, async () => {
      await thread.close();
      noteFiles(dataDir);
      lock.release();
    });
  } catch (error) {
    // Must finish before another process can take the folder.
    await client?.close().catch(() => {});
    lock.release();
    throw explainOpening(dataDir, error, client !== undefined);
  }
}

/** The same client without a time limit for transactions. */
const patient = (client: PgliteClient): PgliteClient => ({
  query: client.query.bind(client),
  transaction: (work) => client.transaction(work, NO_LIMIT_MS),
});

/** Loaded on demand: with PostgreSQL, the embedded database's code takes no memory. */
async function loadDrizzle(): Promise<(client: PgliteClient) => PgliteDatabase> {
  const { drizzle } = await import('drizzle-orm/pglite');
  return (client) => drizzle({ client: client as unknown as PGlite });
}

/** A connection to an embedded database that is open and migrated. */
export async function connectionOver(client: PgliteClient, close: () => Promise<void>): Promise<Connection> {
  const drizzle = await loadDrizzle();
  const guardedPatient = guarded(drizzle(patient(client)) as unknown as Executor);
  return {
    db: guarded(drizzle(client) as unknown as Executor),
    engine: 'pglite',
    ping: async () => void (await client.query('select 1')),
    snapshot: (work) => guardedPatient.transaction(work, SNAPSHOT),
    // The folder lock guarantees that there is no other instance.
    alone: async (work) => {
      await work();
      return true;
    },
    countDays: async (brandZone) => {
      const { rows } = await client.query(COUNT_DAYS, [brandZone]);
      return (rows[0] as { is_new: boolean }).is_new;
    },
    close,
  };
}
