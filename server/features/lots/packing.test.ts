import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '#server/db/migration-state.ts';
import { orders } from '#server/features/orders/schema.ts';
import type { Lot, OrderLots, PackedOrders } from '#shared/lots/lots.ts';
import { aHelper } from '#test/helpers.ts';
import { anOrder, insertOrders, type MadeOrder } from '#test/orders.ts';
import { adminOf, shopForEach } from '#test/shop.ts';
import { packedLots } from './schema.ts';

const shop = shopForEach();
const call = adminOf(shop);
const A = '/api/admin';
const LOT = { productId: 'box40', madeOn: '2026-01-02', bestBy: '2036-01-01', quantity: null };

async function aLot(code: string, changes: object = {}): Promise<Lot> {
  const answer = await call('POST', `${A}/lots`, { ...LOT, code, ...changes });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Lot>();
}

async function boxes(quantity = 1, changes: Parameters<typeof anOrder>[0] = {}): Promise<MadeOrder> {
  const items = JSON.stringify([{ id: 'box40', name: 'Box of 40', quantity, price: '19.99' }]);
  const order = anOrder({ items, ...changes });
  await insertOrders(shop, [order]);
  return order;
}

const pack = async (...made: MadeOrder[]) =>
  (await call('POST', `${A}/lots/pack`, { orders: made.map(({ id }) => id) })).json<PackedOrders>();
const lotsOf = async ({ id }: MadeOrder) => (await call('GET', `${A}/orders/${id}/lots`)).json<OrderLots>();
const textOf = ({ lots }: Pick<OrderLots, 'lots'>) => lots.map(({ code, quantity }) => `${code} ${quantity}`);
const recorded = () => shop.deps.db.select().from(packedLots);

test('a shop without lots packs as before', async () => {
  const order = await boxes();
  expect(await pack(order)).toEqual([]);
  expect(await lotsOf(order)).toMatchObject({ lots: [], choices: [] });
  await call('PATCH', `${A}/orders/${order.id}/tracking`, { trackingNumber: '1Z999AA10123456784', carrier: 'UPS' });
  expect(await recorded()).toEqual([]);
});

test('the order proposes the oldest open lot, and a slip records it', async () => {
  await aLot('NEW', { madeOn: '2026-02-02' });
  await aLot('OLD');
  await aLot('PAST', { madeOn: '2025-01-01', bestBy: '2025-06-01' });
  const order = await boxes(2);
  const proposed = await lotsOf(order);
  expect(proposed).toMatchObject({ isProposed: true, needs: [{ productId: 'box40', quantity: 2 }] });
  expect(textOf(proposed)).toEqual(['OLD 2']);
  expect(await recorded()).toEqual([]);
  expect((await pack(order)).map(textOf)).toEqual([['OLD 2']]);
  expect(await lotsOf(order)).toMatchObject({ isProposed: false });
  // A second slip, and a lot that was added since, change nothing.
  await aLot('OLDER', { madeOn: '2026-01-01' });
  expect((await pack(order)).map(textOf)).toEqual([['OLD 2']]);
});

test('each way in which an order leaves records its lots', async () => {
  await aLot('ONE');
  const made = [await boxes(), await boxes(), await boxes(), await boxes(1, { shippingCarrier: 'USPS' })] as const;
  const [tracked, one, many, labelled] = made;
  await call('PATCH', `${A}/orders/${tracked.id}/tracking`, {
    trackingNumber: '1Z999AA10123456784',
    carrier: 'UPS',
  });
  await call('PATCH', `${A}/orders/${one.id}/status`, { status: 'shipped' });
  await call('PATCH', `${A}/orders/status`, { ids: [many.id], status: 'delivered' });
  const bought = await call('POST', `${A}/orders/${labelled.id}/labels`, {});
  expect(bought.statusCode, bought.body).toBe(201);
  for (const order of made) expect(textOf(await lotsOf(order))).toEqual(['ONE 1']);
});

