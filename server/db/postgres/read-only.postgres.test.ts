import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runChecks } from '#server/features/diagnostics/checks.ts';
import { diagnosticsDepsOf } from '#server/features/diagnostics/routes.ts';
import { explainStartFailure } from '#server/start-failure.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { parsePrometheus, sampleValue } from '#test/prometheus.ts';
import { type Connection, connectDatabase } from '../connect.ts';
import { rowsOf } from '../migration-state.ts';
import { settings } from '../settings.ts';

let database: TestDatabase;
let databaseUrl: string;
let name: string;
let admin: pg.Client;
beforeEach(async () => {
  database = await openTestDatabase();
  databaseUrl = database.url ?? '';
  name = databaseUrl.split('/').at(-1) ?? '';
  admin = new pg.Client(databaseUrl.replace(/[^/]+$/, 'postgres'));
  await admin.connect();
});
afterEach(async () => {
  await admin.end();
  await database.remove();
});

const OF_POOL = `from pg_stat_activity where datname = $1 and application_name = 'shop'`;
/** Makes every new connection read-only, as on a standby, or writable again. Ends open connections. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  await admin.query(`alter database ${name} set default_transaction_read_only = ${value}`);
  await admin.query(`select pg_terminate_backend(pid) ${OF_POOL}`, [name]);
}

test('F21 a start on a read-only database is refused in one line; a backup of it works', async () => {
  await setReadOnly('on');
  const start = (isMaintenance: boolean) => connectDatabase({ databaseUrl, dataDir: '', isMaintenance });
  expect(explainStartFailure(await start(false).catch((error: unknown) => error))).toMatch(
    /^The database takes no changes: .*\. Correct DATABASE_URL, .*\.$/,
  );
  await (await start(true)).close();
});

test('F21 readyz, the metrics and doctor report it, until the database accepts changes again', async () => {
  const shop: TestApp = await startTestApp({ database });
  const look = async () => {
    const ready = await shop.app.inject('/readyz');
    const samples = parsePrometheus((await shop.app.inject('/metrics')).body);
    const check = (await runChecks(diagnosticsDepsOf(shop.deps))).find((result) => result.check === 'database');
    return [
      ready.statusCode,
      ready.json().database,
      sampleValue(samples, 'shop_database_up'),
      sampleValue(samples, 'shop_database_read_only'),
      check?.code,
    ];
  };
  const well = [200, undefined, 1, 0, 'database_postgres'];
  try {
    expect(await look()).toEqual(well);
    await setReadOnly('on');
    await expect.poll(look).toEqual([503, 'read_only', 1, 1, 'database_read_only']);
    const refused = await shop.app.inject({ method: 'POST', url: '/api/admin/login', payload: { password: 'x' } });
    expect(refused.statusCode).toBe(503);
    await admin.query(`alter database ${name} set default_transaction_read_only = off`);
    // The test ends no connection: the shop replaces them.
    await expect.poll(look, { timeout: 120_000 }).toEqual(well);
  } finally {
    await shop.close();
  }
});

test.each(['a statement', 'a transaction'])(
  'F21 when a former primary refuses %s, every connection to it is replaced, even a busy one',
  async (kind) => {
    const found: number[] = [];
    const onReadOnly = () => found.push(1);
    const connection = await connectDatabase({ databaseUrl, dataDir: '', poolSize: 3, onReadOnly });
    const { db } = connection;
    const former = await demote(connection);
    expect(new Set(former).size).toBe(3);
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const { promise: isBusy, resolve: begin } = Promise.withResolvers<void>();
    const busy = db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      begin();
      await isOver;
    });
    await isBusy;
    const write = () => db.insert(settings).values({ key: crypto.randomUUID(), value: 1 });
    await expect(
      kind === 'a statement' ? write() : db.transaction((tx) => tx.insert(settings).values({ key: 'k', value: 1 })),
    ).rejects.toThrow();
    end();
    await busy;
    const left = async () => {
      const { rows } = await admin.query<{ pid: number }>(`select pid ${OF_POOL}`, [name]);
      return rows.filter(({ pid }) => former.includes(pid));
    };
    await expect.poll(left).toEqual([]);
    await Promise.all([write(), write(), write()]);
    expect(found).toHaveLength(1);
    await connection.close();
  },
);

/** Makes three open connections read-only, as on a standby. @returns their process ids */
async function demote({ db }: Connection): Promise<number[]> {
  const each = Array.from({ length: 3 }, () =>
    rowsOf<{ pid: number }>(
      db,
      sql`select pg_backend_pid() as pid, set_config('default_transaction_read_only', 'on', false), pg_sleep(0.3)`,
    ),
  );
  return (await Promise.all(each)).flat().map(({ pid }) => pid);
}
