import { randomUUID } from 'node:crypto';
import { eq, sql, sum } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorText } from '#server/errors.ts';
import { itemsText } from '#server/features/orders/lines.ts';
import { orderDayParts, orders } from '#server/features/orders/schema.ts';
import { writeItems } from '#server/features/orders/service.ts';
import { sandboxRefunds } from '#server/features/payments/schema.ts';
import { stockHolds } from '#server/features/stock/schema.ts';
import type { AdminProduct } from '#shared/catalogue/products.ts';
import { centsOf, centsToText } from '#shared/core/money.ts';
import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import type { ItemsPreview } from '#shared/orders/items.ts';
import type { OrderStatusView } from '#shared/orders/status.ts';
import { asAdmin } from '#test/admin.ts';
import type { TestApp } from '#test/app.ts';
import { aNewYorkAddress, confirm, NO_LIMITS, paidSandbox, startedCheckout } from '#test/makers.ts';
import { shopForAll } from '#test/shop.ts';
import { mailsOf, ordersOf, type StripeShop, startStripeShop } from '#test/stripe-shop.ts';
import { noteRefunds, resumeRefunds } from '../refunds/service.ts';

const PATH = '/api/admin/orders';
const MINUTE = 60_000;
const BOX = 'box40';
const DOUBLE = 'box20double';

type Wanted = Record<string, number>;
const linesOf = (wanted: Wanted) => Object.entries(wanted).map(([id, quantity]) => ({ id, quantity }));

/** The admin's calls for one shop. */
async function desk(shop: TestApp) {
  const call = await asAdmin(shop);
  const read = async (id: string) => (await call('GET', `${PATH}/${id}`)).json<OrderDetail>();
  const preview = async (id: string, wanted: Wanted, money = 'refund') => {
    const { version } = await read(id);
    return call('POST', `${PATH}/${id}/items/preview`, { lines: linesOf(wanted), money, version });
  };
  const change = (id: string, body: object, key: string = randomUUID()) =>
    call('POST', `${PATH}/${id}/items`, body, { 'idempotency-key': key });
  /** The body of a change, as the preview shows it. */
  const seen = async (id: string, wanted: Wanted, money = 'refund') => {
    const answer = await preview(id, wanted, money);
    const { differenceCents, refundCents, version } = answer.json<ItemsPreview>();
    return { lines: linesOf(wanted), money, version, differenceCents, refundCents };
  };
  const product = async (id: string) => {
    const all = (await call('GET', '/api/admin/products')).json<AdminProduct[]>();
    const found = all.find((each) => each.id === id);
    if (!found) throw new Error('no product');
    return found;
  };
  return {
    call,
    read,
    preview,
    change,
    seen,
    onHand: async () => [(await product(BOX)).onHand, (await product(DOUBLE)).onHand],
    count: (id: string, onHand: number | null) => call('PATCH', `/api/admin/products/${id}/stock`, { onHand }),
  };
}
type Desk = Awaited<ReturnType<typeof desk>>;

/** Opens connections first, because a pool without open connections hides races. */
const warmUp = (shop: TestApp) =>
  shop.database.url
    ? Promise.all(Array.from({ length: 10 }, () => shop.deps.db.execute(sql`select pg_sleep(0.02)`)))
    : null;

/** Lines, discount, shipping, tax and difference add up to what was paid (N20). */
function expectSum(order: OrderDetail): void {
  const ofLines = order.lines.reduce((sum, line) => sum + line.unitPriceCents * line.quantity, 0);
  const parts = [order.shippingCost ?? '0.00', order.tax, order.difference].reduce(
    (sum, text) => sum + centsOf(text),
    0,
  );
  expect(centsToText(ofLines - centsOf(order.discount) + parts)).toBe(order.totalAmount);
  const shares = (name: 'discountCents' | 'taxCents') => order.lines.reduce((sum, line) => sum + line[name], 0);
  expect(centsToText(shares('discountCents'))).toBe(order.discount);
  expect(shares('taxCents')).toBeLessThanOrEqual(centsOf(order.tax));
  expect(order.items).toBe(itemsText(order.lines));
}

