import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Executor } from '#server/db/connect.ts';
import { errorText } from '#server/errors.ts';
import { bookOwed } from '#server/features/orders/owed.ts';
import { orderPayments, orders } from '#server/features/orders/schema.ts';
import { lockOrder } from '#server/features/orders/service.ts';
import { sandboxPayments, sandboxRefunds } from '#server/features/payments/schema.ts';
import { centsOf, centsToText } from '#shared/core/money.ts';
import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import type { ItemsPreview } from '#shared/orders/items.ts';
import type { OwedPayAnswer } from '#shared/orders/owed.ts';
import type { OrderStatusView } from '#shared/orders/status.ts';
import { asAdmin } from '#test/admin.ts';
import type { TestApp } from '#test/app.ts';
import {
  aNewYorkAddress,
  confirm,
  NO_LIMITS,
  paidSandbox,
  payByCard,
  paymentIdOf,
  post,
  startedCheckout,
} from '#test/makers.ts';
import { shopForAll } from '#test/shop.ts';
import { lastEvent, mailsOf, ordersOf, type StripeShop, startStripeShop, webhook } from '#test/stripe-shop.ts';
import { reconcileCheckouts } from '../reconcile.ts';
import { resumeRefunds } from '../refunds/service.ts';
import { paymentAnomalies, refunds } from '../schema.ts';
import { reconcileEvents } from '../webhook-events.ts';
import { resumeOwed, settleOwed } from './service.ts';

const PATH = '/api/admin/orders';
const MINUTE = 60_000;
const DAY = 86_400_000;
const BOX = 'box40';
const DOUBLE = 'box20double';

type Wanted = Record<string, number>;
const linesOf = (wanted: Wanted) => Object.entries(wanted).map(([id, quantity]) => ({ id, quantity }));

/** The owner's and the buyer's calls for one shop. */
async function desk(shop: TestApp) {
  const call = await asAdmin(shop);
  const read = async (id: string) => (await call('GET', `${PATH}/${id}`)).json<OrderDetail>();
  const preview = async (id: string, wanted: Wanted, money: string) => {
    const { version } = await read(id);
    const answer = await call('POST', `${PATH}/${id}/items/preview`, { lines: linesOf(wanted), money, version });
    return answer.json<ItemsPreview>();
  };
  const change = async (id: string, wanted: Wanted, money: string, more: object = {}) => {
    const { differenceCents, refundCents, askCents, version } = await preview(id, wanted, money);
    const body = { lines: linesOf(wanted), money, version, differenceCents, refundCents, askCents, ...more };
    return call('POST', `${PATH}/${id}/items`, body, { 'idempotency-key': randomUUID() });
  };
  const ask = async (id: string, more: object = {}) => {
    const { owed, version } = await read(id);
    return call('POST', `${PATH}/${id}/owed`, { amountCents: centsOf(owed.askable), version, ...more });
  };
  const tokenOf = async (id: string) => (await read(id)).statusUrl.split('/').at(-1) ?? '';
  return {
    call,
    read,
    preview,
    change,
    ask,
    withdraw: (id: string) => call('DELETE', `${PATH}/${id}/owed`),
    refund: (id: string, body: object, key: string = randomUUID()) =>
      call('POST', `${PATH}/${id}/refunds`, body, { 'idempotency-key': key }),
    cancel: (id: string) => call('POST', `${PATH}/${id}/cancel`, {}),
    page: async (id: string) =>
      (await shop.app.inject({ url: `/api/orders/${await tokenOf(id)}` })).json<OrderStatusView>(),
    pay: async (id: string, amount: string) => post(shop, `/api/orders/${await tokenOf(id)}/owed/pay`, { amount }),
    confirm: async (id: string, paymentIntentId: string) =>
      post(shop, `/api/orders/${await tokenOf(id)}/owed/confirm`, { paymentIntentId }),
    /** Begins the payment. */
    begin: async (id: string, amount: string) => {
      const answer = await post(shop, `/api/orders/${await tokenOf(id)}/owed/pay`, { amount });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      const { clientSecret } = answer.json<OwedPayAnswer>();
      return { clientSecret, paymentId: paymentIdOf(clientSecret) };
    },
  };
}
type Desk = Awaited<ReturnType<typeof desk>>;

/** Opens connections first, because a pool without open connections hides races. */
const warmUp = (shop: TestApp) =>
  shop.database.url
    ? Promise.all(Array.from({ length: 10 }, () => shop.deps.db.execute(sql`select pg_sleep(0.02)`)))
    : null;

