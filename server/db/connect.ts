import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { migrateComplete } from './completeness.ts';
import { checkFiles, explainOpening, findPutAside, forgetFiles, noteFiles } from './file-record.ts';
import { lockFolder } from './folder-lock.ts';
import type { PgliteClient } from './pglite-session.ts';
import { DB_INSIDE_TRANSACTION, PgliteThread } from './pglite-thread.ts';
import { makePrivate } from './private-folder.ts';
import { ShopClient } from './shop-client.ts';

/** A database or a transaction, on either engine. The first parameter of every repository function. */
export type Executor = PgDatabase<PgQueryResultHKT>;
export type Database = Executor;

export type Connection = {
  db: Database;
  engine: 'pglite' | 'postgres';
  /** Resolves when a trivial query is answered; rejects when the database cannot be reached. */
  ping(): Promise<void>;
  /**
   * Runs the work on one consistent snapshot. On PostgreSQL it uses a connection beside the pool and blocks nobody.
   * PGlite has one connection: all other queries wait until the work ends.
   */
  snapshot<T>(work: (tx: Executor) => Promise<T>): Promise<T>;
  /**
   * Runs the work under a lock that one instance at a time can hold. @returns false when another instance holds it; the
   * work did not run
   */
  alone(work: () => Promise<void>): Promise<boolean>;
  /**
   * Counts the orders of the figures by days of the published time zone, if they are counted by another. Runs apart from the
   * other statements and without a time limit: at a million orders it takes a while, once, and new orders wait for it.
   *
   * @param brandZone holds until the owner has published one
   * @returns whether they were counted anew
   */
  countDays(brandZone: string): Promise<boolean>;
  close(): Promise<void>;
};

export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
/** An arbitrary number, the same in every instance: the advisory lock under which migrations run. */
export const MIGRATION_LOCK = 740_915_233;
/** An arbitrary number: the advisory lock for work that one instance at a time may do. */
const ALONE_LOCK = 740_915_234;
/** An advisory lock shared by all running instances. A restore takes it exclusively. */
export const USE_LOCK = 740_915_235;
const LOCK_RETRY_MS = 1_000;
/** The application name of the shop's connections in `pg_stat_activity`. */
export const APPLICATION_NAME = 'shop';
const COUNT_DAYS = 'select count_days($1) as is_new';
const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;
/** Longest delay of a Node timer: 2^31 - 1 ms, about 24 days. */
const NO_LIMIT_MS = 2 ** 31 - 1;

/**
 * Opens the database and applies pending migrations.
 *
 * @param options.isMaintenance applies no migrations and sets no time limits: for backups and restores
 * @param options.databaseUrl PostgreSQL when given; PGlite in `dataDir` otherwise
 * @param options.onError called for broken connections; the pool replaces them
 * @param options.transactionLimitMs how long a transaction may be idle before it is rolled back
 * @param options.onNote receives messages for the owner: why opening takes long, and file permissions that were removed
 * @param options.onEnd called when the embedded database has died; only a restart of the process recovers it
 * @throws FolderLockedError when another process has the PGlite folder
 * @throws DamagedFolderError when its files are damaged
 * @throws IncompleteDatabaseError when it lacks indexes, constraints or triggers, or a restore into it has not ended
 */
export async function connectDatabase(options: {
  databaseUrl: string | undefined;
  dataDir: string;
  poolSize?: number;
  isMaintenance?: boolean;
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

/** The current transaction. A query outside of it would wait for it forever on PGlite's single connection. */
const transactions = new AsyncLocalStorage<{ isOpen: boolean; afterCommit: (() => void)[] }>();
const isInsideTransaction = () => transactions.getStore()?.isOpen === true;

/**
 * Runs a callback after the current transaction commits, or immediately when there is none. It does not run after a
 * rollback. It must not throw: the transaction is already committed.
 */
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
    // Work that is still running after the transaction may use the database again.
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
    forgetFiles(dataDir);
    if (!isMaintenance) {
      // No time limit: on a slow machine the first start creates all tables in one transaction.
      const { migrate } = await import('drizzle-orm/pglite/migrator');
      const { pgliteDatabase } = await loadSession();
      await migrateComplete(
        (statement) => thread.query(statement),
        () => migrate(pgliteDatabase(patient(thread)), { migrationsFolder: MIGRATIONS }),
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

/** With PostgreSQL the embedded database's code takes no memory. */
const loadSession = () => import('./pglite-session.ts');

/** A connection by way of an embedded database that is open and migrated. */
export async function connectionOver(client: PgliteClient, close: () => Promise<void>): Promise<Connection> {
  const { pgliteDatabase } = await loadSession();
  const guardedPatient = guarded(pgliteDatabase(patient(client)) as unknown as Executor);
  return {
    db: guarded(pgliteDatabase(client) as unknown as Executor),
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

async function openPostgres(
  url: string,
  {
    poolSize = 10,
    isMaintenance,
    transactionLimitMs,
    onError = () => {},
  }: {
    poolSize?: number;
    isMaintenance: boolean;
    transactionLimitMs: number;
    onError?: (error: Error) => void;
  },
): Promise<Connection> {
  const pool = new pg.Pool({
    Client: ShopClient,
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
  // Without an error listener a broken connection ends the process, whether it is idle or inside a transaction.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  refuseInsideTransaction(pool);
  let use: { release(): Promise<void> } | undefined;
  try {
    if (isMaintenance) await pool.query('select 1');
    else {
      // Taken before the tables are read: a restore may be creating them.
      use = await holdUse(url);
      await migratePostgres(url);
    }
  } catch (error) {
    await use?.release();
    await pool.end();
    throw error;
  }
  const db = drizzlePg(pool) as unknown as Executor;
  releaseAlways(pool, db);
  return {
    db: guarded(db),
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
    countDays: (brandZone) =>
      withClient(url, async (client) => (await client.query(COUNT_DAYS, [brandZone])).rows[0].is_new),
    close: async () => {
      await pool.end();
      await use?.release();
    },
  };
}

/**
 * Drizzle never releases the connection of a transaction whose `begin` failed: after as many crashes of the server as the
 * pool has places, nothing would be answered any more. It also gives back one whose `rollback` failed, and somebody else
 * would continue its transaction.
 */
function releaseAlways(pool: pg.Pool, db: Executor): void {
  db.transaction = (async (...[work, config]: Parameters<Executor['transaction']>) => {
    const client = await pool.connect();
    try {
      return await (drizzlePg(client) as unknown as Executor).transaction(work, config);
    } finally {
      client.release(client.getTransactionStatus() !== 'I');
    }
  }) as Executor['transaction'];
}

/**
 * Holds an advisory lock that says that the shop runs on this database, even while its pool is empty. Uses its own
 * connection and reopens it when it breaks.
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
function migratePostgres(url: string): Promise<void> {
  return withClient(url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrateComplete(
      (statement) => client.query(statement),
      () => migratePg(drizzlePg(client), { migrationsFolder: MIGRATIONS }),
    );
  });
}

/** Opens a connection of its own, without the pool's time limits. Closing it releases its locks. */
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

/**
 * On PGlite a query on `db` inside a transaction would deadlock. PostgreSQL would answer it outside the transaction;
 * here it is refused in the same way.
 */
function refuseInsideTransaction(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  pool.query = ((...args: unknown[]) =>
    isInsideTransaction() ? Promise.reject(new Error(DB_INSIDE_TRANSACTION)) : query(...args)) as typeof pool.query;
}
