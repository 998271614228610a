import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { type Ask, migrateComplete } from '../completeness.ts';
import { COUNT_DAYS } from '../count-days.ts';
import type { Connection, Executor } from '../executor.ts';
import { MIGRATIONS } from '../migration-state.ts';
import { NOTHING_WRITTEN } from '../nothing-written.ts';
import { DB_INSIDE_TRANSACTION } from '../pglite/thread.ts';
import { guarded, isInsideTransaction, SNAPSHOT } from '../transactions.ts';
import { requireOwnConnections } from './pooler.ts';
import { isReadOnlyError, ReadOnlyDatabaseError, replaceReadOnly, requireWritable } from './read-only.ts';

/** The advisory lock under which migrations run: an arbitrary number, the same in every instance. */
export const MIGRATION_LOCK = 740_915_233;
/** The advisory lock for work of one instance at a time: an arbitrary number. */
const ALONE_LOCK = 740_915_234;
/** An advisory lock shared by all running instances. A restore takes it exclusively. */
export const USE_LOCK = 740_915_235;
const LOCK_RETRY_MS = 1_000;
/** How long a statement waits for a connection, before its call is answered 503. */
export const CONNECT_LIMIT_MS = 5_000;
/**
 * How long opening a connection outside the pool may take, such as that of the start. No call waits for one, and a busy
 * database is slow.
 */
const BESIDE_LIMIT_MS = 15_000;
/**
 * Connections that an instance may have outside its pool. One holds the lock of a running shop. During a backup or a
 * recount of days, others hold the lock of that work, the snapshot and the count.
 */
export const BESIDE_POOL = 4;
/** The driver's limit is longer than the server's: an error of the server leaves the connection usable. */
const BEHIND_SERVER_MS = 2_000;
/** The application name of the pool's connections in `pg_stat_activity`. */
export const APPLICATION_NAME = 'shop';

type PostgresOptions = {
  poolSize?: number;
  isMaintenance: boolean;
  transactionLimitMs: number;
  statementLimitMs?: number;
  connectLimitMs?: number;
  onError?: (error: Error) => void;
  onReadOnly?: () => void;
};

/** Like `connectDatabase`, on PostgreSQL. */
export async function openPostgres(url: string, options: PostgresOptions): Promise<Connection> {
  const { isMaintenance, onReadOnly = () => {} } = options;
  const pool = openPool(url, options);
  let use: Use | undefined;
  const replace = replaceReadOnly(pool, () => {
    use?.renew();
    onReadOnly();
  });
  try {
    await checkPooler(url);
    if (!isMaintenance) {
      // Taken before the tables are read, because a restore may be creating them.
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
    ping: async () => {
      await requireWritable((statement) => pool.query(statement)).catch((error: unknown) => {
        if (error instanceof ReadOnlyDatabaseError) replace();
        throw error;
      });
    },
    ...besidePool(url),
    close: async () => {
      await pool.end();
      await use?.release();
    },
  };
}

function openPool(
  url: string,
  {
    poolSize = 10,
    isMaintenance,
    transactionLimitMs,
    statementLimitMs = 10_000,
    connectLimitMs = CONNECT_LIMIT_MS,
    onError = () => {},
  }: PostgresOptions,
): pg.Pool {
  const limits = `set statement_timeout = ${statementLimitMs}; set idle_in_transaction_session_timeout = ${transactionLimitMs}`;
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectLimitMs,
    idleTimeoutMillis: 30_000,
    ...(isMaintenance
      ? { application_name: `${APPLICATION_NAME}-maintenance` }
      : {
          query_timeout: statementLimitMs + BEHIND_SERVER_MS,
          application_name: APPLICATION_NAME,
          // Not as start-up parameters of the connection: PgBouncer refuses unknown ones.
          onConnect: (client: pg.ClientBase) => client.query(limits),
        }),
  });
  // Without an error listener a broken connection ends the process, whether it is idle or inside a transaction.
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
    requireCommit(client);
  });
  refuseInsideTransaction(pool);
  return pool;
}

