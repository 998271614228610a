import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { type Engine, prepareEngineOn } from '#test/engine-base.ts';
import { BESIDE_POOL, type Connection, connectDatabase } from '../connect.ts';
import { rowsOf } from '../migration-state.ts';

let engine: Engine;
let connection: Connection;
beforeEach(async () => {
  engine = await prepareEngineOn(inject('base'));
  connection = await connectDatabase({ databaseUrl: engine.options.env.DATABASE_URL, dataDir: '', poolSize: 1 });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await connection.close();
  await engine.remove();
});

const backend = async () => {
  const [row] = await rowsOf<{ pid: number }>(connection.db, sql`select pg_backend_pid() as pid`);
  return row?.pid;
};

/** Fails as if the server died at this statement. */
function failAt(statement: string): void {
  const { query } = pg.Client.prototype;
  const fails = (first: unknown) =>
    (typeof first === 'string' ? first : (first as { text?: string }).text) === statement;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    return fails(args[0])
      ? Promise.reject(new Error('Connection terminated unexpectedly'))
      : (query as (...all: unknown[]) => unknown).apply(this, args);
  } as never);
}

test('a transaction that cannot begin releases its connection to the next one', async () => {
  failAt('begin');
  await expect(connection.db.transaction(async () => {})).rejects.toThrow();
  expect(await backend()).toBeGreaterThan(0);
});

test('a connection whose transaction could not be rolled back is never reused', async () => {
  const first = await backend();
  expect(await backend()).toBe(first);
  failAt('rollback');
  const work = connection.db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    throw new Error('refused');
  });
  await expect(work).rejects.toThrow();
  expect(await backend()).not.toBe(first);
});

test('a refused transaction keeps its connection for the next one', async () => {
  const first = await backend();
  const work = connection.db.transaction(async () => {
    throw new Error('refused');
  });
  await expect(work).rejects.toThrow('refused');
  expect(await backend()).toBe(first);
});

test('under full load an instance has at most its pool and BESIDE_POOL connections', async () => {
  const { db, snapshot, alone, countDays } = connection;
  const admin = new pg.Client(engine.options.env.DATABASE_URL);
  await admin.connect();
  const wait = sql`select pg_sleep(1)`;
  const work = Promise.all([
    ...Array.from({ length: 5 }, () => db.execute(sql`select pg_sleep(0.2)`)),
    alone(() => snapshot(async (tx) => void (await tx.execute(wait)))),
    db.transaction(async (tx) => void (await tx.execute(sql`select pg_sleep(0.2)`))),
    countDays('America/Chicago'),
  ]);
  let isOver = false;
  void work.finally(() => (isOver = true));
  let most = 0;
  while (!isOver) {
    const { rows } = await admin.query(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name like 'shop%'`,
    );
    most = Math.max(most, rows[0].count);
    await new Promise((done) => setTimeout(done, 20));
  }
  await work;
  await admin.end();
  expect(most).toBeGreaterThan(3);
  expect(most).toBeLessThanOrEqual(1 + BESIDE_POOL);
});