/** Lines, discount, shipping, tax and difference add up to what was paid, and that to the payments (N20). */
async function expectSum(shop: TestApp, order: OrderDetail): Promise<void> {
  const ofLines = order.lines.reduce((sum, line) => sum + line.unitPriceCents * line.quantity, 0);
  const parts = [order.shippingCost ?? '0.00', order.tax, order.difference];
  const sum = parts.reduce((cents, text) => cents + centsOf(text), ofLines - centsOf(order.discount));
  expect(centsToText(sum)).toBe(order.totalAmount);
  const rows = await shop.deps.db.select().from(orderPayments).where(eq(orderPayments.orderId, order.id));
  const later = rows.filter(({ state }) => state === 'paid' || state === 'returned');
  const paid = later.reduce((cents, row) => cents + row.amountCents, 0);
  const [first] = await shop.deps.db
    .select()
    .from(sandboxPayments)
    .where(eq(sandboxPayments.id, order.stripePaymentIntentId));
  if (first) expect(centsToText(first.amountCents + paid)).toBe(order.totalAmount);
}

describe('in the sandbox', () => {
  const shop = shopForAll({ env: NO_LIMITS });
  let admin: Desk;
  beforeAll(async () => {
    admin = await desk(shop);
  });

  /** Two boxes to New York. */
  async function anOrder({ language = 'en' as 'en' | 'es' } = {}) {
    const address = aNewYorkAddress({ preferredLanguage: language });
    const started = await paidSandbox(shop, { cart: [{ id: BOX, quantity: 2 }], address, attempt: randomUUID() });
    expect((await confirm(shop, started.paymentId)).statusCode).toBe(200);
    const [order] = await ordersOf(shop, started.paymentId);
    if (!order) throw new Error('no order');
    return order;
  }
  /** One box more, which the buyer is asked to pay. */
  async function anAsked(options: Parameters<typeof anOrder>[0] = {}) {
    const order = await anOrder(options);
    const answer = await admin.change(order.id, { [BOX]: 3 }, 'ask');
    expect(answer.statusCode).toBe(200);
    return order;
  }
  const paidBack = async (paymentId: string) => {
    const rows = await shop.deps.db.select().from(sandboxRefunds).where(eq(sandboxRefunds.paymentId, paymentId));
    return rows.map(({ amountCents }) => amountCents);
  };
  const countOrders = () => shop.deps.db.$count(orders);

  test('the buyer is asked, pays exactly that, and every view shows the same', async () => {
    const order = await anAsked({ language: 'es' });
    const asked = await admin.read(order.id);
    expect(asked).toMatchObject({
      totalAmount: order.totalAmount,
      difference: '-19.99',
      owed: { askable: '0.00', requests: [{ amount: '19.99', state: 'open' }] },
    });
    await expectSum(shop, asked);
    const mails = await mailsOf(shop, order.id);
    expect(mails.filter(({ templateKey }) => templateKey === 'order_change')).toEqual([]);
    const mail = mails.find(({ dedupeKey }) => dedupeKey?.startsWith('owed_asks:'));
    expect(mail).toMatchObject({ language: 'es', to: order.email, subject: expect.stringContaining('$19.99') });
    expect(mail?.text).toContain(`/order/${order.statusToken}`);
    expect(mail?.text).toMatch(/3 x /);
    expect(await admin.page(order.id)).toMatchObject({
      owed: { amount: '19.99', state: 'open' },
      difference: '-19.99',
    });

    const before = await countOrders();
    const payment = await admin.begin(order.id, '19.99');
    const [row] = await shop.deps.db.select().from(sandboxPayments).where(eq(sandboxPayments.id, payment.paymentId));
    expect(row?.amountCents).toBe(1999);
    expect((await admin.confirm(order.id, payment.paymentId)).statusCode).toBe(402);
    expect((await payByCard(shop, payment)).statusCode).toBe(200);
    const confirmed = await admin.confirm(order.id, payment.paymentId);
    expect(confirmed.json<OrderStatusView>()).toMatchObject({
      owed: { amount: '19.99', state: 'paid' },
      difference: '0.00',
      totalAmount: centsToText(centsOf(order.totalAmount) + 1999),
    });
    const read = await admin.read(order.id);
    expect(read).toMatchObject({ difference: '0.00', owed: { askable: '0.00', requests: [{ state: 'paid' }] } });
    expect(read.refundableAmount).toBe(read.totalAmount);
    expect(read.events.filter(({ kind }) => kind === 'owed').map(({ detail }) => detail.state)).toEqual([
      'open',
      'paid',
    ]);
    await expectSum(shop, read);
    expect(await countOrders()).toBe(before);
    const after = await mailsOf(shop, order.id);
    expect(
      after
        .filter(({ dedupeKey }) => dedupeKey?.startsWith('owed_paid:'))
        .map(({ to }) => to)
        .sort(),
    ).toEqual([order.email, shop.deps.config.ownerEmail].sort());
    const file = (await admin.call('GET', '/api/admin/orders.csv')).body.split('\n');
    expect(file.find((line) => line.includes(order.id))).toContain(read.totalAmount);
    // The payment finds its order, and makes no other one.
    const found = await admin.call('GET', `${PATH}?q=${payment.paymentId}`);
    expect(found.json<{ id: string }[]>().map(({ id }) => id)).toEqual([order.id]);
    expect((await confirm(shop, payment.paymentId)).statusCode).toBe(402);
    expect(await countOrders()).toBe(before);
    // Another tab, later.
    const late = await admin.pay(order.id, '19.99');
    expect([late.statusCode, late.json().code]).toEqual([409, 'owed_paid']);
  });

  test('20 tabs and confirmations are one payment, one booking and two mails (N22)', async () => {
    const order = await anAsked();
    await warmUp(shop);
    const tabs = await Promise.all(Array.from({ length: 20 }, () => admin.begin(order.id, '19.99')));
    expect(new Set(tabs.map(({ paymentId }) => paymentId)).size).toBe(1);
    const [payment] = tabs;
    if (!payment) throw new Error('no payment');
    const cards = await Promise.all(tabs.map((tab) => payByCard(shop, tab)));
    expect(new Set(cards.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    await warmUp(shop);
    const answers = await Promise.all([
      ...tabs.map(() => admin.confirm(order.id, payment.paymentId)),
      ...tabs.map(() => settleOwed(shop.deps, payment.paymentId)),
      resumeOwed(shop.deps),
    ]);
    expect(answers.slice(0, 20).map((answer) => (answer as { statusCode: number }).statusCode)).toEqual(
      Array(20).fill(200),
    );
    const read = await admin.read(order.id);
    expect(read.totalAmount).toBe(centsToText(centsOf(order.totalAmount) + 1999));
    expect(read.events.filter(({ kind, detail }) => kind === 'owed' && detail.state === 'paid')).toHaveLength(1);
    const mails = (await mailsOf(shop, order.id)).filter(({ dedupeKey }) => dedupeKey?.startsWith('owed_paid:'));
    expect(mails).toHaveLength(2);
    await expectSum(shop, read);
    // The control books the row as it was read before the lock: the payment counts twice.
    const { db } = shop.deps;
    const [row] = await db.select().from(orderPayments).where(eq(orderPayments.orderId, order.id));
    const careless = (tx: Executor) =>
      lockOrder(tx, order.id).then((locked) => row && bookOwed(tx, shop.deps, locked, row, 'paid'));
    await db.transaction(careless);
    const doubled = await admin.read(order.id);
    expect(doubled.totalAmount).toBe(centsToText(centsOf(order.totalAmount) + 2 * 1999));
    await expect(expectSum(shop, doubled)).rejects.toThrow();
  });

  test('20 presses of the owner are one request; without the unique index there would be more', async () => {
    const order = await anOrder();
    await admin.change(order.id, { [BOX]: 3 }, 'let_go');
    const { owed, version } = await admin.read(order.id);
    expect(owed.askable).toBe('19.99');
    await warmUp(shop);
    const body = { amountCents: 1999, version };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => admin.call('POST', `${PATH}/${order.id}/owed`, body)),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect((await admin.read(order.id)).owed.requests).toHaveLength(1);
    // The control: the same row, written without the rules above, is refused by the database alone.
    const [row] = await shop.deps.db.select().from(orderPayments).where(eq(orderPayments.orderId, order.id));
    if (!row) throw new Error('no request');
    await expect(shop.deps.db.insert(orderPayments).values({ ...row, id: randomUUID() })).rejects.toThrow();
    await shop.deps.db.execute(sql`drop index order_payments_open`);
    await shop.deps.db.insert(orderPayments).values({ ...row, id: randomUUID() });
    expect((await admin.read(order.id)).owed.requests).toHaveLength(2);
    await shop.deps.db.delete(orderPayments).where(eq(orderPayments.orderId, order.id));
    await shop.deps.db.execute(
      sql`create unique index order_payments_open on order_payments (order_id) where state = 'open'`,
    );
  });

  test('another sum than the one on the page is not paid (N15)', async () => {
    const order = await anAsked();
    const wrong = await admin.pay(order.id, '9.99');
    expect([wrong.statusCode, wrong.json().code]).toEqual([409, 'owed_changed']);
    // The items change while a tab is open: its sum is refused, and the new one is the whole difference.
    const old = await admin.begin(order.id, '19.99');
    expect((await admin.change(order.id, { [BOX]: 4 }, 'ask')).statusCode).toBe(200);
    expect((await admin.pay(order.id, '19.99')).json().code).toBe('owed_changed');
    expect((await admin.page(order.id)).owed).toMatchObject({ amount: '39.98', state: 'open' });
    expect((await payByCard(shop, old)).statusCode).toBe(402);
    expect((await admin.read(order.id)).owed.requests).toMatchObject([
      { amount: '19.99', state: 'ended', endedBy: 'items' },
      { amount: '39.98', state: 'open' },
    ]);
  });

  test('a requested amount that was not paid is not refunded when its items are removed', async () => {
    const order = await anAsked();
    const shown = await admin.preview(order.id, { [BOX]: 2 }, 'refund');
    expect(shown).toMatchObject({ differenceCents: -1999, refundCents: 0, askCents: 0 });
    const read = (await admin.change(order.id, { [BOX]: 2 }, 'refund')).json<OrderDetail>();
    expect(read).toMatchObject({ difference: '0.00', refunds: [], owed: { requests: [{ endedBy: 'items' }] } });
    await expectSum(shop, read);
    // One box less than was paid for: the rest goes back.
    const less = await admin.preview(order.id, { [BOX]: 1 }, 'refund');
    expect(less.refundCents).toBe(1999);
  });

  test('a refunded difference can be requested again, and is refunded again only if it was paid', async () => {
    const again = async (money: 'ask' | 'let_go') => {
      const order = await anOrder();
      await admin.change(order.id, { [BOX]: 1 }, 'refund');
      expect(await admin.preview(order.id, { [BOX]: 2 }, 'ask')).toMatchObject({ askCents: 1999 });
      expect((await admin.change(order.id, { [BOX]: 2 }, money)).statusCode).toBe(200);
      return order;
    };
    const kept = await again('let_go');
    expect((await admin.read(kept.id)).owed.askable).toBe('19.99');
    expect(await admin.preview(kept.id, { [BOX]: 1 }, 'refund')).toMatchObject({ refundCents: 0 });
    const paid = await again('ask');
    const payment = await admin.begin(paid.id, '19.99');
    await payByCard(shop, payment);
    await admin.confirm(paid.id, payment.paymentId);
    await admin.change(paid.id, { [BOX]: 1 }, 'refund');
    const read = await admin.read(paid.id);
    expect(read.refundedAmount).toBe('39.98');
    await expectSum(shop, read);
  });

  test('the open request is the newest, also after the clock was set back', async () => {
    const order = await anAsked();
    await admin.withdraw(order.id);
    shop.clock.advance(-60 * MINUTE);
    expect((await admin.ask(order.id)).statusCode).toBeLessThan(300);
    expect((await admin.begin(order.id, '19.99')).paymentId).not.toBe('');
    shop.clock.advance(60 * MINUTE);
  });

  test('a withdrawn request cannot be paid in any tab, and can be made again', async () => {
    const order = await anAsked();
    const payment = await admin.begin(order.id, '19.99');
    const answer = await admin.withdraw(order.id);
    expect(answer.json<OrderDetail>().owed).toMatchObject({
      askable: '19.99',
      requests: [{ state: 'ended', endedBy: 'owner' }],
    });
    expect((await payByCard(shop, payment)).statusCode).toBe(402);
    expect((await admin.pay(order.id, '19.99')).json().code).toBe('owed_ended');
    expect((await admin.page(order.id)).owed?.state).toBe('ended');
    expect((await admin.ask(order.id)).statusCode).toBe(200);
    const again = await admin.begin(order.id, '19.99');
    expect(again.paymentId).not.toBe(payment.paymentId);
    await payByCard(shop, again);
    await admin.confirm(order.id, again.paymentId);
    await expectSum(shop, await admin.read(order.id));
  });

  test('paid before it is withdrawn: the payment counts, and the owner is told', async () => {
    const order = await anAsked();
    const payment = await admin.begin(order.id, '19.99');
    await payByCard(shop, payment);
    const answer = await admin.withdraw(order.id);
    expect([answer.statusCode, answer.json().message]).toEqual([409, errorText('owed_paid', 'en')]);
    expect((await admin.read(order.id)).owed.requests).toMatchObject([{ state: 'paid' }]);
  });

  test('after seven days it ends by itself, and the owner gets a mail', async () => {
    const order = await anAsked();
    const payment = await admin.begin(order.id, '19.99');
    shop.clock.advance(7 * DAY + MINUTE);
    // The session has ended too.
    admin = await desk(shop);
    expect((await admin.pay(order.id, '19.99')).json().code).toBe('owed_ended');
    await resumeOwed(shop.deps);
    await resumeOwed(shop.deps);
    expect((await payByCard(shop, payment)).statusCode).toBe(402);
    const read = await admin.read(order.id);
    expect(read.owed).toMatchObject({ askable: '19.99', requests: [{ state: 'ended', endedBy: 'time' }] });
    const mails = (await mailsOf(shop, order.id)).filter(({ dedupeKey }) => dedupeKey?.startsWith('owed_ended:'));
    expect(mails.map(({ to }) => to)).toEqual([shop.deps.config.ownerEmail]);
  });

  test('the sweep books what was paid with the browser gone', async () => {
    const order = await anAsked();
    const payment = await admin.begin(order.id, '19.99');
    await payByCard(shop, payment);
    shop.clock.advance(MINUTE);
    await Promise.all([resumeOwed(shop.deps), reconcileCheckouts(shop.deps), resumeOwed(shop.deps)]);
    const read = await admin.read(order.id);
    expect(read).toMatchObject({ difference: '0.00', owed: { requests: [{ state: 'paid' }] } });
    await expectSum(shop, read);
  });

  test('a refund of more than one payment holds is several, and never more than was paid (N11)', async () => {
    const order = await anAsked();
    const payment = await admin.begin(order.id, '19.99');
    await payByCard(shop, payment);
    await admin.confirm(order.id, payment.paymentId);
    const { totalAmount } = await admin.read(order.id);
    const tooMuch = await admin.refund(order.id, { amount: centsToText(centsOf(totalAmount) + 1) });
    expect(tooMuch.statusCode).toBe(409);
    const key = randomUUID();
    await warmUp(shop);
    await Promise.all(Array.from({ length: 8 }, () => admin.refund(order.id, { amount: totalAmount }, key)));
    expect(await paidBack(order.stripePaymentIntentId)).toEqual([centsOf(order.totalAmount)]);
    expect(await paidBack(payment.paymentId)).toEqual([1999]);
    const read = await admin.read(order.id);
    expect(read).toMatchObject({ refundedAmount: totalAmount, refundableAmount: '0.00' });
    // Both rows have one time, so their order is not fixed.
    expect(new Map(read.refunds.map(({ amount, state }) => [amount, state]))).toEqual(
      new Map([
        [order.totalAmount, 'succeeded'],
        ['19.99', 'succeeded'],
      ]),
    );
    const mails = (await mailsOf(shop, order.id)).filter(({ templateKey }) => templateKey === 'refund_confirmation');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`$${totalAmount}`);
  });

  test('a cancellation pays back both payments, and one mail names the sum', async () => {
    const order = await anAsked();
    const payment = await admin.begin(order.id, '19.99');
    await payByCard(shop, payment);
    await admin.confirm(order.id, payment.paymentId);
    await Promise.all([admin.cancel(order.id), admin.cancel(order.id)]);
    const read = await admin.read(order.id);
    expect(read).toMatchObject({ status: 'cancelled', refundedAmount: read.totalAmount, refundableAmount: '0.00' });
    expect(await paidBack(payment.paymentId)).toEqual([1999]);
    const mails = (await mailsOf(shop, order.id)).filter(({ templateKey }) => templateKey === 'order_cancellation');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`$${read.totalAmount}`);
  });

  test.each([
    ['cancelled', async (id: string) => admin.cancel(id)],
    ['refunded', async (id: string) => admin.refund(id, { amount: '1.00' })],
  ])('an order that is %s ends its request', async (_, make) => {
    const order = await anAsked();
    const payment = await admin.begin(order.id, '19.99');
    expect((await make(order.id)).statusCode).toBeLessThan(300);
    expect((await admin.pay(order.id, '19.99')).json().code).toBe('owed_ended');
    await resumeOwed(shop.deps);
    expect((await payByCard(shop, payment)).statusCode).toBe(402);
  });

  test.each([
    ['withdrawn', async (id: string) => void (await endIn(id, 'owner'))],
    ['changed', async (id: string) => void (await admin.change(id, { [BOX]: 2 }, 'refund'))],
    ['cancelled', async (id: string) => void (await admin.cancel(id))],
    [
      'set to cancelled',
      async (id: string) => void (await admin.call('PATCH', `${PATH}/${id}/status`, { status: 'cancelled' })),
    ],
  ])('money for a request whose order was %s meanwhile is booked and goes back, once', async (_, make) => {
    const order = await anAsked();
    const payment = await admin.begin(order.id, '19.99');
    // The card is charged at the provider before the shop can cancel the payment.
    await shop.deps.db
      .update(sandboxPayments)
      .set({ status: 'succeeded' })
      .where(eq(sandboxPayments.id, payment.paymentId));
    await make(order.id);
    await warmUp(shop);
    await Promise.all(Array.from({ length: 8 }, () => settleOwed(shop.deps, payment.paymentId)));
    await resumeOwed(shop.deps);
    expect(await paidBack(payment.paymentId)).toEqual([1999]);
    const read = await admin.read(order.id);
    expect(read.totalAmount).toBe(centsToText(centsOf(order.totalAmount) + 1999));
    expect(centsOf(read.refundedAmount)).toBe(1999 + (read.refunds.length > 1 ? centsOf(order.totalAmount) : 0));
    expect(read.owed.requests).toMatchObject([{ state: 'returned' }]);
    await expectSum(shop, read);
    const mails = (await mailsOf(shop, order.id)).filter(({ dedupeKey }) => dedupeKey?.startsWith('owed_returned:'));
    expect(mails).toHaveLength(2);
    expect((await admin.page(order.id)).owed?.state).toBe('returned');
  });

  /** As if the process had ended between the transaction and the cancellation of the payment. */
  async function endIn(orderId: string, by: 'owner'): Promise<void> {
    const now = shop.clock.now();
    await shop.deps.db
      .update(orderPayments)
      .set({ state: 'ended', endedBy: by, closedAt: now, nextCheckAt: now })
      .where(eq(orderPayments.orderId, orderId));
  }

  test('paying, withdrawing, cancelling and the sweep at once end in one consistent state', async () => {
    for (let i = 0; i < 6; i++) {
      const order = await anAsked();
      const payment = await admin.begin(order.id, '19.99');
      await warmUp(shop);
      await Promise.all([
        payByCard(shop, payment).then(() => admin.confirm(order.id, payment.paymentId)),
        i % 2 === 0 ? admin.withdraw(order.id) : admin.cancel(order.id),
        resumeOwed(shop.deps),
      ]);
      await settleOwed(shop.deps, payment.paymentId);
      await resumeOwed(shop.deps);
      const read = await admin.read(order.id);
      const [atProvider] = await shop.deps.db
        .select()
        .from(sandboxPayments)
        .where(eq(sandboxPayments.id, payment.paymentId));
      const isCharged = atProvider?.status === 'succeeded';
      const state = read.owed.requests[0]?.state;
      expect(isCharged ? ['paid', 'returned'] : ['ended']).toContain(state);
      const back = (await paidBack(payment.paymentId)).reduce((sum, cents) => sum + cents, 0);
      const goesBack = state === 'returned' || (state === 'paid' && read.status === 'cancelled');
      expect(back).toBe(goesBack ? 1999 : 0);
      await expectSum(shop, read);
    }
  });

  test('the tax of what is asked for comes with its payment, and not before', async () => {
    const registration = await admin.call('POST', '/api/admin/taxes', { state: 'NY', rate: '10', taxesFood: true });
    const order = await anOrder();
    expect(order.tax).toBe('4.00');
    expect(await admin.preview(order.id, { [BOX]: 3 }, 'ask')).toMatchObject({ differenceCents: 1999, askCents: 2199 });
    const asked = (await admin.change(order.id, { [BOX]: 3 }, 'ask')).json<OrderDetail>();
    expect(asked).toMatchObject({
      tax: '4.00',
      difference: '-19.99',
      owed: { requests: [{ amount: '21.99', tax: '2.00' }] },
    });
    await expectSum(shop, asked);
    const payment = await admin.begin(order.id, '21.99');
    await payByCard(shop, payment);
    await admin.confirm(order.id, payment.paymentId);
    const read = await admin.read(order.id);
    expect(read).toMatchObject({ tax: '6.00', difference: '0.00', lines: [{ taxCents: 600 }] });
    expect(read.totalAmount).toBe(centsToText(centsOf(order.totalAmount) + 2199));
    await expectSum(shop, read);
    const { id, version } = registration.json<{ id: string; version: number }>();
    expect((await admin.call('DELETE', `/api/admin/taxes/${id}?version=${version}`)).statusCode).toBe(204);
  });

  test('nothing can be asked for when nothing is owed, and only once at a time', async () => {
    const order = await anOrder();
    const { version } = await admin.read(order.id);
    const none = await admin.call('POST', `${PATH}/${order.id}/owed`, { amountCents: 1999, version });
    expect(none.statusCode).toBe(409);
    await admin.change(order.id, { [BOX]: 3 }, 'ask');
    const other = await admin.read(order.id);
    const second = await admin.call('POST', `${PATH}/${order.id}/owed`, { amountCents: 5000, version: other.version });
    expect([second.statusCode, second.json().message]).toEqual([409, errorText('owed_not_askable', 'en')]);
    const stale = await admin.call('POST', `${PATH}/${order.id}/owed`, { amountCents: 5000, version });
    expect(stale.json().code).toBe('stale_version');
  });

  test('a stolen link of another order pays nothing here, and calls need a session', async () => {
    const [one, two] = [await anAsked(), await anAsked()];
    const payment = await admin.begin(one.id, '19.99');
    await payByCard(shop, payment);
    expect((await admin.confirm(two.id, payment.paymentId)).statusCode).toBe(402);
    expect((await admin.confirm(two.id, two.stripePaymentIntentId)).statusCode).toBe(402);
    expect((await admin.confirm(one.id, payment.paymentId)).statusCode).toBe(200);
    for (const method of ['POST', 'DELETE'] as const) {
      const answer = await shop.app.inject({
        method,
        url: `${PATH}/${one.id}/owed`,
        ...(method === 'POST' && { payload: {} }),
      });
      expect(answer.statusCode).toBe(401);
    }
    expect((await post(shop, '/api/orders/nothing/owed/pay', { amount: '19.99' })).statusCode).toBe(404);
  });

  test('a swap can be asked for too; ten declined cards cancel the payment, and a new one begins (P29)', async () => {
    const order = await anOrder();
    await admin.change(order.id, { [BOX]: 2, [DOUBLE]: 1 }, 'ask');
    const payment = await admin.begin(order.id, '19.99');
    for (let i = 0; i < 10; i++) await payByCard(shop, payment, '4000000000000002');
    expect((await payByCard(shop, payment)).statusCode).toBe(402);
    const next = await admin.begin(order.id, '19.99');
    expect(next.paymentId).not.toBe(payment.paymentId);
    await payByCard(shop, next);
    expect((await admin.confirm(order.id, next.paymentId)).statusCode).toBe(200);
    await expectSum(shop, await admin.read(order.id));
  });
});

