import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { showStock } from '#server/features/catalogue/stock-watch.ts';
import { refundOrder, resumeRefunds } from '#server/features/settlement/refunds/service.ts';
import { contentItems, emails, orders, paymentAnomalies, productStock, stockHolds } from '#server/tables.ts';
import type { AdminProduct, CatalogueItem } from '#shared/catalogue/products.ts';
import type { StockMovement } from '#shared/catalogue/stock.ts';
import { startTestApp } from '#test/app.ts';
import { crowd } from '#test/crowd.ts';
import {
  aCart,
  aPaymentStart,
  confirm,
  NO_LIMITS,
  paidSandbox,
  payByCard,
  post,
  shippingDataOf,
  startedCheckout,
  startPayment,
} from '#test/makers.ts';
import { adminOf, shopForEach } from '#test/shop.ts';
import { holdStock, restock } from './service.ts';

const MINUTE_MS = 60_000;

const shop = shopForEach({ env: NO_LIMITS });
const call = adminOf(shop);

const PATH = '/api/admin/products';
const list = async () => (await call('GET', PATH)).json<AdminProduct[]>();
const find = async (id = 'box40') => {
  const product = (await list()).find((each) => each.id === id);
  if (!product) throw new Error(`There is no ${id}`);
  return product;
};
const count = (change: object, id = 'box40') => call('PATCH', `${PATH}/${id}/stock`, change);
const movements = async (id = 'box40') => (await call('GET', `${PATH}/${id}/stock`)).json<StockMovement[]>();
const start = async (quantity: number, attempt: string = randomUUID()) =>
  startPayment(shop, await aPaymentStart(shop, { cart: aCart(quantity) }), attempt);
const orderIdOf = async (paymentId: string) => {
  const rows = await shop.deps.db.select().from(orders);
  const order = rows.find((row) => row.stripePaymentIntentId === paymentId);
  if (!order) throw new Error(`There is no order of ${paymentId}`);
  return order.id;
};

describe('counting', () => {
  test('a product is counted only while it has a number on hand', async () => {
    expect(await find()).toMatchObject({ onHand: null, available: null });
    expect((await count({ onHand: 10, reason: 'the first count' })).json()).toMatchObject({
      onHand: 10,
      available: 10,
    });
    expect((await count({ delta: -3 })).json()).toMatchObject({ onHand: 7 });
    expect((await count({ delta: 5, lowAt: 2 })).json()).toMatchObject({ onHand: 12, lowAt: 2 });
    expect((await count({ onHand: null })).json()).toMatchObject({ onHand: null, available: null });
    expect(await movements()).toMatchObject([
      { kind: 'count', delta: null, onHand: null },
      { kind: 'count', delta: 5, onHand: 12 },
      { kind: 'count', delta: -3, onHand: 7 },
      { kind: 'count', delta: 10, onHand: 10, reason: 'the first count', orderId: null },
    ]);
  });

  test.each([
    ['half a box', { onHand: 1.5 }, 400],
    ['less than none', { onHand: -1 }, 400],
    ['both ways at once', { onHand: 1, delta: 1 }, 400],
    ['fewer than there are', { delta: -11 }, 400],
    ['an older product', { onHand: 5, version: 7 }, 409],
    ['another number than the one that was seen', { onHand: 5, from: 9 }, 409],
  ])('%s is refused, and the number stays', async (_, change, status) => {
    await count({ onHand: 10 });
    expect((await count(change)).statusCode).toBe(status);
    expect(await find()).toMatchObject({ onHand: 10 });
  });

  test('a negative number can be increased one by one, but not decreased', async () => {
    await count({ onHand: 1 });
    await shop.deps.db.update(productStock).set({ onHand: -2 });
    expect((await count({ delta: 1 })).json()).toMatchObject({ onHand: -1 });
    expect((await count({ delta: -1 })).statusCode).toBe(400);
    expect((await count({ onHand: 4, from: -1 })).json()).toMatchObject({ onHand: 4 });
  });

  test('a manual change from a negative number can be undone; no other negative number is accepted', async () => {
    await count({ onHand: 1 });
    await shop.deps.db.update(productStock).set({ onHand: -2 });
    const refused = { statusCode: 400, issues: [expect.objectContaining({ path: 'onHand' })] };
    const change = async (onHand: number | null, from: number | null) => {
      const answer = await count({ onHand, from });
      return answer.statusCode === 200
        ? answer.json<AdminProduct>().onHand
        : { statusCode: answer.statusCode, issues: answer.json().issues };
    };
    expect(await change(-3, -2)).toEqual(refused);
    expect(await change(10, -2)).toBe(10);
    expect(await change(-3, 10)).toEqual(refused);
    expect(await change(-2, 10)).toBe(-2);
    // One by one, and then no longer counted.
    expect((await count({ delta: 1 })).json()).toMatchObject({ onHand: -1 });
    expect(await change(-2, -1)).toBe(-2);
    expect(await change(null, -2)).toBe(null);
    expect(await change(-2, null)).toBe(-2);
    // Undo does not revert sales since then.
    await change(4, -2);
    await confirm(shop, await paidSandbox(shop).then(({ paymentId }) => paymentId));
    expect(await find()).toMatchObject({ onHand: 3 });
    expect(await change(-2, 3)).toEqual(refused);
  });

  test('the number of an unknown product is not found', async () => {
    expect((await count({ onHand: 1 }, 'nothing')).statusCode).toBe(404);
    expect((await call('GET', `${PATH}/nothing/stock`)).statusCode).toBe(404);
  });
});

