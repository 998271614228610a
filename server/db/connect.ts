import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { checkFiles, explainOpening, forgetFiles, noteFiles } from './file-record.ts';
import { lockFolder } from './folder-lock.ts';
import { DB_INSIDE_TRANSACTION, PgliteThread } from './pglite-thread.ts';
import { makePrivate } from './private-folder.ts';

/** A database or a transaction of either engine: what every repository function takes first. */
export type Executor = PgDatabase<PgQueryResultHKT>;
export type Database = Executor;

export type Connection = {
  db: Database;
  engine: 'pglite' | 'postgres';
  /** Resolves when a trivial query is answered; rejects when the database is out of reach. */
  ping(): Promise<void>;
  /**
   * Reads everything as it is at one moment, for as long as it takes. PostgreSQL goes on meanwhile, beside the pool; on
   * PGlite's one connection all other queries wait until the work ends.
   */
  snapshot<T>(work: (tx: Executor) => Promise<T>): Promise<T>;
  /** Work that one instance at a time may do. @returns false when another is at it, and nothing was done */
  alone(work: () => Promise<void>): Promise<boolean>;
  close(): Promise<void>;
};

export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
/** Any number, the same in every instance: it names the lock that lets one instance migrate at a time. */
export const MIGRATION_LOCK = 740_915_233;
/** The same for work that one instance at a time may do. */
const ALONE_LOCK = 740_915_234;
/** The same, shared by all running instances: a restore asks for it alone. */
export const USE_LOCK = 740_915_235;
const LOCK_RETRY_MS = 1_000;
/** What the shop's connections are called in `pg_stat_activity`. */
export const APPLICATION_NAME = 'shop';
/** A statement of its own, without a time limit: a shop of many orders takes seconds, once. */
const COUNT_DAYS_IN = 'select count_days_in($1)';
const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;
/** The most that a timer takes: 24 days. */
const NO_LIMIT_MS = 2 ** 31 - 1;

/**
 * Opens the database and brings its tables up to date.
 *
 * @param options.isMaintenance leaves the tables as they are and sets no time limits: for backups and restores
 * @param options.databaseUrl PostgreSQL when given; PGlite in `dataDir` otherwise
 * @param options.onError told of connections that broke; they are replaced by themselves
 * @param options.timeZone whose midnights divide the days of the figures: when it is another than before, all orders are
 * counted anew; without it the figures stay as they are
 * @param options.transactionLimitMs how long a transaction may wait for something outside before it is rolled back
 * @param options.onNote told in words for the owner why the opening lasts, and of rights that were taken away from others
 * @param options.onEnd told when the embedded database has died; nothing brings it back but a new start
 * @throws FolderLockedError when another process has the PGlite folder
 * @throws DamagedFolderError when its files are damaged
 */
export async function connectDatabase(options: {
  databaseUrl: string | undefined;
  dataDir: string;
  poolSize?: number;
  isMaintenance?: boolean;
  timeZone?: string;
  transactionLimitMs?: number;
  onError?: (error: Error) => void;
  onEnd?: (error: Error) => void;
  onNote?: (words: string) => void;
}): Promise<Connection> {
  const { databaseUrl, isMaintenance = false } = options;
  const transactionLimitMs = isMaintenance ? NO_LIMIT_MS : (options.transactionLimitMs ?? 10_000);
  return databaseUrl === undefined
    ? openPglite({ ...options, isMaintenance, transactionLimitMs })
    : openPostgres(databaseUrl, { ...options, isMaintenance, transactionLimitMs });
}

/** The transaction that runs now: a query past it would wait for it forever on PGlite's one connection. */
const transactions = new AsyncLocalStorage<{ isOpen: boolean; afterCommit: (() => void)[] }>();
const isInsideTransaction = () => transactions.getStore()?.isOpen === true;

/** Does something once the running transaction is committed, or at once outside of one; never when it is rolled back. */
export function afterCommit(work: () => void): void {
  const running = transactions.getStore();
  if (running?.isOpen) running.afterCommit.push(work);
  else work();
}

function guarded(db: Executor): Executor {
  const transaction = db.transaction.bind(db);
  db.transaction = ((work: Parameters<typeof transaction>[0], config?: Parameters<typeof transaction>[1]) => {
    if (isInsideTransaction()) throw new Error('db.transaction was called inside a transaction; pass tx on');
    const mine = { isOpen: true, afterCommit: [] as (() => void)[] };
    // What the work leaves running behind it may use the database again once the transaction is over.
    return transaction((tx) => transactions.run(mine, () => work(tx)), config)
      .finally(() => {
        mine.isOpen = false;
      })
      .then((result) => {
        for (const followUp of mine.afterCommit) followUp();
        return result;
      });
  }) as typeof db.transaction;
  return db;
}

