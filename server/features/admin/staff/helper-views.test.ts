import { expect, test } from 'vitest';
import type { Changes, Summary } from '#shared/admin/admin.ts';
import type { Found } from '#shared/admin/find.ts';
import type { JournalLine } from '#shared/admin/journal.ts';
import type { Order, OrderDetail } from '#shared/orders/admin-orders.ts';
import { signIn } from '#test/admin.ts';
import { aHelper } from '#test/helpers.ts';
import { anOrder, insertOrders } from '#test/orders.ts';
import { shopForAll } from '#test/shop.ts';

const shop = shopForAll();
/** Numbers that are nowhere else in an answer. */
const SUMS = ['91.37', '73.19', '17.53', '61.91', '9137', '7319'];
const SECRETS = ['pi_of_this_order', 'token-of-this-order', 'CODE37'];

async function anOrderWithSums(changes: Parameters<typeof anOrder>[0] = {}) {
  const order = anOrder({
    totalAmount: '91.37',
    shippingCost: '17.53',
    discount: '73.19',
    discountCode: 'CODE37',
    refundedAmount: '61.91',
    stripePaymentIntentId: `pi_of_this_order_${crypto.randomUUID()}`,
    statusToken: `token-of-this-order-${crypto.randomUUID()}`,
    ...changes,
  });
  await insertOrders(shop, [order]);
  return order;
}

type Method = 'GET' | 'PATCH' | 'DELETE';
const callAs = (who: { cookie: string }) => (method: Method, url: string, payload?: object) =>
  shop.app.inject({ method, url, headers: who, ...(payload && { payload }) });
const leaksIn = (body: string) => [...SUMS, ...SECRETS].filter((text) => body.includes(text));

test('control: the owner’s answers hold the sums and secrets that a helper’s lack', async () => {
  const order = await anOrderWithSums();
  const detail = (await callAs(await signIn(shop))('GET', `/api/admin/orders/${order.id}`)).body;
  expect(leaksIn(detail)).toEqual(expect.arrayContaining(['91.37', '17.53', '73.19', '61.91', ...SECRETS]));
});

test('an order tells a helper what to pack and where to send it, no sum, no payment, no secret page', async () => {
  const order = await anOrderWithSums();
  const call = callAs(await aHelper(shop));
  const one = await call('GET', `/api/admin/orders/${order.id}`);
  expect(one.statusCode).toBe(200);
  const detail = one.json<OrderDetail>();
  expect(detail).toMatchObject({ id: order.id, customerName: order.customerName, addressLine1: order.addressLine1 });
  expect(detail.lines.map(({ quantity }) => quantity)).toEqual(expect.arrayContaining([expect.any(Number)]));
  expect([detail.statusUrl, detail.paymentUrl, detail.refunds, detail.emails]).toEqual(['', null, [], []]);
  const bodies = [
    one.body,
    (await call('GET', '/api/admin/orders')).body,
    (await call('GET', '/api/admin/orders?limit=5&sort=oldest')).body,
    (await call('PATCH', `/api/admin/orders/${order.id}/status`, { status: 'processing' })).body,
    (await call('PATCH', '/api/admin/orders/status', { ids: [order.id], status: 'pending' })).body,
    (
      await call('PATCH', `/api/admin/orders/${order.id}/tracking`, {
        trackingNumber: '9400111899223',
        carrier: 'USPS',
      })
    ).body,
    (await call('GET', `/api/admin/find?q=${encodeURIComponent(order.customerName)}`)).body,
  ];
  for (const body of bodies) expect([body.includes(order.id), leaksIn(body)]).toEqual([true, []]);
});

test('a helper asks for no order by sums: it and the cursor would tell them; the refusal is in the journal', async () => {
  for (const total of ['10.00', '91.37', '20.00']) await anOrderWithSums({ totalAmount: total });
  const [owner, helper] = [callAs(await signIn(shop)), callAs(await aHelper(shop))];
  for (const sort of ['highest', 'lowest']) {
    const url = `/api/admin/orders?limit=2&sort=${sort}`;
    expect((await owner('GET', url)).headers['x-next-cursor']).toEqual(expect.any(String));
    const { statusCode, headers, body } = await helper('GET', url);
    expect([statusCode, headers['x-next-cursor'], JSON.parse(body).code]).toEqual([403, undefined, 'owner_only']);
  }
  expect((await helper('GET', '/api/admin/orders?limit=2&sort=oldest')).statusCode).toBe(200);
  expect((await helper('GET', '/api/admin/stats')).statusCode).toBe(403);
  const lines = (await owner('GET', '/api/admin/journal?area=refusals&sort=oldest')).json<JournalLine[]>();
  expect(lines.map(({ action, call, staff }) => [action, call, staff.name]).slice(-3)).toEqual([
    ['refusal', 'GET /api/admin/orders', 'Ana'],
    ['refusal', 'GET /api/admin/orders', 'Ana'],
    ['refusal', 'GET /api/admin/stats', 'Ana'],
  ]);
});

