import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorText } from '#server/errors.ts';
import { emails } from '#server/features/emails/schema.ts';
import { orders } from '#server/features/orders/schema.ts';
import { sandboxRefunds } from '#server/features/payments/schema.ts';
import type { Order, OrderDetail } from '#shared/orders/admin-orders.ts';
import { linesToSend } from '#shared/orders/orders.ts';
import type { Refund } from '#shared/orders/refunds.ts';
import type { LabelOffers } from '#shared/shipping/labels.ts';
import { signIn } from '#test/admin.ts';
import type { TestApp } from '#test/app.ts';
import {
  aNewYorkAddress,
  anAddress,
  confirm,
  NO_LIMITS,
  paidSandbox,
  payByCard,
  startedCheckout,
} from '#test/makers.ts';
import { shopForAll } from '#test/shop.ts';
import { mailsOf, ordersOf, type StripeShop, startStripeShop, webhook } from '#test/stripe-shop.ts';
import { refunds } from '../schema.ts';
import { insertRefund } from './repository.ts';
import { noteRefunds, resumeRefunds } from './service.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The admin's calls for one shop. */
async function desk(shop: TestApp) {
  const headers = await signIn(shop);
  const send = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, more: Record<string, string> = {}) =>
    shop.app.inject({
      method,
      url: `/api/admin/orders/${url}`,
      headers: { ...headers, ...more },
      ...(payload && { payload }),
    });
  return {
    refund: (id: string, body: object, key: string = randomUUID()) =>
      send('POST', `${id}/refunds`, body, { 'idempotency-key': key }),
    refundWithout: (id: string, body: object) => send('POST', `${id}/refunds`, body),
    cancel: (id: string, body: object = {}) => send('POST', `${id}/cancel`, body),
    read: async (id: string) => (await send('GET', id)).json<OrderDetail>(),
    otherWay: (id: string, refundId: string, body: object) => send('POST', `${id}/refunds/${refundId}/other-way`, body),
    offers: (id: string) => send('POST', `${id}/labels/offers`, {}),
    csv: async () => (await shop.app.inject({ url: '/api/admin/orders.csv', headers })).body,
    setStatus: (id: string, status: string) => send('PATCH', `${id}/status`, { status }),
  };
}

const rowsOf = (shop: TestApp, orderId: string) =>
  shop.deps.db.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(refunds.createdAt);
const keysOf = async (shop: TestApp, orderId: string) =>
  (await mailsOf(shop, orderId)).map(({ templateKey }) => templateKey).sort();
/** Opens connections first, because a pool without open connections hides races. */
const warmUp = (shop: TestApp) =>
  shop.database.url
    ? Promise.all(Array.from({ length: 10 }, () => shop.deps.db.execute(sql`select pg_sleep(0.02)`)))
    : null;