describe('with Stripe', () => {
  let shop: StripeShop;
  let admin: Desk;
  beforeAll(async () => {
    shop = await startStripeShop();
    admin = await desk(shop);
  });
  afterAll(() => shop.close());

  async function anAsked() {
    const { paymentId } = await startedCheckout(shop, { cart: [{ id: BOX, quantity: 2 }], attempt: randomUUID() });
    shop.stripe.confirm(paymentId);
    expect((await confirm(shop, paymentId)).statusCode).toBe(200);
    const [order] = await ordersOf(shop, paymentId);
    if (!order) throw new Error('no order');
    expect((await admin.change(order.id, { [BOX]: 3 }, 'ask')).statusCode).toBe(200);
    return order;
  }

  /** A part of an order's first payment, paid back from the admin. @returns ids of the refunds */
  async function refundedAtStripe(order: { id: string; stripePaymentIntentId: string }): Promise<[string]> {
    await admin.refund(order.id, { amount: '1.00' });
    const [refund] = shop.stripe.refundsOf(order.stripePaymentIntentId);
    if (!refund) throw new Error('no refund');
    return [refund.id];
  }

  test('webhook, list of events and sweep each book it alone, together once, and make no order', async () => {
    for (const way of ['webhook', 'events', 'sweep', 'all'] as const) {
      const order = await anAsked();
      const before = await shop.deps.db.$count(orders);
      const { paymentId } = await admin.begin(order.id, '19.99');
      expect(shop.stripe.intent(paymentId)).toMatchObject({ amount: 1999, metadata: { owedId: expect.any(String) } });
      expect(shop.stripe.intent(paymentId).metadata.checkoutId).toBeUndefined();
      shop.stripe.confirm(paymentId);
      shop.clock.advance(MINUTE);
      const event = lastEvent(shop, paymentId, 'payment_intent.succeeded');
      const ways = {
        webhook: () => webhook(shop, event),
        events: () => reconcileEvents(shop.deps),
        sweep: () => resumeOwed(shop.deps),
      };
      if (way === 'all') {
        const all = Object.values(ways);
        await Promise.all([...all, ...all, ...all].map((each) => each()));
      } else await ways[way]();
      const read = await admin.read(order.id);
      expect([way, read.owed.requests[0]?.state, read.difference]).toEqual([way, 'paid', '0.00']);
      expect(read.totalAmount).toBe(centsToText(centsOf(order.totalAmount) + 1999));
      expect(await shop.deps.db.$count(orders)).toBe(before);
      expect(await shop.deps.db.$count(paymentAnomalies)).toBe(0);
    }
  });

  test('a payment whose reference was lost is found by its mark', async () => {
    const order = await anAsked();
    const { paymentId } = await admin.begin(order.id, '19.99');
    await shop.deps.db.update(orderPayments).set({ paymentIntentId: null }).where(eq(orderPayments.orderId, order.id));
    shop.stripe.confirm(paymentId);
    await webhook(shop, lastEvent(shop, paymentId, 'payment_intent.succeeded'));
    expect((await admin.read(order.id)).owed.requests).toMatchObject([{ state: 'paid' }]);
  });

  test('another amount than asked for is an anomaly, and no order (P9)', async () => {
    const order = await anAsked();
    const { paymentId } = await admin.begin(order.id, '19.99');
    shop.stripe.intent(paymentId).amount = 500;
    shop.stripe.confirm(paymentId);
    const before = await shop.deps.db.$count(orders);
    await webhook(shop, lastEvent(shop, paymentId, 'payment_intent.succeeded'));
    const read = await admin.read(order.id);
    expect(read).toMatchObject({ totalAmount: order.totalAmount, owed: { requests: [{ state: 'mismatch' }] } });
    expect(await shop.deps.db.$count(orders)).toBe(before);
    const rows = await shop.deps.db
      .select()
      .from(paymentAnomalies)
      .where(eq(paymentAnomalies.paymentIntentId, paymentId));
    expect(rows).toMatchObject([{ kind: 'amount_mismatch' }]);
    // Paid back at Stripe, it was never the order's.
    for (const event of shop.stripe.refund(paymentId, 500)) await webhook(shop, event);
    expect(await admin.read(order.id)).toMatchObject({
      refundedAmount: '0.00',
      refundableAmount: order.totalAmount,
      refunds: [],
    });
  });

  test('a part that was refused stays marked when the other part succeeds, and the sold units stay paid back', async () => {
    const order = await anAsked();
    const { paymentId } = await admin.begin(order.id, '19.99');
    shop.stripe.confirm(paymentId);
    await admin.confirm(order.id, paymentId);
    const error = { error: { type: 'invalid_request_error', code: 'charge_disputed', message: 'refused' } };
    shop.stripe.answerNext({ method: 'POST', path: /refunds/, status: 400, body: error });
    await admin.refund(order.id, { lines: [{ id: BOX, quantity: 3 }] });
    const read = await admin.read(order.id);
    expect(new Set(read.refunds.map(({ state }) => state))).toEqual(new Set(['failed', 'succeeded']));
    expect(read.refundFailedAt).not.toBeNull();
    expect(read.lines).toMatchObject([{ id: BOX, paidBack: 3 }]);
  });

  test('a late payment that goes back does not hide a failed refund', async () => {
    const order = await anAsked();
    const { paymentId } = await admin.begin(order.id, '19.99');
    const [refund] = await refundedAtStripe(order);
    await webhook(shop, shop.stripe.endRefund(refund, 'failed'));
    expect((await admin.read(order.id)).refundFailedAt).not.toBeNull();
    shop.stripe.confirm(paymentId);
    await settleOwed(shop.deps, paymentId);
    const read = await admin.read(order.id);
    expect(shop.stripe.refundsOf(paymentId)).toMatchObject([{ amount: 1999 }]);
    expect(read.refundFailedAt).not.toBeNull();
  });

  test('the answer to the start is lost, and the next try gives the same payment (P20)', async () => {
    const order = await anAsked();
    for (let i = 0; i < 2; i++) {
      shop.stripe.answerNext({ method: 'POST', path: /payment_intents$/, status: 500, body: {}, saved: false });
    }
    expect((await admin.pay(order.id, '19.99')).statusCode).toBeGreaterThanOrEqual(500);
    const one = await admin.begin(order.id, '19.99');
    const two = await admin.begin(order.id, '19.99');
    expect(two.paymentId).toBe(one.paymentId);
  });

  test('the process ends between booking and refund of a late payment: it goes back once', async () => {
    const order = await anAsked();
    const { paymentId } = await admin.begin(order.id, '19.99');
    shop.stripe.confirm(paymentId);
    const now = shop.clock.now();
    await shop.deps.db
      .update(orderPayments)
      .set({ state: 'ended', endedBy: 'owner', closedAt: now, nextCheckAt: now })
      .where(eq(orderPayments.orderId, order.id));
    for (let i = 0; i < 2; i++) {
      shop.stripe.answerNext({ method: 'POST', path: /refunds/, status: 503, body: {} });
    }
    await settleOwed(shop.deps, paymentId);
    expect(shop.stripe.refundsOf(paymentId)).toEqual([]);
    shop.clock.advance(MINUTE);
    await Promise.all([resumeRefunds(shop.deps), settleOwed(shop.deps, paymentId), resumeRefunds(shop.deps)]);
    expect(shop.stripe.refundsOf(paymentId)).toMatchObject([{ amount: 1999 }]);
    expect(await admin.read(order.id)).toMatchObject({ refundedAmount: '19.99', refunds: [{ state: 'succeeded' }] });
  });

  test('a refund and a dispute of the later payment, made at Stripe, belong to the order', async () => {
    const order = await anAsked();
    const { paymentId } = await admin.begin(order.id, '19.99');
    shop.stripe.confirm(paymentId);
    await admin.confirm(order.id, paymentId);
    await admin.refund(order.id, { amount: '5.00' });
    for (const event of shop.stripe.refund(paymentId, 700)) await webhook(shop, event);
    const read = await admin.read(order.id);
    expect(read).toMatchObject({
      refundedAmount: '12.00',
      refundableAmount: centsToText(centsOf(read.totalAmount) - 1200),
    });
    const rows = await shop.deps.db.select().from(refunds).where(eq(refunds.orderId, order.id));
    expect(rows.map((row) => [row.paymentIntentId, row.amountCents])).toEqual([
      [order.stripePaymentIntentId, 500],
      [paymentId, 700],
    ]);
    await webhook(shop, shop.stripe.dispute(paymentId));
    expect((await admin.read(order.id)).disputeStatus).toBe('needs_response');
  });
});
