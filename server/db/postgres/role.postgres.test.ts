import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { explainStartFailure } from '#server/start-failure.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { confirm, paidSandbox } from '#test/makers.ts';
import { type Connection, connectDatabase } from '../connect.ts';

const ROLE = 'shop_without_create';
let database: TestDatabase;
let owner: pg.Client;
let roleUrl: string;
beforeEach(async () => {
  database = await openTestDatabase();
  owner = new pg.Client(database.url);
  await owner.connect();
  await owner.query(`
    create role ${ROLE} login password 'secret';
    grant usage on schema public, drizzle to ${ROLE};
    grant select, insert, update, delete on all tables in schema public, drizzle to ${ROLE};
    grant usage on all sequences in schema public to ${ROLE}`);
  const url = new URL(database.url ?? '');
  Object.assign(url, { username: ROLE, password: 'secret' });
  roleUrl = url.href;
});
afterEach(async () => {
  await owner.query(`drop owned by ${ROLE}; drop role ${ROLE}`);
  await owner.end();
  await database.remove();
});

test('a role that may only read and write rows runs the shop once its tables exist', async () => {
  const connection: Connection = await connectDatabase({ databaseUrl: roleUrl, dataDir: '' });
  const shop: TestApp = await startTestApp({ database: { ...database, connection, remove: () => connection.close() } });
  try {
    await connection.countDays('America/New_York');
    const { paymentId } = await paidSandbox(shop);
    expect((await confirm(shop, paymentId)).statusCode).toBe(200);
    await expect(connection.db.execute('create table mine ()')).rejects.toThrow();
  } finally {
    await shop.close();
  }
});

test('a version with table changes reports that this role may not make them', async () => {
  await owner.query(
    'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
  );
  const start = connectDatabase({ databaseUrl: roleUrl, dataDir: '' });
  expect(explainStartFailure(await start.catch((error: unknown) => error))).toMatch(/user may not make tables/);
});
