import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { explainStartFailure } from '#server/start-failure.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { connectDatabase, type Executor } from './connect.ts';
import { CONNECT_LIMIT_MS } from './postgres/postgres.ts';
import { settings } from './settings.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.remove());

/** A PGlite folder has one process and one connection, so these cases exist on PostgreSQL only. */
const onPostgres = (name: string, work: () => Promise<void>) =>
  inject('base').engine === 'postgres' && test(name, work);

/** On PostgreSQL queries do not queue: the connections work in parallel. */
const onPglite = (name: string, work: () => Promise<void>) => inject('base').engine === 'pglite' && test(name, work);

const put = (key: string) => ({ key, value: 1 });

test('a transaction that throws leaves nothing behind', async () => {
  const { db } = database.connection;
  const work = db.transaction(async (tx) => {
    await tx.insert(settings).values(put('thrown'));
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  expect(await db.select().from(settings).where(sql`key = 'thrown'`)).toEqual([]);
});

test('F8: using db inside a transaction is refused at once, and the next query is answered', async () => {
  const { db } = database.connection;
  const inside = db.transaction(async (tx) => {
    await tx.insert(settings).values(put('outer'));
    await db.select().from(settings);
  });
  await expect(inside).rejects.toThrow();
  await expect(inside.catch((error) => `${error.message} ${error.cause?.message}`)).resolves.toMatch(/use tx/);
  const nested = db.transaction(() => db.transaction(async () => {}));
  await expect(nested).rejects.toThrow(/pass tx on/);
  expect(await db.select().from(settings).where(sql`key = 'outer'`)).toEqual([]);
});

onPglite(
  'a first start on a slow machine may take longer over its tables than a transaction may, and is no damage',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'shop-slow-'));
    const { db, close } = await connectDatabase({ databaseUrl: undefined, dataDir, transactionLimitMs: 1 });
    expect(await db.$count(settings)).toBeGreaterThanOrEqual(0);
    // The control: a transaction on the shop's own connection has that limit.
    const wait = db.transaction(() => new Promise((done) => setTimeout(done, 200)));
    await expect(wait).rejects.toThrow('longer than 1 ms');
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  },
);

onPostgres('a statement waits for a connection, and for a lock, no longer than its limits', async () => {
  const limits = { connectLimitMs: 2_000, statementLimitMs: 2_000 };
  const options = { databaseUrl: database.url, dataDir: database.dataDir, poolSize: 1, ...limits };
  const { db, close } = await connectDatabase(options);
  const held = Promise.withResolvers<void>();
  const busy = db.transaction(() => held.promise);
  await expect(db.select().from(settings)).rejects.toMatchObject({
    cause: { message: /timeout exceeded when trying/ },
  });
  held.resolve();
  await busy;
  await expect(db.execute(sql`select pg_sleep(60)`)).rejects.toMatchObject({ cause: { code: '57014' } });
  // The control: the connection serves the next statement.
  expect(await db.$count(settings)).toBeGreaterThanOrEqual(0);
  await close();
  // A quote of rates has to be answered within 8 s.
  expect(CONNECT_LIMIT_MS).toBeLessThan(8_000);
});

test('F8: work that a transaction started may use db once the transaction has ended', async () => {
  const { db } = database.connection;
  let later: Promise<unknown> = Promise.resolve();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  await db.transaction(async (tx) => {
    await tx.insert(settings).values(put('first'));
    later = over.then(() => db.select().from(settings).where(sql`key = 'first'`));
  });
  end();
  expect(await later).toHaveLength(1);
});