describe('holds', () => {
  test('a started checkout holds its boxes: the next shopper sees how many are left', async () => {
    await count({ onHand: 3 });
    const early = await aPaymentStart(shop, { cart: aCart(2) });
    expect((await start(2)).statusCode).toBe(200);
    expect(await find()).toMatchObject({ onHand: 3, available: 1 });
    const refused = await startPayment(shop, early, randomUUID());
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      {
        code: 'sold_out',
        message:
          'Right now only 1 of Box of 40 individual sandwiches can be had: the others are in other shoppers’ carts. Take fewer, or look again in 5 min. Nothing was charged.',
      },
    ]);
    const quote = await post(shop, '/api/shipping-rates', { items: aCart(2), shippingAddress: early.addressData });
    expect(quote.json()).toMatchObject({ code: 'sold_out' });
    expect((await start(1)).statusCode).toBe(200);
    expect(await find()).toMatchObject({ available: 0 });
  });

  test('an attempt never blocks itself, and its newest start is what it holds', async () => {
    await count({ onHand: 2 });
    const attempt = randomUUID();
    const body = await aPaymentStart(shop, { cart: aCart(2) });
    for (let i = 0; i < 3; i++) expect((await startPayment(shop, body, attempt)).statusCode).toBe(200);
    const quote = await shop.app.inject({
      method: 'POST',
      url: '/api/shipping-rates',
      headers: { 'idempotency-key': attempt },
      payload: { items: aCart(1), shippingAddress: body.addressData },
    });
    expect(quote.statusCode).toBe(200);
    const [rate] = quote.json().rates;
    const shippingData = shippingDataOf(rate);
    const smaller = { cartItems: aCart(1), addressData: body.addressData, shippingData };
    expect((await startPayment(shop, smaller, attempt)).statusCode).toBe(200);
    expect(await find()).toMatchObject({ onHand: 2, available: 1 });
  });

  test('a hold ends after 5 minutes, and after 60 while the bank works', async () => {
    await count({ onHand: 2 });
    const attempt = randomUUID();
    const slow = await startedCheckout(shop, { attempt });
    expect((await payByCard(shop, slow, '4000002500003155')).json()).toMatchObject({ status: 'requires_action' });
    expect((await confirm(shop, slow.paymentId)).statusCode).toBe(402);
    await start(1);
    expect(await find()).toMatchObject({ available: 0 });
    shop.clock.advance(4 * MINUTE_MS);
    expect(await find()).toMatchObject({ available: 0 });
    shop.clock.advance(2 * MINUTE_MS);
    expect(await find()).toMatchObject({ available: 1 });
    shop.clock.advance(55 * MINUTE_MS);
    expect(await find()).toMatchObject({ available: 2 });
  });

  test('an ended hold is not prolonged: its boxes may be another’s', async () => {
    await count({ onHand: 1 });
    const slow = await startedCheckout(shop, { attempt: randomUUID() });
    await payByCard(shop, slow, '4000002500003155');
    shop.clock.advance(6 * MINUTE_MS);
    await confirm(shop, slow.paymentId);
    expect(await find()).toMatchObject({ available: 1 });
  });
});

