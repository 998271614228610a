import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { rowsOf } from '#server/db/migration-state.ts';
import { sourceOf } from '#shared/orders/source.ts';
import type { Sold, Stats } from '#shared/orders/stats.ts';
import { aNewYorkAddress, aPaymentStart, confirm, payByCard, paymentIdOf, startPayment } from '#test/makers.ts';
import { anOrder, insertOrders, linesOf } from '#test/orders.ts';
import { adminOf, shopForAll } from '#test/shop.ts';
import { orderLines, orders } from '../schema.ts';

const shop = shopForAll();
const call = adminOf(shop);
beforeEach(async () => {
  await shop.deps.db.delete(orders);
});

const item = (id: string, quantity: number, price = '19.99') => ({ id, name: id, quantity, price });
const sold = async (from = '2026-01-01', until = '2026-12-31'): Promise<Sold> => {
  const answer = (await call('GET', `/api/admin/stats?from=${from}&until=${until}`)).json<Stats>();
  if (!answer.sold) throw new Error('The answer lacks what was sold');
  return answer.sold;
};
const noon = (day: string) => new Date(`${day}T17:00:00Z`);

test('a fresh shop has sold nothing', async () => {
  expect(await sold()).toMatchObject({ orders: 0, revenue: '0.00', average: '0.00', parts: { source: [] } });
});

test('by product, state, code and source, both days included, without cancelled orders', async () => {
  const items = JSON.stringify([item('box40', 2), item('gone', 1, '5.00')]);
  await insertOrders(shop, [
    anOrder({
      items,
      totalAmount: '50.00',
      tax: '2.00',
      zipCode: '10118',
      source: 'bodega',
      createdAt: noon('2026-03-01'),
    }),
    anOrder({
      items: JSON.stringify([item('box40', 1)]),
      totalAmount: '20.01',
      zipCode: '33010',
      discountCode: 'TEN',
      refundedAmount: '5.00',
      createdAt: noon('2026-03-31'),
    }),
    anOrder({ items, totalAmount: '99.00', status: 'cancelled', createdAt: noon('2026-03-02') }),
    anOrder({ items, totalAmount: '77.00', createdAt: noon('2026-04-01') }),
  ]);
  const march = await sold('2026-03-01', '2026-03-31');
  expect(march).toMatchObject({ orders: 2, revenue: '70.01', net: '65.01', tax: '2.00', average: '35.01' });
  const { product, state, code, source } = march.parts;
  expect(product).toMatchObject([
    { key: 'box40', orders: 2, units: 3, revenue: '59.97', names: { en: expect.any(String) } },
    { key: 'gone', orders: 1, units: 1, revenue: '5.00' },
  ]);
  expect(state).toMatchObject([
    { key: 'NY', orders: 1, revenue: '50.00', tax: '2.00' },
    { key: 'FL', orders: 1, revenue: '20.01' },
  ]);
  expect(code).toMatchObject([{ key: 'TEN', orders: 1 }]);
  expect(source).toMatchObject([
    { key: 'bodega', orders: 1 },
    { key: '', orders: 1 },
  ]);
});

test('the totals hold every order, also with more sources than are shown', async () => {
  await insertOrders(
    shop,
    Array.from({ length: 201 }, (_, i) =>
      anOrder({ source: `fair-${i}`, totalAmount: '10.00', refundedAmount: '1.00', createdAt: noon('2026-05-01') }),
    ),
  );
  const may = await sold('2026-05-01', '2026-05-31');
  expect(may).toMatchObject({ orders: 201, revenue: '2010.00', net: '1809.00', average: '10.00' });
  expect(may.parts.source).toHaveLength(200);
});

