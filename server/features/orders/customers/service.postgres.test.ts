import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, test } from 'vitest';
import { rowsOf } from '#server/db/migration-state.ts';
import { startTestApp } from '#test/app.ts';
import { anOrder, insertOrders } from '#test/orders.ts';
import { orders } from '../schema.ts';

test('an order waits only for another one of the same customer', async () => {
  const shop = await startTestApp();
  const writing = new pg.Client({ connectionString: shop.database.url });
  try {
    await writing.connect();
    const { db } = shop.deps;
    // Each on its own day, so that they do not lock the same rows of daily stats.
    const of = (email: string, day: number) => anOrder({ email, createdAt: new Date(Date.UTC(2026, 4, day, 17)) });
    const written = of('ana@store.example', 1);
    await insertOrders(shop, [written, of('bea@store.example', 2), of('cid@store.example', 3)]);
    const insert = (email: string, day: number) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`set local lock_timeout = '1s'`);
        await tx.insert(orders).values(of(email, day));
      });
    await writing.query('begin');
    await writing.query('update orders set refunded_amount = 1 where id = $1', [written.id]);
    await insert('bea@store.example', 4);
    await insert('cid@store.example', 5);
    await expect(insert('ana+x@store.example', 6)).rejects.toThrow();
    await writing.query('commit');
    await insert('ana+x@store.example', 6);
    expect(await rowsOf(db, sql`select person, orders, net::text from customers order by 1`)).toEqual([
      { person: 'ana@store.example', orders: 2, net: '38.98' },
      { person: 'bea@store.example', orders: 2, net: '39.98' },
      { person: 'cid@store.example', orders: 2, net: '39.98' },
    ]);
  } finally {
    await writing.end();
    await shop.close();
  }
});
