import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '#server/db/migration-state.ts';
import { systemClock } from '#server/deps.ts';
import type { Stats } from '#shared/orders/stats.ts';
import { anOrder, insertOrders } from '#test/orders.ts';
import { adminOf, shopForAll } from '#test/shop.ts';
import { orders } from '../schema.ts';
import { bucketStarts, getStats } from './service.ts';

const shop = shopForAll();
const call = adminOf(shop);
beforeEach(async () => {
  await shop.database.connection.db.delete(orders);
});

const line = (id: string, quantity: number) => ({ id, name: id, quantity, price: '19.99' });
const summary = async () => (await call('GET', '/api/admin/summary')).json();
const statsAt = (now: string, range: Stats['range']) =>
  getStats({ db: shop.database.connection.db, clock: { ...systemClock, now: () => new Date(now) } }, range);

test('changes have the totals of the summary and the number of unpublished items', async () => {
  const changes = async () => (await call('GET', '/api/admin/changes')).json();
  expect(await changes()).toMatchObject({ orders: 0, inquiries: 0, unpublished: [] });
  await insertOrders(shop, [anOrder(), anOrder({ status: 'cancelled' })]);
  const { totalOrders, totalWholesalers } = await summary();
  expect(await changes()).toMatchObject({ orders: totalOrders, inquiries: totalWholesalers, unpublished: [] });
  expect(totalOrders).toBe(2);
});

describe('summary', () => {
  test('counts nothing in a fresh shop', async () => {
    expect(await summary()).toEqual({
      totalWholesalers: 0,
      pendingWholesalers: 0,
      totalOrders: 0,
      ordersToProcess: 0,
      revenue: '0.00',
      netRevenue: '0.00',
    });
  });

  test('sums all orders, with and without cancelled ones; pending and processing are to process', async () => {
    await insertOrders(shop, [
      anOrder({ totalAmount: '19.99' }),
      anOrder({ totalAmount: '25.01', status: 'processing' }),
      anOrder({ totalAmount: '100.00', status: 'cancelled' }),
      anOrder({ totalAmount: '0.50', status: 'delivered' }),
    ]);
    expect(await summary()).toMatchObject({
      totalOrders: 4,
      ordersToProcess: 2,
      revenue: '145.50',
      netRevenue: '45.50',
    });
  });

  test('equals a sum over the table after 300 random inserts, changes and deletions', async () => {
    const { db } = shop.database.connection;
    const statuses = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'];
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let i = 0; i < 100; i++) {
      await insertOrders(
        shop,
        Array.from({ length: random(4) }, () =>
          anOrder({
            status: statuses[random(5)] ?? 'pending',
            totalAmount: `${random(900)}.${10 + random(90)}`,
            refundedAmount: random(3) === 0 ? `${random(400)}.50` : '0.00',
            createdAt: new Date(Date.UTC(2025, random(12), 1 + random(28), random(24))),
            items: JSON.stringify([line('box40', 1 + random(5)), line('box20double', 1 + random(3))]),
          }),
        ),
      );
      await db.execute(
        sql`update orders set status = ${statuses[random(5)]} where ascii(right(id::text, 1)) % 4 = ${random(4)}`,
      );
      await db.execute(
        sql`update orders set disputed_amount = ${`${random(300)}.25`} where ascii(right(id::text, 1)) % 5 = ${random(5)}`,
      );
      if (i % 10 === 0) await db.execute(sql`delete from orders where ascii(left(id::text, 1)) % 9 = ${random(9)}`);
    }
    const [truth] = await db
      .select({
        totalOrders: sql<number>`count(*)::int`,
        ordersToProcess: sql<number>`(count(*) filter (where status in ('pending', 'processing')))::int`,
        revenue: sql<string>`sum(total_amount)::text`,
        netRevenue: sql<string>`(sum(total_amount - least(total_amount, refunded_amount + disputed_amount))
          filter (where status <> 'cancelled'))::text`,
      })
      .from(orders);
    expect(await summary()).toMatchObject({ ...truth });
    const [units] = await db
      .select({ units: sql<number>`sum((line ->> 'quantity')::int)::int` })
      .from(sql`${orders}, jsonb_array_elements(items::jsonb) as line`)
      .where(sql`status <> 'cancelled'`);
    const stats = await statsAt('2025-12-31T12:00:00Z', '12m');
    expect(stats.products.reduce((sum, product) => sum + product.units + product.previousUnits, 0)).toBe(units?.units);
  });
});