describe('in the sandbox', () => {
  const shop = shopForAll({ env: NO_LIMITS });
  let admin: Awaited<ReturnType<typeof desk>>;
  beforeAll(async () => {
    admin = await desk(shop);
  });

  /** Two boxes to New York: 39.98 and shipping. */
  async function anOrder({ card, language = 'en' as const }: { card?: string; language?: 'en' | 'es' } = {}) {
    const choice = {
      cart: [{ id: 'box40', quantity: 2 }],
      address: aNewYorkAddress({ preferredLanguage: language }),
      attempt: randomUUID(),
    };
    const started = card === undefined ? await paidSandbox(shop, choice) : await startedCheckout(shop, choice);
    if (card !== undefined) expect((await payByCard(shop, started, card)).statusCode).toBe(200);
    expect((await confirm(shop, started.paymentId)).statusCode).toBe(200);
    const [order] = await ordersOf(shop, started.paymentId);
    if (!order) throw new Error('no order');
    return order;
  }
  const atProvider = (paymentId: string) =>
    shop.deps.db.select().from(sandboxRefunds).where(eq(sandboxRefunds.paymentId, paymentId));

  test('a part of an order is refunded: row, sum on the order, one mail in its language, the rest', async () => {
    const order = await anOrder({ language: 'es' });
    const answer = await admin.refund(order.id, { amount: '12.50', reason: 'a dented box' });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ amount: '12.50', state: 'succeeded', reason: 'a dented box', isOwn: true });
    const read = await admin.read(order.id);
    expect(read.refunds).toEqual([answer.json()]);
    expect(read.refundedAmount).toBe('12.50');
    const total = Math.round(Number(order.totalAmount) * 100);
    expect(Math.round(Number(read.refundableAmount) * 100)).toBe(total - 1250);
    expect(read.events.map(({ kind, detail }) => [kind, detail.refunded ?? null])).toContainEqual(['refund', '12.50']);
    const [mail, ...more] = (await mailsOf(shop, order.id)).filter((m) => m.templateKey === 'refund_confirmation');
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ language: 'es', to: order.email });
    expect(mail?.text).toContain('$12.50');
    // The owner made the refund, and gets no alert.
    expect(await keysOf(shop, order.id)).not.toContain('owner_alert');
  });

  test('a box refunded before shipping is not sent; a failed refund puts it back on list, label and file', async () => {
    const order = await anOrder();
    const offered = async () => (await admin.offers(order.id)).json<LabelOffers>();
    const whole = (await offered()).parcel?.weightOz ?? 0;
    const lines = [{ id: 'box40', quantity: 1 }];
    expect((await admin.refund(order.id, { lines })).statusCode).toBe(201);
    const toSend = async () => {
      const { lines } = await admin.read(order.id);
      return [lines[0]?.quantity, linesToSend(lines)[0]?.quantity];
    };
    expect(await toSend()).toEqual([2, 1]);
    expect((await offered()).parcel?.weightOz).toBe(whole / 2);
    const file = (await admin.csv()).split('\n').find((row) => row.includes(order.id));
    expect(file).toMatch(/"?2 x .*,"?1 x [^,]*$/);
    const [row] = await rowsOf(shop, order.id);
    if (!row) throw new Error('no refund');
    // The customer's bank returns it.
    await shop.deps.db
      .update(sandboxRefunds)
      .set({ status: 'failed' })
      .where(eq(sandboxRefunds.paymentId, order.stripePaymentIntentId));
    await noteRefunds(shop.deps, order.stripePaymentIntentId);
    expect(await toSend()).toEqual([2, 2]);
  });

  test('units refunded after shipping count as sent', async () => {
    const order = await anOrder();
    await admin.setStatus(order.id, 'shipped');
    await admin.refund(order.id, { lines: [{ id: 'box40', quantity: 1 }] });
    expect(linesToSend((await admin.read(order.id)).lines)[0]?.quantity).toBe(2);
  });

  test('the same key answers the same refund; another body with it is refused', async () => {
    const order = await anOrder();
    const key = randomUUID();
    const first = await admin.refund(order.id, { amount: '3.00' }, key);
    const again = await admin.refund(order.id, { amount: '3.00' }, key);
    expect([first.statusCode, again.statusCode]).toEqual([201, 200]);
    expect(again.json()).toEqual(first.json());
    const other = await admin.refund(order.id, { amount: '3.01' }, key);
    expect(other.statusCode).toBe(409);
    expect(await atProvider(order.stripePaymentIntentId)).toHaveLength(1);
    // Idempotency keys are per order.
    expect((await admin.refund((await anOrder()).id, { amount: '3.01' }, key)).statusCode).toBe(201);
  });

  test('50 presses at once are one refund and one mail (P31, N11)', async () => {
    const order = await anOrder();
    const key = randomUUID();
    await warmUp(shop);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => admin.refund(order.id, { amount: '5.00' }, key)),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 201]));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.json<Refund>().id)).size).toBe(1);
    expect(await atProvider(order.stripePaymentIntentId)).toHaveLength(1);
    expect((await admin.read(order.id)).refundedAmount).toBe('5.00');
    expect((await keysOf(shop, order.id)).filter((one) => one === 'refund_confirmation')).toHaveLength(1);
  });

  test('two people pay back all of it at once: one does; without the lock both would be written (P31, N11)', async () => {
    const order = await anOrder();
    await warmUp(shop);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => admin.refund(order.id, { amount: order.totalAmount })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(await atProvider(order.stripePaymentIntentId)).toHaveLength(1);
    expect(await admin.read(order.id)).toMatchObject({ refundableAmount: '0.00', refundedAmount: order.totalAmount });

    // The control decides before it writes, without locking the order.
    const careless = await anOrder();
    const decide = async () => (await rowsOf(shop, careless.id)).length === 0;
    const decided = await Promise.all([decide(), decide()]);
    for (const isFree of decided) {
      if (!isFree) continue;
      await insertRefund(shop.deps.db, {
        orderId: careless.id,
        paymentIntentId: careless.stripePaymentIntentId,
        provider: 'none',
        amountCents: Math.round(Number(careless.totalAmount) * 100),
        currency: 'usd',
      });
    }
    expect(await rowsOf(shop, careless.id)).toHaveLength(2);
  });

  test('lines and shipping are refunded at what they cost, and no box twice', async () => {
    const order = await anOrder();
    const one = await admin.refund(order.id, { lines: [{ id: 'box40', quantity: 1 }], restock: true, notify: false });
    const price = JSON.parse(order.items)[0].price;
    expect(one.json()).toMatchObject({ amount: price, state: 'succeeded' });
    expect(await rowsOf(shop, order.id)).toMatchObject([{ restock: true, lines: [{ id: 'box40', quantity: 1 }] }]);
    expect((await admin.refund(order.id, { lines: [{ id: 'box40', quantity: 2 }] })).statusCode).toBe(409);
    expect((await admin.refund(order.id, { lines: [{ id: 'box20double', quantity: 1 }] })).statusCode).toBe(400);
    const rest = await admin.refund(order.id, { lines: [{ id: 'box40', quantity: 1 }], shipping: true, notify: false });
    expect(rest.statusCode).toBe(201);
    expect(await admin.read(order.id)).toMatchObject({ refundableAmount: '0.00', refundedAmount: order.totalAmount });
    expect(await keysOf(shop, order.id)).not.toContain('refund_confirmation');
  });

  test.each([
    ['more than was paid', { amount: '9999.00' }, 409],
    ['nothing', { amount: '0.00' }, 400],
    ['one decimal', { amount: '5.0' }, 400],
    ['a number', { amount: 5 }, 400],
    ['no amount', {}, 400],
    ['an amount for more boxes than were bought', { amount: '1.00', lines: [{ id: 'box40', quantity: 3 }] }, 409],
    ['a reason that is too long', { amount: '1.00', reason: 'x'.repeat(201) }, 400],
    ['half a box', { lines: [{ id: 'box40', quantity: 0.5 }] }, 400],
  ])('%s is refused', async (_, body, status) => {
    const order = await anOrder();
    expect((await admin.refund(order.id, body)).statusCode).toBe(status);
    expect(await rowsOf(shop, order.id)).toEqual([]);
  });

  test.each(['', 'with space', 'x'.repeat(101), 'ñ'])('a key has visible ASCII characters, not %j', async (key) => {
    const order = await anOrder();
    const answer = await admin.refund(order.id, { amount: '1.00' }, key).catch(() => null);
    expect([400, undefined]).toContain(answer?.statusCode);
    expect((await admin.refundWithout(order.id, { amount: '1.00' })).statusCode).toBe(400);
    expect(await rowsOf(shop, order.id)).toEqual([]);
  });

  test('a card whose refunds fail: the row says so, nothing counts as refunded, the owner gets a mail', async () => {
    const order = await anOrder({ card: '4000000000005126' });
    expect((await admin.refund(order.id, { amount: '10.00' })).json()).toMatchObject({ state: 'failed' });
    const read = await admin.read(order.id);
    expect(read).toMatchObject({ refundedAmount: '0.00', refundableAmount: order.totalAmount });
    expect(read.refundFailedAt).not.toBeNull();
    expect(await keysOf(shop, order.id)).toContain('owner_alert');
    expect(await keysOf(shop, order.id)).not.toContain('refund_confirmation');
  });

  test('a cancellation sets the status, refunds the rest and mails once, however often it is repeated', async () => {
    const order = await anOrder({ language: 'es' });
    await admin.refund(order.id, { amount: '4.00', notify: false });
    await warmUp(shop);
    const answers = await Promise.all(Array.from({ length: 20 }, () => admin.cancel(order.id, { reason: 'no stock' })));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const read = await admin.read(order.id);
    expect(read).toMatchObject({ status: 'cancelled', refundableAmount: '0.00', refundedAmount: order.totalAmount });
    expect(read.refunds).toHaveLength(2);
    expect(await atProvider(order.stripePaymentIntentId)).toHaveLength(2);
    const mails = (await mailsOf(shop, order.id)).filter(({ templateKey }) => templateKey === 'order_cancellation');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ language: 'es' });
    expect(read.events.filter(({ kind }) => kind === 'status')).toHaveLength(1);
  });

  test('a cancellation after a full refund mails once and refunds nothing', async () => {
    const order = await anOrder();
    await admin.refund(order.id, { amount: order.totalAmount, notify: false });
    for (let i = 0; i < 3; i++) expect((await admin.cancel(order.id)).statusCode).toBe(200);
    expect((await admin.read(order.id)).refunds).toHaveLength(1);
    expect((await keysOf(shop, order.id)).filter((key) => key === 'order_cancellation')).toHaveLength(1);
  });

  test('a cancellation whose refund failed may be pressed again', async () => {
    const order = await anOrder({ card: '4000000000005126' });
    await admin.cancel(order.id);
    await admin.cancel(order.id);
    const read = await admin.read(order.id);
    expect(read.refunds.map(({ state }) => state)).toEqual(['failed', 'failed']);
    expect(read.status).toBe('cancelled');
    expect(await keysOf(shop, order.id)).not.toContain('order_cancellation');
  });

  test('an order that has left is not canceled, and a stale page cancels nothing', async () => {
    const order = await anOrder();
    expect((await admin.cancel(order.id, { version: 99 })).statusCode).toBe(409);
    await admin.setStatus(order.id, 'shipped');
    expect((await admin.cancel(order.id)).json()).toEqual({ message: errorText('order_shipped', 'en') });
    expect(await admin.read(order.id)).toMatchObject({ status: 'shipped', refunds: [] });
  });

  test('the specification’s status change moves no money', async () => {
    const order = await anOrder();
    await admin.setStatus(order.id, 'cancelled');
    expect(await admin.read(order.id)).toMatchObject({ status: 'cancelled', refunds: [], refundedAmount: '0.00' });
  });

  test('refunds and cancellations need a session', async () => {
    const order = await anOrder();
    for (const action of ['refunds', 'cancel']) {
      const url = `/api/admin/orders/${order.id}/${action}`;
      expect((await shop.app.inject({ method: 'POST', url, payload: { amount: '1.00' } })).statusCode).toBe(401);
    }
    expect(await rowsOf(shop, order.id)).toEqual([]);
  });
});

