import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { orders } from '#server/features/orders/schema.ts';
import { sandboxRefunds } from '#server/features/payments/schema.ts';
import { reconcileCheckouts } from '#server/features/settlement/reconcile.ts';
import { resumeRefunds } from '#server/features/settlement/refunds/service.ts';
import { paymentAnomalies, refunds } from '#server/features/settlement/schema.ts';
import { centsOf } from '#shared/core/money.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import { aNewYorkAddress, aPaymentStart, confirm, NO_LIMITS, paidSandbox, post, startPayment } from '#test/makers.ts';
import { shopForAll } from '#test/shop.ts';
import { mailsOf } from '#test/stripe-shop.ts';
import { BY_CHECK as PAID, writingDesk } from '#test/written-orders.ts';
import { writtenOrders } from './schema.ts';

const A = '/api/admin';
const PATH = `${A}/written-orders`;
const BOX = 'box40';

const shop = shopForAll({ env: NO_LIMITS });
const { call, aBody, write, read, written, setStock, stock, warmUp } = writingDesk(shop);

const onHand = async () => (await stock())?.onHand;
const countOrders = () => shop.deps.db.$count(orders);
const revenue = async () => centsOf((await call('GET', `${A}/summary`)).json<{ revenue: string }>().revenue);

describe('an order that was paid by hand', () => {
  test('is an order like any other, with its own kind of reference, and every view tells its sum', async () => {
    await setStock(10);
    const code = `TEN${Date.now()}`;
    await call('POST', `${A}/codes`, { code, kind: 'percent', value: 10 });
    const before = await revenue();
    const lines = [{ id: BOX, quantity: 2, priceCents: 1500, reason: 'dented boxes' }];
    const order = await written({ lines, code, note: 'Rings twice', way: 'van', amountCents: 500 });
    expect(order).toMatchObject({
      status: 'pending',
      stripePaymentIntentId: expect.stringMatching(/^manual_[\da-f-]{36}$/),
      paymentUrl: null,
      notes: 'Rings twice',
      discount: '3.00',
      shippingCost: '5.00',
      shippingMethod: 'Delivered by us',
      shippingCarrier: null,
      totalAmount: '32.00',
      refundableAmount: '32.00',
    });
    expect(order.number).toBeGreaterThan(1000);
    expect(order.events.find(({ kind }) => kind === 'written')?.detail).toEqual({
      method: 'check',
      reference: 'No. 1042',
      paidOn: '2026-11-20',
      prices: expect.stringContaining('$19.99 → $15.00 (dented boxes)'),
    });
    expect(await onHand()).toBe(8);
    const codes = (await call('GET', `${A}/codes`)).json<{ code: string; uses: number; revenueCents: number }[]>();
    expect(codes.find((row) => row.code === code)).toMatchObject({ uses: 1, revenueCents: 3200 });
    expect((await revenue()) - before).toBe(3200);
    const mails = await mailsOf(shop, order.id);
    expect(mails.map(({ templateKey, to }) => [templateKey, to])).toEqual([['order_confirmation', order.email]]);
    const found = (await call('GET', `${A}/orders?q=${order.stripePaymentIntentId}`)).json<Order[]>();
    expect(found.map(({ id }) => id)).toEqual([order.id]);
    expect((await confirm(shop, order.stripePaymentIntentId)).statusCode).toBe(400);
    await setStock(null);
  });

  test('has the tax, the shipping and the days that a shopper would have', async () => {
    await call('POST', `${A}/taxes`, { state: 'NY', rate: '8.875', taxesShipping: true, taxesFood: true });
    const order = await written();
    const started = await paidSandbox(shop, {
      cart: [{ id: BOX, quantity: 2 }],
      address: aNewYorkAddress(),
      attempt: randomUUID(),
    });
    await confirm(shop, started.paymentId);
    const [same] = await shop.deps.db.select().from(orders).where(eq(orders.stripePaymentIntentId, started.paymentId));
    const { totalAmount, tax, shippingCost, shippingMethod, shipBy, arriveBy } = order;
    expect(same).toMatchObject({ totalAmount, tax, shippingCost, shippingMethod, shipBy, arriveBy });
    expect(tax).not.toBe('0.00');
  });

  test('goes to the shop itself when it is collected, and costs no shipping', async () => {
    const order = await written({ way: 'pickup', address: aNewYorkAddress({ preferredLanguage: 'es' }) });
    const { street, zipCode } = shop.deps.facts().address;
    expect(order).toMatchObject({ addressLine1: street, zipCode, tax: '0.00', shippingCost: '0.00' });
    expect(order.shippingMethod).toBe('Recogida en nuestro local');
  });

  test('is written once by 20 presses of two tabs, also when they are repeated later', async () => {
    const body = await aBody();
    const key = randomUUID();
    const before = await countOrders();
    await warmUp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => write(body, key)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(19).fill(200), 201]);
    const again = await write(body, key);
    expect(again.statusCode).toBe(200);
    const ids = new Set([...answers, again].map((answer) => answer.json<{ orderId: string }>().orderId));
    expect([ids.size, (await countOrders()) - before]).toEqual([1, 1]);
    const other = await write({ ...body, note: 'other' }, key);
    expect([other.statusCode, other.json().code]).toEqual([409, undefined]);
    // The control: with a key of its own, each press is an order.
    await Promise.all(Array.from({ length: 3 }, () => write(body)));
    expect((await countOrders()) - before).toBe(4);
  });

  test('leaves nothing behind when the process ends within it, and is written by the next try', async () => {
    await setStock(5);
    const body = await aBody();
    const key = randomUUID();
    const before = await countOrders();
    await shop.deps.db.execute(sql`alter table stock_movements add constraint halt check (kind <> 'sale') not valid`);
    expect((await write(body, key)).statusCode).toBe(500);
    await shop.deps.db.execute(sql`alter table stock_movements drop constraint halt`);
    const rows = await shop.deps.db.select().from(writtenOrders).where(eq(writtenOrders.idempotencyKey, key));
    expect([(await countOrders()) - before, await onHand(), rows.length]).toEqual([0, 5, 0]);
    expect((await write(body, key)).statusCode).toBe(201);
    expect([(await countOrders()) - before, await onHand()]).toEqual([1, 3]);
    await setStock(null);
  });

  test('takes the last boxes or a shopper does, never both (N12)', async () => {
    for (let round = 0; round < 5; round++) {
      await setStock(2);
      const cart = [{ id: BOX, quantity: 2 }];
      const [body, start] = await Promise.all([aBody({ way: 'van' }), aPaymentStart(shop, { cart })]);
      await warmUp();
      const [mine, theirs] = await Promise.all([write(body), startPayment(shop, start, randomUUID())]);
      expect([mine.statusCode, theirs.statusCode].sort()).toEqual(mine.statusCode === 201 ? [201, 409] : [200, 409]);
      expect(await onHand()).toBe(mine.statusCode === 201 ? 0 : 2);
      await shop.deps.db.execute(sql`delete from stock_holds`);
    }
    // The control: without looking at the stock, both have it.
    await setStock(2);
    const [body, start] = await Promise.all([
      aBody({ way: 'van' }),
      aPaymentStart(shop, { cart: [{ id: BOX, quantity: 2 }] }),
    ]);
    const theirs = await startPayment(shop, start, randomUUID());
    await shop.deps.db.execute(sql`delete from stock_holds`);
    const mine = await write(body);
    expect([mine.statusCode, theirs.statusCode]).toEqual([201, 200]);
    await setStock(null);
  });

  test('takes the last use of a code once, and no more of it than there is (N14)', async () => {
    const code = `ONCE${Date.now()}`;
    await call('POST', `${A}/codes`, { code, kind: 'amount', value: 300, limit: 1 });
    const body = await aBody({ code });
    await warmUp();
    const answers = await Promise.all(Array.from({ length: 6 }, () => write(body)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const codes = (await call('GET', `${A}/codes`)).json<{ code: string; uses: number; held: number }[]>();
    expect(codes.find((row) => row.code === code)).toMatchObject({ uses: 1, held: 0 });
  });

  test('is refused at another sum than the shown one, without a reason, and with a day to come (N15)', async () => {
    const body = await aBody();
    const before = await countOrders();
    const dearer = await write({ ...body, totalCents: body.totalCents - 1 });
    expect([dearer.statusCode, dearer.json().code]).toEqual([409, 'price_changed']);
    const cheaper = { ...body, lines: [{ id: BOX, quantity: 2, priceCents: 1 }] };
    expect((await write(cheaper)).json().issues).toMatchObject([{ path: 'lines.0.reason' }]);
    expect((await write({ ...body, ending: { ...PAID, paidOn: '2999-01-01' } })).statusCode).toBe(400);
    const elsewhere = { ...body, address: aNewYorkAddress({ zipCode: '10001', addressLine1: '2 Main Street' }) };
    expect((await write(elsewhere)).statusCode).toBe(409);
    expect((await write({ ...body, lines: [...body.lines, ...body.lines] })).statusCode).toBe(400);
    expect(await countOrders()).toBe(before);
  });

  test('says nothing to the customer if the owner does not want it, and nobody else may write one', async () => {
    const order = await written({ ending: { ...PAID, method: 'cash', reference: null, notify: false } });
    expect(await mailsOf(shop, order.id)).toEqual([]);
    expect((await post(shop, PATH, await aBody(), { 'idempotency-key': randomUUID() })).statusCode).toBe(401);
  });
});

