import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { anOrder, insertOrders } from '#test/orders.ts';
import { shopForAll } from '#test/shop.ts';
import { lockOrders, updatePaidBack } from './repository.ts';

const shop = shopForAll();

const WAITS = sql`datname = current_database() and wait_event_type = 'Lock'`;

test('a transaction that has waited for the lock of an order reads its lines as they are now', async () => {
  const order = anOrder();
  await insertOrders(shop, [order]);
  const { db } = shop.deps;
  const isLocked = Promise.withResolvers<void>();
  const isWaited = Promise.withResolvers<void>();
  const first = db.transaction(async (tx) => {
    const [locked] = await lockOrders(tx, [order.id]);
    if (!locked) throw new Error('no order');
    isLocked.resolve();
    await isWaited.promise;
    await updatePaidBack(tx, locked, [{ id: 'box40', quantity: 1 }]);
  });
  await isLocked.promise;
  const second = db.transaction((tx) => lockOrders(tx, [order.id]));
  await expect.poll(() => db.$count(sql`pg_stat_activity`, WAITS)).toBe(1);
  isWaited.resolve();
  await first;
  expect((await second)[0]?.lines[0]?.paidBack).toBe(1);
});
