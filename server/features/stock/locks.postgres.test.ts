import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { NO_LIMITS } from '#test/makers.ts';
import { holdStock } from './service.ts';

let shop: TestApp;
/** Another instance's transaction, which locks the last boxes until it ends. */
let other: pg.Client;
beforeAll(async () => {
  shop = await startTestApp({ env: NO_LIMITS });
  other = new pg.Client(shop.database.url);
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await shop.close();
});

const WAITS = sql`datname = current_database() and wait_event_type = 'Lock' and query like '%"product_stock"%'`;

/** The result of a checkout of the last box while the other transaction decides about it. */
async function holdBehind(end: 'commit' | 'rollback', attemptKey: string) {
  await other.query('begin');
  await other.query(`select * from product_stock where product_id = 'box40' for update`);
  const lines = [{ id: 'box40', name: 'box40', quantity: 1 }];
  const taken = holdStock(shop.deps, { caller: null, device: null, attemptKey, lines, language: 'en' }).then(
    () => 'held',
    (error: { code?: string }) => error.code,
  );
  await expect.poll(() => shop.deps.db.$count(sql`pg_stat_activity`, WAITS)).toBe(1);
  const expiresAt = new Date(shop.clock.now().getTime() + 3_600_000);
  await other.query(
    `insert into stock_holds (attempt_key, product_id, quantity, expires_at) values ('other', 'box40', 1, $1)`,
    [expiresAt],
  );
  await other.query(end);
  return taken;
}

test('a checkout of the last box waits for another one that decides on it, and sees what it held (N12)', async () => {
  await other.query(`insert into product_stock (product_id, on_hand) values ('box40', 1)`);
  expect(await holdBehind('rollback', 'first')).toBe('held');
  await other.query('delete from stock_holds');
  expect(await holdBehind('commit', 'second')).toBe('sold_out');
});
