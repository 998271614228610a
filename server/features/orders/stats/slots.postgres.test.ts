import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rowsOf } from '#server/db/migration-state.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { anOrder } from '#test/orders.ts';
import { orders } from '../schema.ts';
import { foldDays, sumOrders } from './repository.ts';

let shop: TestApp;
const open: pg.Client[] = [];
let first: Connection;
let other: Connection;
let same: Connection;
beforeAll(async () => {
  shop = await startTestApp();
  first = await connect((slot) => slot !== 0);
  other = await connect((slot) => slot !== 0 && slot !== first.slot);
  same = await connect((slot) => slot === first.slot);
});
beforeEach(async () => {
  await shop.deps.db.delete(orders);
  await shop.deps.db.execute(sql`delete from order_day_parts`);
});
afterAll(async () => {
  for (const client of open) await client.end();
  await shop.close();
});

type Connection = Awaited<ReturnType<typeof connect>>;

/** Opens a connection whose slot is wanted. */
async function connect(isWanted: (slot: number) => boolean) {
  for (let tries = 0; tries < 40; tries++) {
    const client = new pg.Client(shop.database.url);
    open.push(client);
    await client.connect();
    const { rows } = await client.query('select stats_slot() as slot');
    const { slot } = rows[0] as { slot: number };
    if (isWanted(slot)) return { db: drizzle(client), client, slot };
  }
  throw new Error('no connection of this slot');
}

const slots = async () => {
  const rows = await rowsOf<{ day: string; slot: number }>(
    shop.deps.db,
    sql`select distinct day::text, slot from order_day_parts where part = 'all' order by 1, 2`,
  );
  return rows.map(({ day, slot }) => `${day} ${slot}`);
};
/** All sums of the stats, however many rows they are split over. */
const sums = () =>
  rowsOf(
    shop.deps.db,
    sql`select part, day::text, status, key, sum(orders)::int as orders, sum(units)::int as units, sum(revenue)::text as revenue,
        sum(tax)::text as tax, sum(returned)::text as returned
      from order_day_parts group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  );

test('an order does not wait for the commit of another one of its day; the stats are their sum', async () => {
  await first.client.query('begin');
  await first.db.insert(orders).values(anOrder({ totalAmount: '20.00' }));
  await other.client.query("set lock_timeout = '5s'");
  await other.db.insert(orders).values(anOrder({ email: 'other@shopper.example', totalAmount: '30.00' }));
  // The control: one row for both, and it waits.
  await same.client.query("set lock_timeout = '200ms'");
  const third = anOrder({ email: 'third@shopper.example' });
  await expect(same.db.insert(orders).values(third)).rejects.toMatchObject({ cause: { code: '55P03' } });
  await first.client.query('commit');
  expect(await sumOrders(shop.deps.db)).toMatchObject({ totalOrders: 2, revenue: '50.00' });
  // Added in one slot, subtracted in another.
  await other.db.delete(orders);
  expect(await sumOrders(shop.deps.db)).toMatchObject({ totalOrders: 0, revenue: '0.00' });
});

test('days that are over become one row each, with the same sums; the day itself stays as it is', async () => {
  for (const { db } of [first, other]) {
    for (const createdAt of ['2026-07-01T16:00:00Z', '2026-07-02T16:00:00Z']) {
      await db
        .insert(orders)
        .values([
          anOrder({ createdAt: new Date(createdAt), refundedAmount: '1.50', tax: '0.70', source: 'bodega' }),
          anOrder({ createdAt: new Date(createdAt), status: 'shipped', email: `${createdAt}@shopper.example` }),
        ]);
    }
  }
  const [a, b] = [first.slot, other.slot].sort((x, y) => x - y);
  expect(await slots()).toEqual(['2026-07-01', '2026-07-02'].flatMap((day) => [`${day} ${a}`, `${day} ${b}`]));
  const before = await sums();
  expect(await foldDays(shop.deps.db, '2026-07-02')).toBe(true);
  expect(await slots()).toEqual(['2026-07-01 0', `2026-07-02 ${a}`, `2026-07-02 ${b}`]);
  expect(await sums()).toEqual(before);
  expect(await foldDays(shop.deps.db, '2026-07-02')).toBe(false);
  // A later change of a merged day is merged the next time.
  await other.db.update(orders).set({ status: 'delivered' }).where(sql`status = 'shipped'`);
  const changed = await sums();
  expect(changed).not.toEqual(before);
  expect(await foldDays(shop.deps.db, '2026-07-03')).toBe(true);
  expect(await slots()).toEqual(['2026-07-01 0', '2026-07-02 0']);
  expect(await sums()).toEqual(changed);
});

test('merging the slots gives way to a writer that does not end', async () => {
  await first.db.insert(orders).values(anOrder({ createdAt: new Date('2026-07-01T16:00:00Z') }));
  await other.client.query('begin');
  await other.db.insert(orders).values(anOrder({ createdAt: new Date('2026-07-02T16:00:00Z'), email: 'b@b.example' }));
  expect(await foldDays(shop.deps.db, '2026-07-02')).toBe(false);
  await other.client.query('commit');
  expect(await foldDays(shop.deps.db, '2026-07-02')).toBe(true);
});
