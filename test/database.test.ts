import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import type { Database } from '#server/db/connect.ts';
import { shapeOf } from './clean-tables.ts';
import { openTestDatabase } from './database.ts';

const base = inject('base');
if (base.engine !== 'pglite') throw new Error('On PostgreSQL every test has a database of its own');

async function ask(db: Database, query: string): Promise<unknown> {
  const { rows } = (await db.execute(sql.raw(`select (${query}) as value`))) as unknown as {
    rows: { value: unknown }[];
  };
  return rows[0]?.value;
}
/** The same as long as one PGlite runs. */
const startOf = (db: Database) => ask(db, 'select pg_postmaster_start_time()::text');

test('a test gets the PGlite of the previous one, without its rows, sequence numbers and files', async () => {
  const first = await openTestDatabase();
  const { db } = first.connection;
  await db.execute(sql`insert into settings (key, value) values ('a', '1'), ('b', '2')`);
  await ask(db, `nextval('live_changes_id_seq') + nextval('live_changes_id_seq')`);
  writeFileSync(join(first.dataDir, 'backup'), '');
  const started = await startOf(db);
  await first.remove();

  const second = await openTestDatabase();
  expect(await startOf(second.connection.db)).toBe(started);
  expect(existsSync(join(second.dataDir, 'backup'))).toBe(false);
  expect(await ask(second.connection.db, 'select count(*)::int from settings')).toBe(0);
  expect(await ask(second.connection.db, `nextval('live_changes_id_seq')::int`)).toBe(1);
  await second.remove();
});

test('using it after its test is refused', async () => {
  const first = await openTestDatabase();
  await first.remove();
  const second = await openTestDatabase();
  await expect(first.connection.ping()).rejects.toThrow('after its test');
  await expect(first.connection.snapshot(async () => {})).rejects.toThrow('after its test');
  await second.connection.ping();
  await second.remove();
});

const CHANGES = [
  `create table extra (id int)`,
  `alter table settings add column extra int`,
  `create or replace function shop_time_zone() returns text language sql immutable as $$select 'UTC'$$`,
  `create index extra_index on settings (value)`,
  `alter table orders disable trigger user`,
  `alter table settings add constraint extra check (key <> '')`,
  `set statement_timeout = 9000`,
  `alter role postgres set work_mem = '8MB'`,
  `create temporary table extra_of_session (id int)`,
  `prepare extra as select 1`,
  `select pg_advisory_lock(1)`,
  `analyze settings`,
  `delete from drizzle.__drizzle_migrations where id = 1`,
];

test('one with changes besides rows, or a closed one, is not reused', async () => {
  const changed = await openTestDatabase();
  const shapes = [base.shape];
  await changed.connection.db.execute(sql`insert into settings (key, value) values ('a', '1')`);
  for (const change of CHANGES) {
    expect(await shapeOf(changed.connection.db), `before: ${change}`).toBe(shapes.at(-1));
    await changed.connection.db.execute(sql.raw(change));
    shapes.push(await shapeOf(changed.connection.db));
    expect(new Set(shapes).size, change).toBe(shapes.length);
  }
  await changed.remove();

  const closed = await openTestDatabase();
  expect(existsSync(changed.dataDir)).toBe(false);
  expect(await shapeOf(closed.connection.db)).toBe(base.shape);
  await closed.connection.close();

  const next = await openTestDatabase();
  expect(next.dataDir).not.toBe(closed.dataDir);
  await next.connection.ping();
  await next.remove();
});