describe('in the sandbox', () => {
  const shop = shopForAll({ env: NO_LIMITS });
  let admin: Desk;
  beforeAll(async () => {
    admin = await desk(shop);
  });

  /** Two boxes to New York: 39.98 and shipping. */
  async function anOrder({ language = 'en' as 'en' | 'es', code = undefined as string | undefined } = {}) {
    const address = aNewYorkAddress({ preferredLanguage: language });
    const choice = { cart: [{ id: BOX, quantity: 2 }], address, attempt: randomUUID(), ...(code && { code }) };
    const started = await paidSandbox(shop, choice);
    expect((await confirm(shop, started.paymentId)).statusCode).toBe(200);
    const [order] = await ordersOf(shop, started.paymentId);
    if (!order) throw new Error('no order');
    return order;
  }
  const atProvider = (paymentId: string) =>
    shop.deps.db.select().from(sandboxRefunds).where(eq(sandboxRefunds.paymentId, paymentId));

  test('one box less: the difference goes back, and every view shows the same', async () => {
    await admin.count(BOX, 10);
    const order = await anOrder({ language: 'es' });
    expect((await admin.onHand())[0]).toBe(8);
    const shown = (await admin.preview(order.id, { [BOX]: 1 })).json<ItemsPreview>();
    expect(shown).toMatchObject({
      differenceCents: -1999,
      refundCents: 1999,
      before: { subtotalCents: 3998 },
      after: { subtotalCents: 1999 },
    });
    const answer = await admin.change(order.id, await admin.seen(order.id, { [BOX]: 1 }));
    expect(answer.statusCode).toBe(200);
    const read = answer.json<OrderDetail>();
    expect(read.lines).toMatchObject([{ id: BOX, quantity: 1 }]);
    expect(read).toMatchObject({
      totalAmount: order.totalAmount,
      difference: '19.99',
      refundedAmount: '19.99',
      refunds: [{ amount: '19.99', state: 'succeeded', isOwn: true, lines: null }],
    });
    expectSum(read);
    expect(read.events.find(({ kind }) => kind === 'items')?.detail).toMatchObject({
      from: expect.stringMatching(/^2 x /),
      to: expect.stringMatching(/^1 x /),
      difference: '-19.99',
      refund: '19.99',
    });
    expect((await admin.onHand())[0]).toBe(9);
    const mails = await mailsOf(shop, order.id);
    expect(mails.filter(({ templateKey }) => templateKey === 'refund_confirmation')).toEqual([]);
    const [mail, ...more] = mails.filter(({ templateKey }) => templateKey === 'order_change');
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ language: 'es', to: order.email });
    expect(mail?.text).toContain('$19.99');
    const page = await shop.app.inject({ url: `/api/orders/${order.statusToken}` });
    expect(page.json<OrderStatusView>()).toMatchObject({
      items: [{ id: BOX, quantity: 1 }],
      difference: '19.99',
      totalAmount: order.totalAmount,
    });
    const file = (await admin.call('GET', '/api/admin/orders.csv')).body.split('\n');
    expect(file.find((row) => row.includes(order.id))).toMatch(/"?1 x /);
    await admin.count(BOX, null);
  });

  test('a swap of equal price moves stock and no money', async () => {
    await admin.count(BOX, 10);
    await admin.count(DOUBLE, 5);
    const order = await anOrder();
    const answer = await admin.change(order.id, await admin.seen(order.id, { [BOX]: 1, [DOUBLE]: 1 }));
    const read = answer.json<OrderDetail>();
    expect(read).toMatchObject({ difference: '0.00', refunds: [], totalAmount: order.totalAmount });
    expectSum(read);
    expect(await admin.onHand()).toEqual([9, 4]);
    // The search by product finds the new line.
    const found = await admin.call('GET', `${PATH}?product=${DOUBLE}`);
    expect(found.json<{ id: string }[]>().map(({ id }) => id)).toContain(order.id);
    // A cancellation returns what the order has now, and the whole payment.
    await admin.call('POST', `${PATH}/${order.id}/cancel`, {});
    expect(await admin.onHand()).toEqual([10, 5]);
    expect((await admin.read(order.id)).refundedAmount).toBe(order.totalAmount);
    for (const id of [BOX, DOUBLE]) await admin.count(id, null);
  });

  test('a box more is let go: nobody is charged, and no more than was paid can go back', async () => {
    const order = await anOrder();
    const body = await admin.seen(order.id, { [BOX]: 3 }, 'let_go');
    expect(body).toMatchObject({ differenceCents: 1999, refundCents: 0 });
    const read = (await admin.change(order.id, body)).json<OrderDetail>();
    expect(read).toMatchObject({ totalAmount: order.totalAmount, difference: '-19.99', refunds: [] });
    expect(read.refundableAmount).toBe(order.totalAmount);
    expectSum(read);
    const all = { lines: [{ id: BOX, quantity: 3 }], shipping: true };
    expect((await admin.call('POST', `${PATH}/${order.id}/refunds`, all)).statusCode).toBe(409);
    const mail = (await mailsOf(shop, order.id)).find(({ templateKey }) => templateKey === 'order_change');
    expect(mail?.text).toContain('−$19.99');
    expect(mail?.text).toContain('Total paid');
  });

  test('a box less is let go: nothing is paid back, now or by a second change', async () => {
    const order = await anOrder();
    const body = await admin.seen(order.id, { [BOX]: 1 }, 'let_go');
    expect(body).toMatchObject({ differenceCents: -1999, refundCents: 0 });
    await admin.change(order.id, { ...body, notify: false });
    const again = await admin.seen(order.id, { [DOUBLE]: 1 });
    expect(again).toMatchObject({ differenceCents: 0, refundCents: 0 });
    const read = (await admin.change(order.id, again)).json<OrderDetail>();
    expect(read).toMatchObject({ difference: '19.99', refunds: [] });
    expectSum(read);
    expect((await mailsOf(shop, order.id)).filter(({ templateKey }) => templateKey === 'order_change')).toHaveLength(1);
  });

  test('units that are not returned to stock stay out of it', async () => {
    await admin.count(BOX, 10);
    const order = await anOrder();
    await admin.change(order.id, { ...(await admin.seen(order.id, { [BOX]: 1 })), restock: false });
    expect((await admin.onHand())[0]).toBe(8);
    await admin.count(BOX, null);
  });

  test('what is sold out is refused by its name, and nothing changes (N12)', async () => {
    await admin.count(BOX, 10);
    await admin.count(DOUBLE, 1);
    const order = await anOrder();
    const before = await admin.read(order.id);
    const answer = await admin.change(order.id, await admin.seen(order.id, { [DOUBLE]: 2 }));
    const product = before.lines[0] && errorText('items_sold_out', 'en', { product: '@' }).split('@')[1];
    expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining(product ?? '?')]);
    expect(answer.json().message).toContain('20');
    expect(await admin.read(order.id)).toEqual(before);
    expect(await admin.onHand()).toEqual([8, 1]);
    for (const id of [BOX, DOUBLE]) await admin.count(id, null);
  });

  test('the tax follows what is paid back, and stays when the difference is let go', async () => {
    const registration = await admin.call('POST', '/api/admin/taxes', { state: 'NY', rate: '10', taxesFood: true });
    const order = await anOrder();
    const charged = centsOf(order.tax);
    expect(charged).toBe(400);
    expect(await admin.seen(order.id, { [BOX]: 1 })).toMatchObject({ differenceCents: -2199, refundCents: 2199 });
    const body = await admin.seen(order.id, { [BOX]: 1 }, 'let_go');
    expect(body).toMatchObject({ differenceCents: -1999 });
    const read = (await admin.change(order.id, await admin.seen(order.id, { [BOX]: 1 }))).json<OrderDetail>();
    expect(read).toMatchObject({ tax: '2.00', difference: '21.99', lines: [{ taxCents: 200 }] });
    expectSum(read);
    const kept = await anOrder();
    const letGo = await admin.change(kept.id, await admin.seen(kept.id, { [BOX]: 3 }, 'let_go'));
    expect(letGo.json()).toMatchObject({ tax: '4.00', difference: '-19.99', lines: [{ taxCents: 400 }] });
    expectSum(letGo.json());
    const { id, version } = registration.json<{ id: string; version: number }>();
    expect((await admin.call('DELETE', `/api/admin/taxes/${id}?version=${version}`)).statusCode).toBe(204);
  });

  test('a percentage follows the items; the discount of a deleted code stays', async () => {
    const made = await admin.call('POST', '/api/admin/codes', { code: 'GUAVA10', kind: 'percent', value: 10 });
    const { id: codeId } = made.json<{ id: string }>();
    const order = await anOrder();
    // As a checkout with the code writes it.
    const { lines } = await admin.read(order.id);
    const [discount, totalAmount] = ['4.00', centsToText(centsOf(order.totalAmount) - 400)];
    const tax = { discount, tax: order.tax, taxes: order.taxes, difference: '0.00' };
    await shop.deps.db.transaction(async (tx) => {
      const discounted = lines.map((line) => ({ ...line, discountCents: 400 }));
      await writeItems(tx, shop.deps, order, { ...tax, lines: discounted }, {});
      await tx.update(orders).set({ totalAmount, discountCode: 'GUAVA10' }).where(eq(orders.id, order.id));
    });
    expect(await admin.seen(order.id, { [BOX]: 1 })).toMatchObject({ differenceCents: -1799, refundCents: 1799 });
    expect((await admin.call('DELETE', `/api/admin/codes/${codeId}`)).statusCode).toBe(204);
    const body = await admin.seen(order.id, { [BOX]: 1 });
    expect(body).toMatchObject({ differenceCents: -1999 });
    const read = (await admin.change(order.id, body)).json<OrderDetail>();
    expect(read).toMatchObject({ discount: '4.00', discountCode: 'GUAVA10', lines: [{ discountCents: 400 }] });
    expectSum(read);
  });

  test('after a refund in the meantime the shown sums are refused, and nothing changes', async () => {
    const order = await anOrder();
    const body = await admin.seen(order.id, { [BOX]: 1 });
    await admin.call('POST', `${PATH}/${order.id}/refunds`, { amount: centsToText(centsOf(order.totalAmount) - 500) });
    const before = await admin.read(order.id);
    const late = await admin.change(order.id, { ...body, version: before.version });
    expect([late.statusCode, late.json().code]).toEqual([409, 'stale_version']);
    expect(await admin.read(order.id)).toEqual(before);
    // The preview offers what is left.
    const anew = await admin.seen(order.id, { [BOX]: 1 });
    expect(anew).toMatchObject({ differenceCents: -1999, refundCents: 500 });
    expect((await admin.change(order.id, anew)).json()).toMatchObject({ refundedAmount: order.totalAmount });
  });

  test('refunded units stay in the order, because their refund names them', async () => {
    const order = await anOrder();
    await admin.call('POST', `${PATH}/${order.id}/refunds`, { lines: [{ id: BOX, quantity: 1 }] });
    expect((await admin.preview(order.id, { [DOUBLE]: 1 })).statusCode).toBe(400);
    const read = (
      await admin.change(order.id, await admin.seen(order.id, { [BOX]: 1, [DOUBLE]: 1 }))
    ).json<OrderDetail>();
    expect(read.lines).toMatchObject([
      { id: BOX, quantity: 1, paidBack: 1 },
      { id: DOUBLE, quantity: 1, paidBack: 0 },
    ]);
  });

  test('20 presses at once are one change, one refund and one mail (P38, N11)', async () => {
    const order = await anOrder();
    const [body, key] = [await admin.seen(order.id, { [BOX]: 1 }), randomUUID()];
    await warmUp(shop);
    const answers = await Promise.all(Array.from({ length: 20 }, () => admin.change(order.id, body, key)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await atProvider(order.stripePaymentIntentId)).toHaveLength(1);
    const read = await admin.read(order.id);
    expect(read.events.filter(({ kind }) => kind === 'items')).toHaveLength(1);
    expect(read.refundedAmount).toBe('19.99');
    const mails = await mailsOf(shop, order.id);
    expect(mails.filter(({ templateKey }) => templateKey === 'order_change')).toHaveLength(1);
    const other = await admin.change(order.id, { ...body, notify: false }, key);
    expect([other.statusCode, other.json().message]).toEqual([409, errorText('idempotency_key_reused', 'en')]);
  });

  test('of 8 tabs with one version, one changes the order; without the version each would', async () => {
    const order = await anOrder();
    const body = await admin.seen(order.id, { [BOX]: 1 });
    await warmUp(shop);
    const answers = await Promise.all(Array.from({ length: 8 }, () => admin.change(order.id, body)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'stale_version',
      current: { id: order.id },
    });
    expect(await atProvider(order.stripePaymentIntentId)).toHaveLength(1);

    // The control names the version of the moment, as if it were not compared: what another tab has saved is lost.
    const careless = await anOrder();
    const stale = await admin.seen(careless.id, { [BOX]: 1 }, 'let_go');
    await admin.change(careless.id, stale);
    await admin.change(careless.id, await admin.seen(careless.id, { [BOX]: 2 }, 'let_go'));
    const { version } = await admin.read(careless.id);
    expect((await admin.change(careless.id, stale)).statusCode).toBe(409);
    expect((await admin.change(careless.id, { ...stale, version })).statusCode).toBe(200);
    expect((await admin.read(careless.id)).lines).toMatchObject([{ id: BOX, quantity: 1 }]);
  });

  test('a change and a full refund at the same time never pay back more than was paid (N11)', async () => {
    for (let i = 0; i < 4; i++) {
      const order = await anOrder();
      const body = await admin.seen(order.id, { [BOX]: 1 });
      await warmUp(shop);
      await Promise.all([
        admin.change(order.id, body),
        admin.call('POST', `${PATH}/${order.id}/refunds`, { amount: order.totalAmount }),
      ]);
      const back = await atProvider(order.stripePaymentIntentId);
      const backCents = back.reduce((cents, { amountCents }) => cents + amountCents, 0);
      expect(back).toHaveLength(1);
      expect(backCents).toBeLessThanOrEqual(centsOf(order.totalAmount));
    }
  });

  test('what a checkout holds is not taken, and of two changes one gets the last box (N12)', async () => {
    await admin.count(DOUBLE, 1);
    const held = await anOrder();
    const { paymentId } = await startedCheckout(shop, { cart: [{ id: DOUBLE, quantity: 1 }], attempt: randomUUID() });
    const late = await admin.change(held.id, await admin.seen(held.id, { [BOX]: 1, [DOUBLE]: 1 }));
    expect([late.statusCode, paymentId]).toEqual([409, expect.any(String)]);
    expect((await admin.onHand())[1]).toBe(1);
    await shop.deps.db.delete(stockHolds);
    const [one, two] = [await anOrder(), await anOrder()];
    const bodies = await Promise.all([one, two].map(({ id }) => admin.seen(id, { [BOX]: 1, [DOUBLE]: 1 })));
    await warmUp(shop);
    const answers = await Promise.all([one, two].map(({ id }, i) => admin.change(id, bodies[i] ?? {})));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await admin.onHand())[1]).toBe(0);
    await admin.count(DOUBLE, null);
  });

  test.each([
    ['shipped', (id: string) => admin.call('PATCH', `${PATH}/${id}/status`, { status: 'shipped' })],
    ['with a label', (id: string) => admin.call('POST', `${PATH}/${id}/labels`, {})],
    ['cancelled', (id: string) => admin.call('POST', `${PATH}/${id}/cancel`, {})],
    [
      'with a tracking number',
      (id: string) =>
        admin.call('PATCH', `${PATH}/${id}/tracking`, { trackingNumber: '9400111201080805483016', carrier: 'USPS' }),
    ],
    [
      'disputed',
      (id: string) => shop.deps.db.update(orders).set({ disputeStatus: 'needs_response' }).where(eq(orders.id, id)),
    ],
  ])('an order that is %s keeps its items', async (_, make) => {
    const order = await anOrder();
    const body = await admin.seen(order.id, { [BOX]: 1 });
    await make(order.id);
    const { version, lines } = await admin.read(order.id);
    const answers = [await admin.preview(order.id, { [BOX]: 1 }), await admin.change(order.id, { ...body, version })];
    for (const answer of answers) {
      expect([answer.statusCode, answer.json().message]).toEqual([409, errorText('items_fixed', 'en')]);
    }
    expect((await admin.read(order.id)).lines).toEqual(lines);
  });

  test.each([
    ['nothing', {}],
    ['the same', { [BOX]: 2 }],
    ['no box of it', { [BOX]: 0 }],
    ['too many', { [BOX]: 100 }],
    ['a product that is unknown', { [BOX]: 2, nothing: 1 }],
  ])('%s is no change', async (_, wanted: Wanted) => {
    const order = await anOrder();
    expect((await admin.preview(order.id, wanted)).statusCode).toBe(400);
  });

  test('changes need a session, and an idempotency key', async () => {
    const order = await anOrder();
    const body = await admin.seen(order.id, { [BOX]: 1 });
    for (const action of ['items', 'items/preview']) {
      const url = `${PATH}/${order.id}/${action}`;
      expect((await shop.app.inject({ method: 'POST', url, payload: body })).statusCode).toBe(401);
    }
    expect((await admin.change(order.id, body, '')).statusCode).toBe(400);
    expect((await admin.read(order.id)).lines[0]?.quantity).toBe(2);
  });

  test('the stats by product follow', async () => {
    const units = async () => {
      const rows = await shop.deps.db
        .select({ key: orderDayParts.key, units: sum(orderDayParts.units).mapWith(Number) })
        .from(orderDayParts)
        .where(eq(orderDayParts.part, 'product'))
        .groupBy(orderDayParts.key);
      return Object.fromEntries(rows.map(({ key, units }) => [key, units]));
    };
    const order = await anOrder();
    const before = await units();
    await admin.change(order.id, await admin.seen(order.id, { [BOX]: 1, [DOUBLE]: 3 }, 'let_go'));
    const after = await units();
    expect((after[BOX] ?? 0) - (before[BOX] ?? 0)).toBe(-1);
    expect((after[DOUBLE] ?? 0) - (before[DOUBLE] ?? 0)).toBe(3);
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

  test('P38 the process ends between change and refund: the refund is made once, and the change stays', async () => {
    const { paymentId } = await startedCheckout(shop, {
      cart: [{ id: BOX, quantity: 2 }],
      attempt: randomUUID(),
    });
    shop.stripe.confirm(paymentId);
    expect((await confirm(shop, paymentId)).statusCode).toBe(200);
    const [order] = await ordersOf(shop, paymentId);
    if (!order) throw new Error('no order');
    // No call reaches Stripe, as if the process had ended after the transaction.
    for (let i = 0; i < 2; i++) {
      shop.stripe.answerNext({ method: 'POST', path: /refunds/, status: 503, body: {} });
    }
    const [body, key] = [await admin.seen(order.id, { [BOX]: 1 }), randomUUID()];
    const answer = await admin.change(order.id, body, key);
    expect(answer.json()).toMatchObject({
      lines: [{ quantity: 1 }],
      refunds: [{ state: 'requested', amount: '19.99' }],
      refundedAmount: '0.00',
    });
    expect(shop.stripe.refundsOf(paymentId)).toEqual([]);
    // What is on its way cannot be paid back again.
    expect(centsOf(answer.json<OrderDetail>().refundableAmount)).toBe(centsOf(order.totalAmount) - 1999);
    shop.clock.advance(MINUTE);
    await Promise.all([resumeRefunds(shop.deps), admin.change(order.id, body, key), resumeRefunds(shop.deps)]);
    await noteRefunds(shop.deps, paymentId);
    expect(shop.stripe.refundsOf(paymentId)).toMatchObject([{ amount: 1999 }]);
    const read = await admin.read(order.id);
    expect(read).toMatchObject({ refundedAmount: '19.99', refunds: [{ state: 'succeeded' }] });
    expect(read.events.filter(({ kind }) => kind === 'items')).toHaveLength(1);
    expectSum(read);
  });
});