describe('with Stripe', () => {
  let shop: StripeShop;
  let admin: Awaited<ReturnType<typeof desk>>;
  beforeAll(async () => {
    shop = await startStripeShop();
    admin = await desk(shop);
  });
  afterAll(() => shop.close());

  async function anOrder(): Promise<Order> {
    const { paymentId } = await startedCheckout(shop, { attempt: randomUUID(), address: anAddress() });
    shop.stripe.confirm(paymentId);
    expect((await confirm(shop, paymentId)).statusCode).toBe(200);
    const [order] = await ordersOf(shop, paymentId);
    if (!order) throw new Error('no order');
    return order as unknown as Order;
  }
  const made = (order: Order) => shop.stripe.refundsOf(order.stripePaymentIntentId);
  const tell = async (order: Order) => {
    for (const event of shop.stripe.eventsOf(order.stripePaymentIntentId)) {
      if (/refund/.test(event.type)) expect((await webhook(shop, event)).statusCode).toBe(200);
    }
  };
  /** The sums at the shop and at the provider. */
  const books = async (order: Order) => {
    const held = made(order).filter(({ status }) => status === 'succeeded');
    return [(await admin.read(order.id)).refundedAmount, (held.reduce((sum, r) => sum + r.amount, 0) / 100).toFixed(2)];
  };
  const silent = (times: number) => {
    for (let i = 0; i < times; i++) {
      shop.stripe.answerNext({ method: 'POST', path: /refunds/, status: 503, body: {} });
    }
  };

  test('our refund carries our reference; its webhook changes nothing and sends the owner no mail', async () => {
    const order = await anOrder();
    const { id } = (await admin.refund(order.id, { amount: '7.00' })).json<Refund>();
    expect(made(order)).toMatchObject([{ amount: 700, metadata: { refundId: id } }]);
    await tell(order);
    await tell(order);
    const read = await admin.read(order.id);
    expect(read.refunds).toMatchObject([{ id, state: 'succeeded', isOwn: true }]);
    expect(read.events.filter(({ kind }) => kind === 'refund')).toHaveLength(1);
    expect(await keysOf(shop, order.id)).not.toContain('owner_alert');
    expect(await books(order)).toEqual(['7.00', '7.00']);
  });

  test('a refund made at Stripe gets a row, reduces the rest, and is mailed to the owner once', async () => {
    const order = await anOrder();
    shop.stripe.refund(order.stripePaymentIntentId, 600);
    await admin.refund(order.id, { amount: '2.00' });
    await tell(order);
    await tell(order);
    const read = await admin.read(order.id);
    expect(read.refunds.map(({ amount, isOwn }) => [amount, isOwn]).sort()).toEqual([
      ['2.00', true],
      ['6.00', false],
    ]);
    expect(await books(order)).toEqual(['8.00', '8.00']);
    expect((await keysOf(shop, order.id)).filter((key) => key === 'owner_alert')).toHaveLength(1);
    expect((await admin.refund(order.id, { amount: order.totalAmount })).statusCode).toBe(409);
  });

  test('a full refund at Stripe in the same second: ours is refused there, and the sums agree (N11)', async () => {
    const order = await anOrder();
    shop.stripe.refund(order.stripePaymentIntentId, Math.round(Number(order.totalAmount) * 100));
    const answer = await admin.refund(order.id, { amount: '5.00' });
    expect(answer.json()).toMatchObject({ state: 'failed', failure: 'charge_already_refunded' });
    await tell(order);
    expect(await books(order)).toEqual([order.totalAmount, order.totalAmount]);
    expect((await admin.read(order.id)).refundableAmount).toBe('0.00');
  });

  test('Stripe does not answer: the refund stays requested, and the next pass makes it, once (P31)', async () => {
    const order = await anOrder();
    const key = randomUUID();
    silent(2);
    const answer = await admin.refund(order.id, { amount: '5.00' }, key);
    expect([answer.statusCode, answer.json<Refund>().state]).toEqual([201, 'requested']);
    expect(made(order)).toEqual([]);
    // Meanwhile the amount is reserved.
    expect((await admin.refund(order.id, { amount: order.totalAmount })).statusCode).toBe(409);
    await resumeRefunds(shop.deps);
    expect(made(order)).toEqual([]);
    shop.clock.advance(MINUTE);
    await Promise.all([
      resumeRefunds(shop.deps),
      resumeRefunds(shop.deps),
      admin.refund(order.id, { amount: '5.00' }, key),
    ]);
    expect(made(order)).toHaveLength(1);
    expect((await admin.read(order.id)).refunds).toMatchObject([{ state: 'succeeded' }]);
    expect((await keysOf(shop, order.id)).filter((one) => one === 'refund_confirmation')).toHaveLength(1);
  });

  test('a lost answer with an expired key: the refund is found by our reference and not made twice', async () => {
    const order = await anOrder();
    const key = randomUUID();
    silent(2);
    const { id } = (await admin.refund(order.id, { amount: '5.00' }, key)).json<Refund>();
    // Stripe has made it, but no longer knows its idempotency key.
    shop.stripe.refund(order.stripePaymentIntentId, 500, { refundId: id });
    shop.clock.advance(3 * DAY);
    await resumeRefunds(shop.deps);
    admin = await desk(shop);
    expect(made(order)).toHaveLength(1);
    expect((await admin.read(order.id)).refunds).toMatchObject([{ id, state: 'succeeded' }]);
    expect(await books(order)).toEqual(['5.00', '5.00']);
  });

  test.each(['failed', 'canceled'] as const)(
    'a refund that is %s later counts no more, and the owner is told',
    async (end) => {
      const order = await anOrder();
      const { id } = (await admin.refund(order.id, { amount: '5.00' })).json<Refund>();
      const [refund] = made(order);
      if (!refund) throw new Error('no refund');
      const event = shop.stripe.endRefund(refund.id, end);
      for (let i = 0; i < 2; i++) expect((await webhook(shop, event)).statusCode).toBe(200);
      const read = await admin.read(order.id);
      expect(read.refunds).toMatchObject([{ id, state: end }]);
      expect(read).toMatchObject({ refundedAmount: '0.00', refundableAmount: order.totalAmount });
      expect(read.refundFailedAt).not.toBeNull();
      expect((await keysOf(shop, order.id)).filter((key) => key === 'owner_alert')).toHaveLength(1);
      expect(await books(order)).toEqual(['0.00', '0.00']);
      // A later successful refund removes the mark.
      await admin.refund(order.id, { amount: '5.00' });
      expect((await admin.read(order.id)).refundFailedAt).toBeNull();
    },
  );

  test('a failed refund paid another way counts, is closed once, and later events do not change it', async () => {
    const order = await anOrder();
    const { id } = (await admin.refund(order.id, { amount: '5.00' })).json<Refund>();
    const other = { how: 'Zelle', on: '2026-11-01' };
    expect((await admin.otherWay(order.id, id, other)).json().message).toMatch(/^Only a refund that has failed/);
    const [refund] = made(order);
    if (!refund) throw new Error('no refund');
    const event = shop.stripe.endRefund(refund.id, 'failed');
    await webhook(shop, event);
    const tomorrow = new Date(shop.clock.now().getTime() + 2 * DAY).toISOString().slice(0, 10);
    expect((await admin.otherWay(order.id, id, { ...other, on: tomorrow })).statusCode).toBe(400);
    expect((await admin.otherWay(order.id, id, { ...other, how: '' })).statusCode).toBe(400);
    for (let i = 0; i < 2; i++) {
      const answer = await admin.otherWay(order.id, id, { ...other, how: i ? 'again' : 'Zelle' });
      expect(answer.json()).toMatchObject({ state: 'succeeded', otherWay: other });
    }
    const closed = async () => {
      const { refundedAmount, refundableAmount, refundFailedAt, refunds, events } = await admin.read(order.id);
      const lines = events.filter(({ kind }) => kind.startsWith('refund')).map(({ kind, detail }) => [kind, detail]);
      return { refundedAmount, refundableAmount, refundFailedAt, state: refunds[0]?.state, last: lines.at(-1) };
    };
    const left = (Number(order.totalAmount) - 5).toFixed(2);
    const after = {
      refundedAmount: '5.00',
      refundableAmount: left,
      refundFailedAt: null,
      state: 'succeeded',
      last: ['refund_other_way', { amount: '5.00', ...other }],
    };
    expect(await closed()).toEqual(after);
    await webhook(shop, event);
    expect(await closed()).toEqual(after);
    // Both sums: refunded to the card, and refunded in total.
    await admin.refund(order.id, { amount: '2.00' });
    expect(await closed()).toMatchObject({ refundedAmount: '7.00', last: ['refund', { refunded: '2.00' }] });
    await webhook(shop, event);
    expect(await closed()).toMatchObject({ refundedAmount: '7.00', last: ['refund', { refunded: '2.00' }] });
    // It cannot be refunded again.
    expect((await admin.refund(order.id, { amount: left })).statusCode).toBe(409);
  });

  test('a failed refund that another refund has replaced cannot be closed as paid another way', async () => {
    const order = await anOrder();
    const { id } = (await admin.refund(order.id, { amount: order.totalAmount })).json<Refund>();
    const [refund] = made(order);
    if (!refund) throw new Error('no refund');
    await webhook(shop, shop.stripe.endRefund(refund.id, 'failed'));
    await admin.refund(order.id, { amount: order.totalAmount });
    const answer = await admin.otherWay(order.id, id, { how: 'cash', on: '2026-11-01' });
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      expect.stringMatching(/^That is more than is left/),
    ]);
  });

  test('refunds from before each had a row still count', async () => {
    const order = await anOrder();
    await shop.deps.db.update(orders).set({ refundedAmount: '6.00' }).where(eq(orders.id, order.id));
    const left = (Number(order.totalAmount) - 6).toFixed(2);
    expect((await admin.read(order.id)).refundableAmount).toBe(left);
    await admin.refund(order.id, { amount: '1.00' });
    expect((await admin.read(order.id)).refundedAmount).toBe('7.00');
  });

  test('the mail of a refund waits until Stripe has accepted it', async () => {
    const order = await anOrder();
    silent(2);
    await admin.refund(order.id, { amount: '5.00' });
    expect(await keysOf(shop, order.id)).not.toContain('refund_confirmation');
    const waiting = await shop.deps.db.select().from(emails).where(eq(emails.orderId, order.id));
    expect(waiting.length).toBeGreaterThan(0);
  });
});