/** Work on connections outside the pool. */
function besidePool(url: string): Pick<Connection, 'snapshot' | 'alone' | 'countDays'> {
  return {
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
  };
}

/**
 * Drizzle never releases the connection of a transaction whose `begin` failed: after some crashes of the server the
 * pool would be exhausted. It also returns one whose `rollback` failed, so that another caller would continue its
 * transaction. A connection keeps its session, with its prepared statements.
 */
function releaseAlways(pool: pg.Pool, db: Executor): void {
  const sessions = new WeakMap<pg.PoolClient, Executor>();
  const sessionOf = (client: pg.PoolClient) => {
    const session = sessions.get(client) ?? (drizzlePg(client) as unknown as Executor);
    sessions.set(client, session);
    return session;
  };
  db.transaction = (async (...[work, config]: Parameters<Executor['transaction']>) => {
    const client = await pool.connect();
    let failure: unknown;
    try {
      return await sessionOf(client).transaction(work, config);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      client.release(isReadOnlyError(failure) ? new ReadOnlyDatabaseError() : client.getTransactionStatus() !== 'I');
    }
  }) as Executor['transaction'];
}

/** Turns a `commit` that PostgreSQL answers with "ROLLBACK", because a statement has failed, into an error. */
function requireCommit(client: pg.PoolClient): void {
  const query = (...args: unknown[]) =>
    (pg.Client.prototype.query as (...all: unknown[]) => unknown).apply(client, args);
  const isCommit = (first: unknown) => (first as { text?: string }).text === 'commit';
  client.query = ((...args: unknown[]) => {
    const answer = query(...args);
    if (!isCommit(args[0])) return answer;
    return (answer as Promise<pg.QueryResult>).then((result) => {
      if (result.command === 'ROLLBACK') throw new Error(NOTHING_WRITTEN);
      return result;
    });
  }) as typeof client.query;
}

type Use = { renew(): void; release(): Promise<void> };

/**
 * Holds an advisory lock that marks the shop as running on this database, even while its pool is empty. Uses its own
 * connection and reopens it when it breaks, or on `renew`.
 */
async function holdUse(url: string): Promise<Use> {
  let isReleased = false;
  let timer: NodeJS.Timeout | undefined;
  let client: pg.Client;
  const hold = async () => {
    const mine = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: BESIDE_LIMIT_MS,
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
    renew: () => void client.end().catch(() => {}),
    release: async () => {
      isReleased = true;
      clearTimeout(timer);
      await client.end().catch(() => {});
    },
  };
}

/** Migrates under a lock; another instance may hold it for a while. */
function migratePostgres(url: string): Promise<void> {
  return withClient(url, async (client) => {
    await requireWritable(askBy(client));
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrateComplete(askBy(client), () => migratePg(drizzlePg(client), { migrationsFolder: MIGRATIONS }));
  });
}

/** Checks for a pooler. A pooler without a free connection accepts a client, but keeps its first statement waiting. */
function checkPooler(url: string): Promise<void> {
  const limit = { query_timeout: BESIDE_LIMIT_MS };
  return withClient(
    url,
    (one) => withClient(url, (other) => requireOwnConnections([askBy(one), askBy(other)]), limit),
    limit,
  );
}

const askBy =
  (client: pg.Client): Ask =>
  (statement) =>
    client.query(statement);

/** Opens a separate connection without the pool's time limits. Closing it releases its locks. */
async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  more: pg.ClientConfig = {},
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: BESIDE_LIMIT_MS,
    application_name: `${APPLICATION_NAME}-beside`,
    ...more,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * On PGlite a query on `db` inside a transaction would deadlock. PostgreSQL would run it outside the transaction; here
 * it is refused, so that both engines behave alike.
 */
function refuseInsideTransaction(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  pool.query = ((...args: unknown[]) =>
    isInsideTransaction() ? Promise.reject(new Error(DB_INSIDE_TRANSACTION)) : query(...args)) as typeof pool.query;
}