test('products are counted from the lines of an order, and subtracted with it', async () => {
  const { db } = shop.deps;
  const order = anOrder({ createdAt: noon('2026-06-01'), items: JSON.stringify([item('other', 9, '1.00')]) });
  await db.insert(orders).values(order);
  await db.insert(orderLines).values(linesOf({ ...order, items: JSON.stringify([item('box40', 3, '20.50')]) }));
  const products = async () => (await sold('2026-06-01', '2026-06-01')).parts.product;
  expect(await products()).toMatchObject([{ key: 'box40', orders: 1, units: 3, revenue: '61.50' }]);
  await db.update(orders).set({ createdAt: noon('2026-06-02') });
  expect(await products()).toEqual([]);
  expect((await sold('2026-06-02', '2026-06-02')).parts.product).toMatchObject([{ key: 'box40', units: 3 }]);
  await db.delete(orders);
  expect((await sold()).parts.product).toEqual([]);
});

test('equals a sum over the table after random inserts, changes and deletions', async () => {
  const { db } = shop.deps;
  let seed = 11;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const some = <T>(...values: T[]) => values[random(values.length)] as T;
  for (let i = 0; i < 60; i++) {
    await insertOrders(
      shop,
      Array.from({ length: 1 + random(3) }, () =>
        anOrder({
          status: some('pending', 'shipped', 'cancelled'),
          zipCode: some('33010', '10118', '00901', 'x'),
          source: some(null, 'bodega', 'maria'),
          discountCode: some(null, 'TEN'),
          tax: some('0.00', '1.37'),
          totalAmount: `${20 + random(80)}.${10 + random(90)}`,
          items: JSON.stringify([item('box40', 1 + random(3)), item('box20double', 1)].slice(random(2))),
          createdAt: new Date(Date.UTC(2026, random(12), 1 + random(28), random(24))),
        }),
      ),
    );
    await db.execute(sql`update orders set status = ${some('delivered', 'cancelled')}, refunded_amount = '1.50'
      where id in (select id from orders order by md5(id::text || ${i}::text) limit 2)`);
    if (i % 5 === 0) await db.execute(sql`delete from orders where id in (select id from orders order by id limit 1)`);
  }
  const sums = () =>
    rowsOf(
      db,
      sql`select part, day::text, key, status, sum(orders)::int as orders, sum(units)::int as units, sum(revenue)::text as revenue,
        sum(tax)::text as tax, sum(returned)::text as returned
      from order_day_parts group by 1, 2, 3, 4 having sum(orders) <> 0 order by 1, 2, 3, 4`,
    );
  const kept = await sums();
  expect(kept.length).toBeGreaterThan(100);
  await db.execute(sql`delete from order_day_parts`);
  await db.execute(sql`select count_all_order_parts(shop_time_zone())`);
  expect(kept).toEqual(await sums());
});

test('the source of a visit goes with its payment to the order', async () => {
  const start = await aPaymentStart(shop, { address: aNewYorkAddress() });
  const { addressData, shippingData, cartItems } = start;
  const answer = await startPayment(shop, { addressData, shippingData, cartItems, source: ' Bodega El Sol ' } as never);
  const { clientSecret } = answer.json<{ clientSecret: string }>();
  await payByCard(shop, { paymentId: paymentIdOf(clientSecret), clientSecret });
  await confirm(shop, paymentIdOf(clientSecret));
  const today = shop.clock.now();
  const day = (shift: number) => new Date(today.getTime() + shift * 86_400_000).toISOString().slice(0, 10);
  const { product, source } = (await sold(day(-1), day(1))).parts;
  expect(source).toMatchObject([{ key: 'bodega-el-sol', orders: 1 }]);
  const bought = cartItems.map(({ id, quantity }) => [id, quantity]);
  expect(product.map(({ key, units }) => [key, units])).toEqual(bought);
});

test.each([
  ['  Instagram ', 'instagram'],
  ['Bodega El Sol', 'bodega-el-sol'],
  ['ñandú_2', 'ñandú_2'],
  ['<script>', null],
  ['x'.repeat(41), null],
  ['', null],
  [undefined, null],
])('the source %j is %j', (typed, source) => {
  expect(sourceOf(typed)).toBe(source);
});

test.each([
  'from=2026-02-30&until=2026-03-01',
  'from=2026-03-02&until=2026-03-01',
  'from=2000-01-01&until=2026-01-01',
  'from=2026-03-01',
])('the days %j are refused', async (query) => {
  expect((await call('GET', `/api/admin/stats?${query}`)).statusCode).toBe(400);
});