test('a line may come from two lots, and what was chosen stays when the order leaves', async () => {
  const [old, young] = [await aLot('OLD'), await aLot('NEW', { madeOn: '2026-02-02' })];
  const order = await boxes(3);
  const lots = [
    { lotId: old.id, quantity: 1 },
    { lotId: young.id, quantity: 2 },
  ];
  const chosen = await call('PUT', `${A}/orders/${order.id}/lots`, { lots, from: [] });
  expect(textOf(chosen.json<OrderLots>())).toEqual(['OLD 1', 'NEW 2']);
  await call('PATCH', `${A}/orders/${order.id}/status`, { status: 'shipped' });
  expect(textOf(await lotsOf(order))).toEqual(['OLD 1', 'NEW 2']);
  // Somebody who saw the order before that change is told.
  const stale = await call('PUT', `${A}/orders/${order.id}/lots`, { lots: [], from: [] });
  expect(stale.statusCode).toBe(409);
  expect(textOf(stale.json<{ current: OrderLots }>().current)).toEqual(['OLD 1', 'NEW 2']);
});

test('a lot of another product, too many units, and one lot twice are refused', async () => {
  const [box, other] = [await aLot('A'), await aLot('B', { productId: 'box20double' })];
  const order = await boxes(2);
  const put = async (...lots: { lotId: string; quantity: number }[]) =>
    (await call('PUT', `${A}/orders/${order.id}/lots`, { lots })).statusCode;
  expect(await put({ lotId: other.id, quantity: 1 })).toBe(400);
  expect(await put({ lotId: box.id, quantity: 3 })).toBe(400);
  expect(await put({ lotId: box.id, quantity: 1 }, { lotId: box.id, quantity: 1 })).toBe(400);
  expect(await put({ lotId: order.id, quantity: 1 })).toBe(400);
  expect(await put({ lotId: box.id, quantity: 2 })).toBe(200);
  const none = await call('POST', `${A}/lots`, { ...LOT, productId: 'nothing', code: 'X' });
  expect(none.statusCode).toBe(400);
});

test('a used-up lot passes to the next, and a cancelled order gives its units back', async () => {
  await aLot('OLD', { quantity: 2 });
  await aLot('NEW', { madeOn: '2026-02-02' });
  const [first, second, third] = [await boxes(), await boxes(2), await boxes()];
  await pack(first);
  expect((await pack(second)).map(textOf)).toEqual([['OLD 1', 'NEW 1']]);
  await shop.deps.db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, first.id));
  expect((await pack(third)).map(textOf)).toEqual([['OLD 1']]);
});

test('lots have one code for each product, and a change names the version that it is based on', async () => {
  const lot = await aLot('A');
  const other = await aLot('B');
  expect((await call('POST', `${A}/lots`, { ...LOT, code: 'A' })).statusCode).toBe(400);
  expect((await call('PATCH', `${A}/lots/${other.id}`, { code: 'A' })).statusCode).toBe(400);
  expect((await call('PATCH', `${A}/lots/${lot.id}`, { bestBy: '2026-01-01' })).statusCode).toBe(400);
  const closed = await call('PATCH', `${A}/lots/${lot.id}`, { isOpen: false, version: lot.version });
  expect(closed.json<Lot>()).toMatchObject({ isOpen: false, version: lot.version + 1 });
  expect((await call('PATCH', `${A}/lots/${lot.id}`, { isOpen: true, version: lot.version })).statusCode).toBe(409);
  expect((await call('GET', `${A}/lots`)).json<Lot[]>().map(({ code }) => code)).toEqual(['B', 'A']);
});

test('a helper chooses lots, and makes none', async () => {
  const lot = await aLot('A');
  const order = await boxes();
  const headers = await aHelper(shop);
  const helper = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object) =>
    shop.app.inject({ method, url, headers, ...(payload && { payload }) });
  expect((await helper('GET', `${A}/lots`)).statusCode).toBe(403);
  expect((await helper('POST', `${A}/lots/pack`, { orders: [order.id] })).statusCode).toBe(200);
  const lots = [{ lotId: lot.id, quantity: 1 }];
  expect((await helper('PUT', `${A}/orders/${order.id}/lots`, { lots })).statusCode).toBe(200);
  expect((await helper('POST', `${A}/lots`, { ...LOT, code: 'B' })).statusCode).toBe(403);
  expect((await helper('PATCH', `${A}/lots/${lot.id}`, { isOpen: false })).statusCode).toBe(403);
  const lines = await rowsOf(
    shop.deps.db,
    sql`select 1 from journal where subject_id = ${order.id} and staff_name = 'Ana'`,
  );
  expect(lines.length).toBeGreaterThan(0);
});