test('a stale change answers a helper the current order, cut in the same way', async () => {
  const order = await anOrderWithSums();
  const call = callAs(await aHelper(shop));
  for (const [method, url, payload] of [
    ['PATCH', `/api/admin/orders/${order.id}/status`, { status: 'processing', version: 77 }],
    ['PATCH', `/api/admin/orders/${order.id}/tracking`, { trackingNumber: '94001', carrier: 'USPS', version: 77 }],
    ['DELETE', `/api/admin/orders/${order.id}/tracking?version=77`, undefined],
  ] as const) {
    const answer = await call(method, url, payload);
    expect([answer.statusCode, answer.json<{ current: Order }>().current.id, leaksIn(answer.body)]).toEqual([
      409,
      order.id,
      [],
    ]);
  }
});

test('only the owner cancels an order by its status, or takes that back', async () => {
  const [open, cancelled] = [await anOrderWithSums(), await anOrderWithSums({ status: 'cancelled' })];
  const call = callAs(await aHelper(shop));
  const refused = [
    await call('PATCH', `/api/admin/orders/${open.id}/status`, { status: 'cancelled' }),
    await call('PATCH', `/api/admin/orders/${cancelled.id}/status`, { status: 'pending' }),
    await call('PATCH', '/api/admin/orders/status', { ids: [open.id, cancelled.id], status: 'cancelled' }),
    await call('PATCH', '/api/admin/orders/status', { ids: [open.id, cancelled.id], status: 'shipped' }),
  ];
  expect(refused.map(({ statusCode, body }) => [statusCode, JSON.parse(body).code])).toEqual(
    refused.map(() => [403, 'owner_only']),
  );
  const now = async (id: string) => (await call('GET', `/api/admin/orders/${id}`)).json<Order>().status;
  expect([await now(open.id), await now(cancelled.id)]).toEqual(['pending', 'cancelled']);
  const owner = callAs(await signIn(shop));
  const back = await owner('PATCH', `/api/admin/orders/${cancelled.id}/status`, { status: 'pending' });
  expect(back.statusCode).toBe(200);
});

test('the counts of a helper have no revenue, and only what she can act on', async () => {
  await anOrderWithSums({ disputeStatus: 'needs_response', refundFailedAt: shop.clock.now() });
  const [owner, helper] = [callAs(await signIn(shop)), callAs(await aHelper(shop))];
  const full = (await owner('GET', '/api/admin/summary')).json<Summary>();
  expect(Number(full.revenue)).toBeGreaterThan(0);
  expect((await helper('GET', '/api/admin/summary')).json()).toEqual({ ...full, revenue: '0.00', netRevenue: '0.00' });
  expect((await owner('GET', '/api/admin/summary/today')).json()).toMatchObject({ disputes: 1, failedRefunds: 1 });
  expect((await helper('GET', '/api/admin/summary/today')).json()).toMatchObject({
    disputes: 0,
    failedRefunds: 0,
    anomalies: 0,
    failedMails: 0,
  });
});

test('a helper’s search finds what she may open, and her poll has no drafts and no mails', async () => {
  const order = await anOrderWithSums({ customerName: 'Ramona Quiñones' });
  const [owner, helper] = [callAs(await signIn(shop)), callAs(await aHelper(shop))];
  const found = async (call: typeof owner, q: string) => (await call('GET', `/api/admin/find?q=${q}`)).json<Found>();
  const kinds = (all: Found) => Object.entries(all).flatMap(([kind, rows]) => (rows.length > 0 ? [kind] : []));
  expect(kinds(await found(owner, 'Ramona'))).toEqual(['orders', 'customers']);
  expect(kinds(await found(helper, 'Ramona'))).toEqual(['orders']);
  expect(kinds(await found(owner, 'refund'))).toEqual(expect.arrayContaining(['policies', 'texts', 'guide']));
  expect(kinds(await found(helper, 'refund'))).toEqual(['guide']);
  const { cursor } = (await helper('GET', '/api/admin/changes')).json<Changes>();
  const tracking = { trackingNumber: '9400111899', carrier: 'USPS' };
  await owner('PATCH', `/api/admin/orders/${order.id}/tracking`, tracking);
  const changed = async (call: typeof owner) =>
    (await call('GET', `/api/admin/changes?since=${encodeURIComponent(cursor)}`)).json<Changes>();
  const kindsOf = ({ changes }: Changes) => [...new Set(changes?.map(({ kind }) => kind))].sort();
  expect(kindsOf(await changed(owner))).toEqual(['mail', 'order']);
  const hers = await changed(helper);
  expect([kindsOf(hers), hers.unpublished]).toEqual([['order'], []]);
});