describe('orders', () => {
  test('an order takes its boxes and ends its hold', async () => {
    await count({ onHand: 5 });
    const { paymentId } = await paidSandbox(shop, { cart: aCart(2), attempt: randomUUID() });
    for (let i = 0; i < 2; i++) expect((await confirm(shop, paymentId)).statusCode).toBe(200);
    expect(await find()).toMatchObject({ onHand: 3, available: 3 });
    expect((await movements())[0]).toMatchObject({
      kind: 'sale',
      delta: -2,
      onHand: 3,
      orderId: await orderIdOf(paymentId),
    });
    expect(await shop.deps.db.select().from(stockHolds)).toEqual([]);
    expect(await shop.deps.db.select().from(paymentAnomalies)).toEqual([]);
  });

  test('a payment after its hold has ended becomes an order, marked, with a mail to the owner (N12)', async () => {
    await count({ onHand: 1 });
    const late = await startedCheckout(shop, { attempt: randomUUID() });
    shop.clock.advance(6 * MINUTE_MS);
    const other = await paidSandbox(shop, { attempt: randomUUID() });
    await confirm(shop, other.paymentId);
    await payByCard(shop, late);
    expect((await confirm(shop, late.paymentId)).statusCode).toBe(200);
    expect(await find()).toMatchObject({ onHand: -1 });
    expect(await shop.deps.db.select().from(paymentAnomalies)).toMatchObject([
      {
        paymentIntentId: late.paymentId,
        kind: 'oversold',
        detail: { missing: '1 × Box of 40 individual sandwiches' },
      },
    ]);
    const subjects = (await shop.deps.db.select().from(emails)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'An order is paid, and its items are gone')).toHaveLength(1);
  });

  test('a payment in time is not marked, although a late order took the last box before', async () => {
    await count({ onHand: 1 });
    const late = await startedCheckout(shop, { attempt: randomUUID() });
    shop.clock.advance(6 * MINUTE_MS);
    const inTime = await startedCheckout(shop, { attempt: randomUUID() });
    await payByCard(shop, late);
    await confirm(shop, late.paymentId);
    await payByCard(shop, inTime);
    await confirm(shop, inTime.paymentId);
    const marked = await shop.deps.db.select().from(paymentAnomalies);
    expect(marked.map(({ paymentIntentId }) => paymentIntentId)).toEqual([late.paymentId]);
  });

  test('the owner gets one mail each time the stock falls to her limit', async () => {
    await count({ onHand: 4, lowAt: 2 });
    const buy = async () => {
      const { paymentId } = await paidSandbox(shop, { attempt: randomUUID() });
      await confirm(shop, paymentId);
    };
    const lowMails = async () =>
      (await shop.deps.db.select().from(emails)).filter(({ subject }) => /sandwiches: \d left/.test(subject)).length;
    await buy();
    expect(await lowMails()).toBe(0);
    await buy();
    await buy();
    expect(await lowMails()).toBe(1);
    await count({ onHand: 3 });
    await buy();
    expect(await lowMails()).toBe(2);
  });

  test('a cancelled order gives back what it took, once; a refund gives back its lines', async () => {
    await count({ onHand: 10 });
    const { paymentId } = await paidSandbox(shop, { cart: aCart(3), attempt: randomUUID() });
    await confirm(shop, paymentId);
    const id = await orderIdOf(paymentId);
    const refund = {
      lines: [{ id: 'box40', quantity: 1 }],
      shipping: false,
      restock: true,
      notify: false,
      reason: null,
      certificate: null,
    };
    for (let i = 0; i < 2; i++) await refundOrder(shop.deps, id, 'the same press', refund);
    expect(await find()).toMatchObject({ onHand: 8 });
    for (let i = 0; i < 2; i++) await call('POST', `/api/admin/orders/${id}/cancel`, { notify: false });
    await resumeRefunds(shop.deps);
    expect(await find()).toMatchObject({ onHand: 10 });
    expect((await movements()).map(({ kind, delta }) => [kind, delta])).toEqual([
      ['restock', 2],
      ['restock', 1],
      ['sale', -3],
      ['count', 10],
    ]);
  });

  test('no more is returned than an order took', async () => {
    await count({ onHand: 10 });
    const { paymentId } = await paidSandbox(shop, { cart: aCart(3), attempt: randomUUID() });
    await confirm(shop, paymentId);
    const id = await orderIdOf(paymentId);
    const giveBack = (quantity: number) =>
      shop.deps.db.transaction((tx) => restock(tx, shop.deps, id, [{ id: 'box40', quantity, components: [] }]));
    await giveBack(1);
    expect(await find()).toMatchObject({ onHand: 8 });
    for (let i = 0; i < 2; i++) await giveBack(5);
    expect(await find()).toMatchObject({ onHand: 10 });
  });

  test('an order from before the count gives nothing back', async () => {
    const { paymentId } = await paidSandbox(shop, { attempt: randomUUID() });
    await confirm(shop, paymentId);
    await count({ onHand: 10 });
    await call('POST', `/api/admin/orders/${await orderIdOf(paymentId)}/cancel`, { notify: false });
    expect(await find()).toMatchObject({ onHand: 10 });
  });
});