describe('stats', () => {
  test('puts an order on its New York day, before and after summer time begins and ends', async () => {
    for (const [moment, day] of [
      ['2025-03-09T04:59:00Z', '2025-03-08'],
      ['2025-03-09T05:00:00Z', '2025-03-09'],
      ['2025-03-10T03:59:00Z', '2025-03-09'],
      ['2025-03-10T04:00:00Z', '2025-03-10'],
      ['2025-11-02T03:59:00Z', '2025-11-01'],
      ['2025-11-03T04:59:00Z', '2025-11-02'],
    ] as const) {
      await shop.database.connection.db.delete(orders);
      await insertOrders(shop, [anOrder({ createdAt: new Date(moment) })]);
      const { buckets } = await statsAt(new Date(Date.parse(moment) + 3_600_000).toISOString(), '30d');
      expect(buckets.filter((bucket) => bucket.orders > 0).map(({ start }) => start)).toEqual([day]);
    }
  });

  test('recounts all orders when the shop’s time zone changes, and counts new ones in it', async () => {
    const { db } = shop.database.connection;
    const moveTo = async (zone: string) =>
      (await rowsOf<{ moved: boolean }>(db, sql`select count_days_in(${zone}) as moved`))[0]?.moved;
    const days = () =>
      rowsOf(
        db,
        sql`select day::text, sum(orders)::int as orders, sum(revenue)::text as revenue, sum(returned)::text as returned
          from order_day_parts where part = 'all' group by 1 having sum(orders) > 0`,
      );
    const units = () =>
      rowsOf(db, sql`select day::text, sum(units)::int as units from order_day_parts group by 1 having sum(units) > 0`);
    const order = () =>
      // Half past midnight in New York, half past eleven the evening before in Chicago.
      anOrder({
        createdAt: new Date('2025-03-09T05:30:00Z'),
        totalAmount: '59.97',
        refundedAmount: '9.97',
        items: JSON.stringify([line('box40', 3)]),
      });
    await insertOrders(shop, [order()]);
    expect(await days()).toEqual([{ day: '2025-03-09', orders: 1, revenue: '59.97', returned: '9.97' }]);
    expect(await moveTo('America/Chicago')).toBe(true);
    expect(await days()).toEqual([{ day: '2025-03-08', orders: 1, revenue: '59.97', returned: '9.97' }]);
    expect(await units()).toEqual([{ day: '2025-03-08', units: 3 }]);
    await insertOrders(shop, [order()]);
    expect(await days()).toEqual([{ day: '2025-03-08', orders: 2, revenue: '119.94', returned: '19.94' }]);
    expect(await moveTo('America/Chicago')).toBe(false);
    expect(await moveTo('America/New_York')).toBe(true);
    expect(await days()).toEqual([{ day: '2025-03-09', orders: 2, revenue: '119.94', returned: '19.94' }]);
    expect(await units()).toEqual([{ day: '2025-03-09', units: 6 }]);
    await expect(moveTo('America/Nowhere')).rejects.toThrow();
    expect(await days()).toHaveLength(1);
  });

  test('has as many buckets in both periods, without gaps, sums that add up, and pieces by product', async () => {
    await insertOrders(shop, [
      anOrder({
        createdAt: new Date('2025-11-20T15:00:00Z'),
        totalAmount: '59.97',
        items: JSON.stringify([line('box40', 3)]),
      }),
      anOrder({ createdAt: new Date('2025-10-23T15:00:00Z'), totalAmount: '19.99', status: 'cancelled' }),
      anOrder({
        createdAt: new Date('2025-10-01T15:00:00Z'),
        totalAmount: '39.98',
        items: JSON.stringify([line('box40', 1), line('box20double', 1)]),
      }),
      anOrder({ createdAt: new Date('2025-09-01T15:00:00Z') }),
    ]);
    const stats = await statsAt('2025-11-20T20:00:00Z', '30d');
    expect(stats.buckets).toHaveLength(30);
    expect(stats.previousBuckets).toHaveLength(30);
    expect(stats.buckets[0]?.start).toBe('2025-10-22');
    expect(stats.buckets.at(-1)).toEqual({ start: '2025-11-20', orders: 1, revenue: '59.97', netRevenue: '59.97' });
    expect(stats.totals).toEqual({ orders: 2, revenue: '79.96', netRevenue: '59.97' });
    expect(stats.previousTotals).toEqual({ orders: 1, revenue: '39.98', netRevenue: '39.98' });
    expect(stats.products).toEqual([
      { id: 'box40', units: 3, previousUnits: 1 },
      { id: 'box20double', units: 0, previousUnits: 1 },
    ]);
  });

  test('weeks begin on Monday and months on the first, also across a new year', () => {
    const weeks = bucketStarts('2025-01-01', '12w');
    expect(weeks).toHaveLength(25);
    expect(weeks.slice(-2)).toEqual(['2024-12-30', '2025-01-06']);
    expect(bucketStarts('2025-01-31', '12m').slice(-3)).toEqual(['2024-12-01', '2025-01-01', '2025-02-01']);
    expect(bucketStarts('2025-01-31', '12m')[0]).toBe('2023-02-01');
    expect(bucketStarts('2024-03-01', '30d').slice(-3)).toEqual(['2024-02-29', '2024-03-01', '2024-03-02']);
  });

  test('the call takes one of three ranges, 30 days by default', async () => {
    expect((await call('GET', '/api/admin/stats')).json()).toMatchObject({
      range: '30d',
      timeZone: 'America/New_York',
    });
    expect((await call('GET', '/api/admin/stats?range=12m')).json().buckets).toHaveLength(12);
    expect((await call('GET', '/api/admin/stats?range=1y')).statusCode).toBe(400);
  });
});