async function openPglite({
  dataDir,
  isMaintenance,
  timeZone,
  transactionLimitMs,
  onEnd = () => {},
  onNote = () => {},
}: {
  dataDir: string;
  isMaintenance: boolean;
  timeZone?: string;
  transactionLimitMs: number;
  onEnd?: (error: Error) => void;
  onNote?: (words: string) => void;
}): Promise<Connection> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(join(dataDir, 'pglite.lock'), { onWait: onNote });
  let client: PgliteThread | undefined;
  try {
    const opened = makePrivate(dataDir);
    if (opened !== null) onNote(opened);
    checkFiles(dataDir);
    client = await PgliteThread.open(join(dataDir, 'pglite'), lock.claim, {
      isInsideTransaction,
      transactionLimitMs,
      onEnd,
    });
    const thread = client;
    // The thread answers the two calls that Drizzle's session makes of PGlite: query and transaction.
    const db = drizzlePglite(thread as never);
    const patient = {
      query: thread.query.bind(thread),
      transaction: (work: Parameters<typeof thread.transaction>[0]) => thread.transaction(work, NO_LIMIT_MS),
    };
    const patientDb = drizzlePglite(patient as never);
    forgetFiles(dataDir);
    if (!isMaintenance) {
      // However long it takes: a first start on a slow machine makes all tables in one transaction.
      await migratePglite(patientDb, { migrationsFolder: MIGRATIONS });
      if (timeZone) await thread.query(COUNT_DAYS_IN, [timeZone]);
      noteFiles(dataDir);
    }
    const guardedPatient = guarded(patientDb as unknown as Executor);
    return {
      db: guarded(db as unknown as Executor),
      engine: 'pglite',
      ping: async () => void (await thread.query('select 1')),
      snapshot: (work) => guardedPatient.transaction(work, SNAPSHOT),
      // The folder's lock has seen to it that there is no other instance.
      alone: async (work) => {
        await work();
        return true;
      },
      close: async () => {
        await thread.close();
        noteFiles(dataDir);
        lock.release();
      },
    };
  } catch (error) {
    // Before another may have the folder.
    await client?.close().catch(() => {});
    lock.release();
    throw explainOpening(dataDir, error, client !== undefined);
  }
}

async function openPostgres(
  url: string,
  {
    poolSize = 10,
    isMaintenance,
    timeZone,
    transactionLimitMs,
    onError = () => {},
  }: {
    poolSize?: number;
    isMaintenance: boolean;
    timeZone?: string;
    transactionLimitMs: number;
    onError?: (error: Error) => void;
  },
): Promise<Connection> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    ...(isMaintenance
      ? { application_name: `${APPLICATION_NAME}-maintenance` }
      : {
          statement_timeout: 10_000,
          query_timeout: 12_000,
          idle_in_transaction_session_timeout: transactionLimitMs,
          application_name: APPLICATION_NAME,
        }),
  });
  // Without a listener a broken connection ends the process, whether it is idle or inside a transaction.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  refuseInsideTransaction(pool);
  let use: { release(): Promise<void> } | undefined;
  try {
    if (isMaintenance) await pool.query('select 1');
    else {
      // Before the tables are looked at: a restore may be making them.
      use = await holdUse(url);
      await migratePostgres(url, timeZone);
    }
  } catch (error) {
    await use?.release();
    await pool.end();
    throw error;
  }
  return {
    db: guarded(drizzlePg(pool) as unknown as Executor),
    engine: 'postgres',
    ping: async () => void (await pool.query('select 1')),
    snapshot: (work) =>
      withClient(url, (client) => guarded(drizzlePg(client) as unknown as Executor).transaction(work, SNAPSHOT)),
    alone: (work) =>
      withClient(url, async (client) => {
        const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [ALONE_LOCK]);
        if (rows[0].mine) await work();
        return rows[0].mine;
      }),
    close: async () => {
      await pool.end();
      await use?.release();
    },
  };
}

/**
 * Says for as long as it is held that the shop runs on this database, also while it rests and its pool is empty. On a
 * connection of its own, opened again when it breaks.
 */
async function holdUse(url: string): Promise<{ release(): Promise<void> }> {
  let isReleased = false;
  let timer: NodeJS.Timeout | undefined;
  let client: pg.Client;
  const hold = async () => {
    const mine = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: `${APPLICATION_NAME}-lock`,
    });
    client = mine;
    mine.on('error', () => {});
    await mine.connect();
    mine.once('end', again);
    await mine.query('select pg_advisory_lock_shared($1)', [USE_LOCK]);
  };
  const again = () => {
    if (isReleased) return;
    timer = setTimeout(() => void hold().catch(again), LOCK_RETRY_MS).unref();
  };
  await hold();
  return {
    release: async () => {
      isReleased = true;
      clearTimeout(timer);
      await client.end().catch(() => {});
    },
  };
}

/** Another instance may be migrating for a while. */
function migratePostgres(url: string, timeZone: string | undefined): Promise<void> {
  return withClient(url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migratePg(drizzlePg(client), { migrationsFolder: MIGRATIONS });
    if (timeZone) await client.query(COUNT_DAYS_IN, [timeZone]);
  });
}

/** A connection of its own, without the pool's limits; closing it gives its locks back. */
async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** PGlite cannot serve `db` inside a transaction; here it would work by chance, so it is refused alike. */
function refuseInsideTransaction(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  pool.query = ((...args: unknown[]) =>
    isInsideTransaction() ? Promise.reject(new Error(DB_INSIDE_TRANSACTION)) : query(...args)) as typeof pool.query;
}