test('F8: a transaction that waits for something outside is rolled back, and other queries are answered', async () => {
  const base = inject('base');
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-limit-'));
  if (base.engine === 'pglite') cpSync(base.folder, dataDir, { recursive: true });
  const { db, close } = await connectDatabase({ databaseUrl: database.url, dataDir, transactionLimitMs: 500 });
  const never = db.transaction(async (tx) => {
    await tx.insert(settings).values(put('waiting'));
    await new Promise((done) => setTimeout(done, 1_500));
    await tx.insert(settings).values(put('too-late'));
  });
  // Handlers are attached at once: it may reject before it is awaited.
  const outcome = never.then(
    () => 'committed',
    () => 'rolled back',
  );
  expect(await db.select().from(settings).where(sql`key = 'waiting'`)).toEqual([]);
  expect(await outcome).toBe('rolled back');
  expect(await db.select().from(settings).where(sql`key in ('waiting', 'too-late')`)).toEqual([]);
  await close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('F8: the database’s earlier work does not count against a transaction’s time limit', async () => {
  const base = inject('base');
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-limit-'));
  if (base.engine === 'pglite') cpSync(base.folder, dataDir, { recursive: true });
  const { db, close } = await connectDatabase({ databaseUrl: database.url, dataDir, transactionLimitMs: 2_000 });
  const long = db.execute(sql`select pg_sleep(3)`);
  await db.transaction(async (tx) => {
    await tx.insert(settings).values(put('behind-long'));
  });
  expect(await db.select().from(settings).where(sql`key = 'behind-long'`)).toHaveLength(1);
  await long;
  // The control: idle time counts against the limit, before the first statement and after it.
  for (const isFirst of [true, false]) {
    const slow = db.transaction(async (tx) => {
      if (isFirst) await tx.select().from(settings);
      await new Promise((done) => setTimeout(done, 2_500));
      await tx.insert(settings).values(put('slow'));
    });
    await expect(slow).rejects.toThrow();
  }
  await close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('32 parallel transactions on one row lose no update', async () => {
  const { db } = database.connection;
  await db.insert(settings).values({ key: 'counter', value: 0 });
  const add = () =>
    db.transaction(async (tx) => {
      const [row] = await tx.select().from(settings).where(sql`key = 'counter'`).for('update');
      await tx
        .update(settings)
        .set({ value: Number(row?.value) + 1 })
        .where(sql`key = 'counter'`);
    });
  await Promise.all(Array.from({ length: 32 }, add));
  const [row] = await db.select().from(settings).where(sql`key = 'counter'`);
  expect(row?.value).toBe(32);
});

test('a rollback does not affect queries outside of the transaction', async () => {
  const { db } = database.connection;
  const insert = async (key: string) => void (await db.insert(settings).values(put(key)));
  const before = Array.from({ length: 10 }, (_, i) => insert(`before-${i}`));
  const rolledBack = db.transaction(async (tx) => {
    await tx.insert(settings).values(put('within'));
    await new Promise((done) => setTimeout(done, 50));
    throw new Error('changed my mind');
  });
  const after = Array.from({ length: 10 }, (_, i) => insert(`after-${i}`));
  await expect(rolledBack).rejects.toThrow('changed my mind');
  await Promise.all([...before, ...after]);
  const rows = await db.select().from(settings).where(sql`key ~ '^(before|within|after)'`);
  expect(rows.map(({ key }) => key).filter((key) => key !== 'within')).toHaveLength(20);
  expect(rows).toHaveLength(20);
});

/**
 * Blocks this thread, so that it reads no answer. @returns when the block ended, in seconds, by the database's clock
 */
function beBusy(): number {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
  return Date.now() / 1_000;
}
const NOW = { at: sql<number>`extract(epoch from clock_timestamp())::float8` };
const nothing = sql`(select) as nothing`;

onPglite('F12: the database works on while the program is busy with something else', async () => {
  const { db } = database.connection;
  const asked = Promise.all(Array.from({ length: 20 }, async () => (await db.select(NOW).from(nothing))[0]?.at));
  await new Promise((done) => setTimeout(done));
  const free = beBusy();
  // If each query waited for this thread to read the previous answer, they would end later.
  expect((await asked).filter((at = Infinity) => at > free)).toEqual([]);
});

onPglite('F12: neither a transaction nor what waits behind it waits until the program has read an answer', async () => {
  const { db } = database.connection;
  const { promise: free, resolve: isFree } = Promise.withResolvers<number>();
  const begun = db.transaction((tx) => tx.select(NOW).from(nothing));
  const behind = db.select(NOW).from(nothing);
  process.nextTick(() => isFree(beBusy()));
  const [[first], [next]] = await Promise.all([begun, behind]);
  expect(first?.at).toBeLessThan(await free);
  const { promise: freeAgain, resolve: isFreeAgain } = Promise.withResolvers<number>();
  const over = db.transaction(async (tx) => {
    await tx.select(NOW).from(nothing);
    process.nextTick(() => isFreeAgain(beBusy()));
  });
  const last = await db.select(NOW).from(nothing);
  await over;
  expect(last[0]?.at).toBeLessThan(await freeAgain);
  expect(next?.at).toBeGreaterThan(first?.at ?? Infinity);
});

test('a transaction that cannot be committed throws and leaves nothing; the queries behind it are written', async () => {
  const { db } = database.connection;
  const failing = db.transaction(async (tx) => {
    await tx.insert(settings).values(put('uncommitted'));
    await tx.execute(sql`create temporary table twice (id int unique deferrable initially deferred) on commit drop`);
    await tx.execute(sql`insert into twice values (1), (1)`);
  });
  const behind = db.transaction((tx) => tx.insert(settings).values(put('behind')));
  await expect(failing).rejects.toThrow();
  await behind;
  const rows = await db.select().from(settings).where(sql`key in ('uncommitted', 'behind')`);
  expect(rows.map(({ key }) => key)).toEqual(['behind']);
});

test('a transaction may be empty, and one whose first statement fails does not block others', async () => {
  const { db } = database.connection;
  expect(await db.transaction(async () => 'nothing')).toBe('nothing');
  await expect(db.transaction((tx) => tx.execute(sql`select 1 / 0`))).rejects.toThrow();
  expect(await db.select(NOW).from(nothing)).toHaveLength(1);
});

test('work after a failed statement is never reported as written', async () => {
  const { db } = database.connection;
  const fail = (tx: Executor) => tx.execute(sql`select 1 / 0`).catch(() => {});
  const ignoring = db.transaction(async (tx) => {
    await tx.insert(settings).values(put('before-failure'));
    await fail(tx);
    return 'written';
  });
  const outcome = await ignoring.catch((error) => `${error.message} ${error.cause?.message}`);
  expect(outcome).toMatch(/nothing of it is written/);
  await db.transaction(async (tx) => {
    await tx.insert(settings).values(put('beside-failure'));
    await tx.transaction(async (part) => void (await part.execute(sql`select 1 / 0`))).catch(() => {});
  });
  const rows = await db.select().from(settings).where(sql`key like '%-failure'`);
  expect(rows.map(({ key }) => key)).toEqual(['beside-failure']);
});

onPostgres('F6: broken connections, idle and inside a transaction, are replaced', async () => {
  const databaseUrl = database.url ?? '';
  const errors: Error[] = [];
  const shop = await connectDatabase({
    databaseUrl: database.url,
    dataDir: '',
    onError: (error) => errors.push(error),
  });
  const admin = new pg.Client(databaseUrl.replace(/[^/]+$/, 'postgres'));
  await admin.connect();
  const name = new URL(databaseUrl).pathname.slice(1);
  const breakAll = () =>
    admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'shop'`,
      [name],
    );
  const pingAll = () => Promise.all(Array.from({ length: 5 }, () => shop.ping()));
  await pingAll();
  await breakAll();
  // All in parallel: a healthy connection may exist besides broken ones that the pool has not noticed yet.
  const untilWell = () =>
    expect
      .poll(() =>
        pingAll().then(
          () => 'well',
          () => 'unwell',
        ),
      )
      .toBe('well');
  await untilWell();
  const { promise: broken, resolve: goOn } = Promise.withResolvers<void>();
  const work = shop.db.transaction(async (tx) => {
    await tx.insert(settings).values(put('broken'));
    await broken;
    await tx.insert(settings).values(put('broken-2'));
  });
  const outcome = work.then(
    () => 'committed',
    () => 'failed',
  );
  await expect
    .poll(
      async () =>
        (
          await admin.query(`select 1 from pg_stat_activity where state = 'idle in transaction' and datname = $1`, [
            name,
          ])
        ).rowCount,
    )
    .toBe(1);
  await breakAll();
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  goOn();
  expect(await outcome).toBe('failed');
  await untilWell();
  expect(await shop.db.select().from(settings).where(sql`key = 'broken'`)).toEqual([]);
  await admin.end();
  await shop.close();
});

onPostgres('F7: two instances that start together on an empty database migrate it once', async () => {
  const databaseUrl = database.url ?? '';
  const name = `shop_together_${process.pid}`;
  const admin = new pg.Client(databaseUrl.replace(/[^/]+$/, 'postgres'));
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = databaseUrl.replace(/[^/]+$/, name);
  const instances = await Promise.all([1, 2, 3, 4].map(() => connectDatabase({ databaseUrl: url, dataDir: '' })));
  const seen = await Promise.all(
    instances.map(({ db }) => db.execute(sql`select hash from drizzle.__drizzle_migrations`)),
  );
  const hashes = seen.map((result) => (result as unknown as { rows: { hash: string }[] }).rows.map((row) => row.hash));
  expect(new Set(hashes[0]).size).toBe(hashes[0]?.length);
  for (const other of hashes) expect(other).toEqual(hashes[0]);
  await Promise.all(instances.map((instance) => instance.close()));
  await admin.query(`drop database ${name}`);
  await admin.end();
});

onPglite('the embedded database keeps at most 64 MB of its pages in memory', async () => {
  const bytes = sql<number>`setting::int * 8192`;
  const found = await database.connection.db
    .select({ bytes })
    .from(sql`pg_settings`)
    .where(sql`name = 'shared_buffers'`);
  // The size is rounded up to whole groups of pages.
  expect(found[0]?.bytes).toBeLessThan(85_000_000);
});

onPostgres('a role that may not create tables is told how to become the owner', async () => {
  const databaseUrl = database.url ?? '';
  const name = `shop_foreign_${process.pid}`;
  const admin = new pg.Client(databaseUrl.replace(/[^/]+$/, 'postgres'));
  await admin.connect();
  await admin.query(`create role ${name} login password 'guest'`);
  await admin.query(`create database ${name}`);
  const url = new URL(databaseUrl.replace(/[^/]+$/, name));
  Object.assign(url, { username: name, password: 'guest' });
  const error = await connectDatabase({ databaseUrl: url.href, dataDir: '' }).catch((reason: unknown) => reason);
  expect(explainStartFailure(error)).toMatch(
    /may not make tables \(permission denied .*alter database NAME owner to USER/,
  );
  await admin.query(`alter database ${name} owner to ${name}`);
  await (await connectDatabase({ databaseUrl: url.href, dataDir: '' })).close();
  await admin.query(`drop database ${name}`);
  await admin.query(`drop role ${name}`);
  await admin.end();
});