describe('its money goes back by hand', () => {
  const providerRefunds = () => shop.deps.db.$count(sandboxRefunds);
  const refund = (id: string, body: object, key: string = randomUUID()) =>
    call('POST', `${A}/orders/${id}/refunds`, body, { 'idempotency-key': key });

  test('recorded once by 20 presses, never more than was paid, and the provider is not asked (N11, N20)', async () => {
    const order = await written();
    const [before, key] = [await providerRefunds(), randomUUID()];
    await warmUp();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refund(order.id, { amount: '5.00', reason: 'late' }, key)),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(19).fill(200), 201]);
    const half = await read(order.id);
    expect(half).toMatchObject({ refundedAmount: '5.00', refunds: [{ amount: '5.00', state: 'succeeded' }] });
    expect((await refund(order.id, { amount: order.totalAmount })).statusCode).toBe(409);
    expect((await refund(order.id, { amount: half.refundableAmount })).statusCode).toBe(201);
    const all = await read(order.id);
    expect(all).toMatchObject({ refundedAmount: order.totalAmount, refundableAmount: '0.00', refundFailedAt: null });
    expect(await providerRefunds()).toBe(before);
    const mails = (await mailsOf(shop, order.id)).filter(({ dedupeKey }) => dedupeKey?.startsWith('refund_'));
    expect(mails.map(({ to }) => to)).toEqual([order.email, order.email]);
    expect(mails.map(({ text }) => text).join()).not.toContain('to the card');
  });

  test('also after a kill between its row and its record', async () => {
    const order = await written();
    expect((await refund(order.id, { amount: '4.00' })).statusCode).toBe(201);
    // As the kill leaves it.
    const { db } = shop.deps;
    await db
      .update(refunds)
      .set({ state: 'requested', providerRefundId: null, nextCheckAt: new Date(0) })
      .where(eq(refunds.orderId, order.id));
    await db.update(orders).set({ refundedAmount: '0.00' }).where(eq(orders.id, order.id));
    await db.execute(sql`delete from order_events where order_id = ${order.id}::uuid and kind = 'refund'`);
    await Promise.all([resumeRefunds(shop.deps), resumeRefunds(shop.deps)]);
    expect(await read(order.id)).toMatchObject({ refundedAmount: '4.00', refunds: [{ state: 'succeeded' }] });
  });

  test('a cancellation by the owner gives back stock and money; the buyer cannot cancel it on the page', async () => {
    await setStock(4);
    const order = await written({ way: 'pickup' });
    expect(await onHand()).toBe(2);
    const token = order.statusUrl.split('/').at(-1);
    const byBuyer = await post(shop, `/api/orders/${token}/cancel`, {});
    expect([byBuyer.statusCode, byBuyer.json().message]).toEqual([409, expect.stringContaining('without a card')]);
    expect((await call('POST', `${A}/orders/${order.id}/cancel`, {})).statusCode).toBe(200);
    expect(await read(order.id)).toMatchObject({ status: 'cancelled', refundedAmount: order.totalAmount });
    expect(await onHand()).toBe(4);
    const mail = (await mailsOf(shop, order.id)).find(({ templateKey }) => templateKey === 'order_cancellation');
    expect(mail?.text).toContain('without a card');
    await setStock(null);
  });

  test('reconciliation and disputes do not stumble over it', async () => {
    const order = await written();
    const anomalies = await shop.deps.db.$count(paymentAnomalies);
    const passed = await reconcileCheckouts(shop.deps);
    expect(passed.failed).toBe(0);
    const file = await call('GET', `${A}/orders/${order.id}/dispute-file`);
    expect(file.statusCode).toBeLessThan(500);
    expect(await shop.deps.db.$count(paymentAnomalies)).toBe(anomalies);
    expect((await read(order.id)).status).toBe('pending');
  });
});