describe('100 buyers for the last 10 boxes (N12)', () => {
  test('10 orders, on two instances; without the locks there would be more', async () => {
    await count({ onHand: 10 });
    const second = await startTestApp({ env: NO_LIMITS, database: shop.database });
    const body = await aPaymentStart(shop);
    const starts = await crowd(100, (i) => startPayment(i % 2 ? second : shop, body, randomUUID()));
    const taken = starts.filter(({ statusCode }) => statusCode === 200);
    expect(taken).toHaveLength(10);
    expect(new Set(starts.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    for (const answer of taken) {
      const { clientSecret } = answer.json<{ clientSecret: string }>();
      const paymentId = clientSecret.split('_secret_')[0] ?? '';
      await payByCard(shop, { paymentId, clientSecret });
      expect((await confirm(second, paymentId)).statusCode).toBe(200);
    }
    await second.close();
    expect(await find()).toMatchObject({ onHand: 0, available: 0 });
    expect(await shop.deps.db.$count(orders)).toBe(10);
    expect(await shop.deps.db.$count(paymentAnomalies)).toBe(0);

    // The control decides outside of the transaction that writes.
    await count({ onHand: 1 });
    const isFree = async () => (await find()).available === 1;
    const decided = await Promise.all([isFree(), isFree()]);
    const expiresAt = new Date(shop.clock.now().getTime() + MINUTE_MS);
    for (const free of decided) {
      if (!free) continue;
      const hold = { attemptKey: randomUUID(), productId: 'box40', quantity: 1, expiresAt };
      await shop.deps.db.insert(stockHolds).values(hold);
    }
    expect(await find()).toMatchObject({ available: -1 });
  });

  test('carts of the same two products in both orders wait for each other and end', async () => {
    for (const id of ['box40', 'box20double']) await count({ onHand: 1_000 }, id);
    const line = (id: string) => ({ id, name: id, quantity: 1 });
    const both = [line('box40'), line('box20double')];
    await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        holdStock(shop.deps, {
          caller: null,
          device: null,
          attemptKey: `a${i}`,
          lines: i % 2 ? both : [...both].reverse(),
          language: 'en',
        }),
      ),
    );
    expect(await find()).toMatchObject({ available: 940 });
    expect(await find('box20double')).toMatchObject({ available: 940 });
  });
});

describe('what shoppers see', () => {
  const catalogue = async () => (await shop.app.inject('/api/catalogue?lang=en')).json<CatalogueItem[]>();

  test('scarce products show their number, sold-out ones none; the owner’s revisions do not mention it', async () => {
    await count({ onHand: 5, lowAt: 3 });
    expect(await showStock(shop.deps)).toBe(false);
    await count({ onHand: 3 });
    expect(await showStock(shop.deps)).toBe(true);
    expect(await showStock(shop.deps)).toBe(false);
    expect((await catalogue())[0]).toMatchObject({ id: 'box40', availability: 'low', left: 3 });
    const lines = [{ id: 'box40', name: 'box40', quantity: 1 }];
    for (const attemptKey of ['a', 'b', 'c'])
      await holdStock(shop.deps, { attemptKey, caller: attemptKey, device: attemptKey, lines, language: 'en' });
    await showStock(shop.deps);
    // In carts, but not sold: the page says when to look again.
    expect((await catalogue())[0]).toMatchObject({ availability: 'low', left: 0 });
    expect((await call('GET', '/api/admin/revisions')).json()).toEqual([]);
    expect((await call('GET', '/api/admin/changes')).json().unpublished).toEqual([]);
    shop.clock.advance(6 * MINUTE_MS);
    await showStock(shop.deps);
    expect((await catalogue())[0]).toMatchObject({ availability: 'low', left: 3 });
    await count({ onHand: 0 });
    await showStock(shop.deps);
    expect((await catalogue())[0]).toMatchObject({ availability: 'sold_out' });
    await count({ onHand: 3 });
    await showStock(shop.deps);
    // The owner's own changes still work and can be undone, with versions that only increase.
    const { version } = await find();
    await call('PATCH', `${PATH}/box40`, { priceCents: 2199, version, publish: true });
    const [revision] = (await call('GET', '/api/admin/revisions')).json();
    expect((await call('POST', `/api/admin/revisions/${revision.id}/restore`)).statusCode).toBe(200);
    expect((await catalogue())[0]).toMatchObject({ price: '19.99', availability: 'low', left: 3 });
  });

  test('the owner’s availability overrides the number', async () => {
    await count({ onHand: 2, lowAt: 3 });
    const { version } = await find();
    await call('PATCH', `${PATH}/box40`, { availability: 'coming_soon', version, publish: true });
    await showStock(shop.deps);
    expect((await catalogue())[0]).toMatchObject({ availability: 'coming_soon' });
    expect((await catalogue())[0]?.left).toBeUndefined();
  });

  test('two instances that check at once publish the same stock', async () => {
    const second = await startTestApp({ database: shop.database });
    await count({ onHand: 0 });
    await Promise.all([showStock(shop.deps), showStock(second.deps)]);
    await shop.deps.content.refresh();
    expect(await shop.deps.db.$count(contentItems, eq(contentItems.kind, 'shown_stock'))).toBe(1);
    expect(shop.deps.catalogue().products[0]?.availability).toBe('sold_out');
    await second.close();
  });
});
