import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { errorText } from '#server/errors.ts';
import { emails } from '#server/features/emails/schema.ts';
import { orders } from '#server/features/orders/schema.ts';
import { sandboxRefunds } from '#server/features/payments/schema.ts';
import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import { startTestApp } from '#test/app.ts';
import { aNewYorkAddress, confirm, NO_LIMITS, paidSandbox } from '#test/makers.ts';
import { adminOf, shopForAll } from '#test/shop.ts';
import { insertRefund } from './refunds/repository.ts';

const shop = shopForAll({
  env: {
    ...NO_LIMITS,
    LIMIT_INQUIRIES: '1000000',
    LIMIT_INQUIRIES_OVERALL: '1000000',
    LIMIT_PUBLIC_MAILS: '1000',
  },
});
const call = adminOf(shop);

/** A paid order with the buyer's calls. */
async function bought(address = aNewYorkAddress()) {
  const { paymentId } = await paidSandbox(shop, { address });
  await confirm(shop, paymentId);
  const [order] = await shop.deps.db.select().from(orders).where(eq(orders.stripePaymentIntentId, paymentId));
  if (!order) throw new Error('no order');
  const press = (what: string, payload: object = {}) =>
    shop.app.inject({ method: 'POST', url: `/api/orders/${order.statusToken}/${what}`, payload });
  return {
    order,
    cancel: () => press('cancel'),
    correct: (changes: object) =>
      press('address', { addressLine1: '1 Main St', city: 'New York', state: 'NY', zipCode: '10118', ...changes }),
    detail: async () => (await call('GET', `/api/admin/orders/${order.id}`)).json<OrderDetail>(),
    mails: async () =>
      (await shop.deps.db.select().from(emails).where(eq(emails.orderId, order.id))).map(
        ({ templateKey }) => templateKey,
      ),
    setStatus: (status: string) => call('PATCH', `/api/admin/orders/${order.id}/status`, { status }),
  };
}

const messageOf = (answer: { json: () => { message: string } }) => answer.json().message;

describe('the buyer cancels', () => {
  test('N11 an order not in work: ten presses at once refund everything once, with one mail to each side', async () => {
    const { order, cancel, detail, mails } = await bought();
    const answers = await Promise.all(Array.from({ length: 10 }, cancel));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(answers[0]?.json()).toMatchObject({ status: 'cancelled' });
    const after = await detail();
    expect(after).toMatchObject({
      status: 'cancelled',
      refundableAmount: '0.00',
      refundedAmount: order.totalAmount,
      refunds: [{ amount: order.totalAmount, state: 'succeeded' }],
    });
    expect(after.events.find(({ kind }) => kind === 'status')?.detail).toEqual({
      from: 'pending',
      to: 'cancelled',
      by: 'customer',
    });
    const atProvider = await shop.deps.db
      .select()
      .from(sandboxRefunds)
      .where(eq(sandboxRefunds.paymentId, order.stripePaymentIntentId));
    expect(atProvider).toHaveLength(1);
    const sent = await mails();
    expect(sent.filter((key) => key === 'order_cancellation')).toHaveLength(1);
    expect(sent.filter((key) => key === 'owner_alert')).toHaveLength(1);
  });

  test.each(['processing', 'shipped', 'delivered'])('not when it is %s', async (status) => {
    const { cancel, detail, setStatus } = await bought();
    await setStatus(status);
    const answer = await cancel();
    expect([answer.statusCode, messageOf(answer)]).toEqual([409, errorText('order_in_work', 'en')]);
    expect(await detail()).toMatchObject({ status, refunds: [], refundedAmount: '0.00' });
  });

  test('an order cancelled by the owner is not refunded again, even if the owner’s refund failed', async () => {
    const { order, cancel, detail, setStatus } = await bought();
    await insertRefund(shop.deps.db, {
      orderId: order.id,
      paymentIntentId: order.stripePaymentIntentId,
      provider: 'sandbox',
      idempotencyKey: 'cancel:0',
      amountCents: 100,
      currency: 'usd',
      state: 'failed',
    });
    await setStatus('cancelled');
    expect((await cancel()).statusCode).toBe(200);
    expect(await detail()).toMatchObject({ refundedAmount: '0.00', refunds: [{ state: 'failed' }] });
  });

  test('either the buyer cancels, or the owner begins to pack: never both', async () => {
    for (let i = 0; i < 5; i++) {
      const { cancel, detail, setStatus } = await bought();
      const [canceled] = await Promise.all([cancel(), setStatus('processing')]);
      const { refunds, events } = await detail();
      expect(refunds).toHaveLength(canceled.statusCode === 200 ? 1 : 0);
      if (canceled.statusCode !== 200) expect(events.some(({ detail: { to } }) => to === 'cancelled')).toBe(false);
    }
  });

  test('with the link alone, and not by opening it', async () => {
    const { order, detail } = await bought();
    for (const token of ['x'.repeat(32), order.id, '%00']) {
      const answer = await shop.app.inject({ method: 'POST', url: `/api/orders/${token}/cancel`, payload: {} });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
    }
    await shop.app.inject(`/api/orders/${order.statusToken}/cancel`);
    await shop.app.inject(`/api/orders/${order.statusToken}`);
    expect((await detail()).status).toBe('pending');
  });
});

describe('the buyer corrects the address', () => {
  test('to another city too, and is answered in the order’s language', async () => {
    const { correct, detail } = await bought(aNewYorkAddress({ preferredLanguage: 'es' }));
    const answer = await correct({ addressLine1: '1 Court Sq', city: 'Queens', zipCode: '11101' });
    expect(answer.json()).toMatchObject({ city: 'Queens', state: 'NY' });
    expect(await detail()).toMatchObject({ city: 'Queens', zipCode: '11101' });
    const dear = await correct({ city: 'Honolulu', state: 'HI', zipCode: '96813' });
    expect(messageOf(dear)).toBe(errorText('address_dearer', 'es'));
  });

  test('within its zone, is confirmed by mail, and the page shows only city and state', async () => {
    const { correct, detail, mails } = await bought();
    const answer = await correct({ addressLine1: '2 Wall St', zipCode: '10005' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ city: 'New York', state: 'NY' });
    expect(answer.body).not.toContain('Wall St');
    const after = await detail();
    expect(after).toMatchObject({ addressLine1: '2 Wall St', addressLine2: null, zipCode: '10005' });
    expect(after.events.at(-1)).toMatchObject({ kind: 'address', detail: { by: 'customer' } });
    expect((await mails()).filter((key) => key === 'customer_message')).toHaveLength(1);
    // The same again changes nothing and sends no mail.
    expect((await correct({ addressLine1: '2 Wall St', zipCode: '10005' })).statusCode).toBe(200);
    expect((await detail()).version).toBe(after.version);
    expect((await mails()).filter((key) => key === 'customer_message')).toHaveLength(1);
  });

  test('mails once an hour, and at most five times for an order', async () => {
    const { correct, detail, mails } = await bought();
    const notices = async () => (await mails()).filter((key) => key === 'customer_message').length;
    const streets = [2, 3, 4, 5, 6].map((number) => `${number} Wall St`);
    for (const addressLine1 of streets.slice(0, 3)) expect((await correct({ addressLine1 })).statusCode).toBe(200);
    expect(await notices()).toBe(1);
    shop.clock.advance(3_600_000);
    for (const addressLine1 of streets.slice(3)) expect((await correct({ addressLine1 })).statusCode).toBe(200);
    expect(await notices()).toBe(2);
    const { version } = await detail();
    const spent = await correct({ addressLine1: '7 Wall St' });
    expect([spent.statusCode, messageOf(spent)]).toEqual([
      409,
      errorText('address_changes_spent', 'en', { count: '5' }),
    ]);
    expect(await detail()).toMatchObject({ version, addressLine1: '6 Wall St' });
    expect(await notices()).toBe(2);
  });

  test('a network whose share of mails is spent is told to wait a day, not a minute', async () => {
    const { order, correct } = await bought();
    const remoteAddress = '203.0.113.5';
    const payload = { addressLine1: '2 Wall St', city: 'New York', state: 'NY', zipCode: '10118' };
    while (shop.deps.mailShare.take(remoteAddress));
    const url = `/api/orders/${order.statusToken}/address`;
    const refused = await shop.app.inject({ method: 'POST', url, payload, remoteAddress });
    expect([refused.statusCode, messageOf(refused)]).toEqual([429, expect.stringContaining('Try again tomorrow')]);
    expect((await correct(payload)).statusCode).toBe(200);
  });

  test.each([
    ['where shipping costs more', { city: 'Honolulu', state: 'HI', zipCode: '96813' }, 409, 'address_dearer'],
    ['that is no address of the country', { zipCode: 'SW1A 1AA' }, 400, 'address_unserved'],
  ] as const)('not to one %s', async (_, changes, status, code) => {
    const { correct, detail } = await bought();
    const answer = await correct(changes);
    expect([answer.statusCode, messageOf(answer)]).toEqual([status, errorText(code, 'en')]);
    expect(await detail()).toMatchObject({ version: 1, city: 'New York' });
  });

  test('not once it is in work, and no other field', async () => {
    const { correct, detail, setStatus } = await bought();
    await correct({ email: 'thief@shopper.example', totalAmount: '0.01' });
    expect(await detail()).toMatchObject({ email: aNewYorkAddress().email, addressLine1: '1 Main St' });
    await setStatus('processing');
    expect((await correct({ addressLine1: '9 Late St' })).statusCode).toBe(409);
    expect((await detail()).addressLine1).toBe('1 Main St');
  });
});

describe('find my order', () => {
  const find = (orderNumber: string, email: string) =>
    shop.app.inject({ method: 'POST', url: '/api/orders/find', payload: { orderNumber, email } });
  const links = async (id: string) =>
    (await shop.deps.db.select().from(emails).where(eq(emails.orderId, id))).filter(
      ({ templateKey }) => templateKey === 'customer_message',
    );

  test('mails the link to the buyer once an hour, and answers the same to everybody', async () => {
    const { order } = await bought();
    const other = await bought();
    const number = order.id.slice(0, 8);
    const wrong = await find(number, 'stranger@shopper.example');
    const crossed = await find('00000000', order.email);
    const right = await find(`#${number} `, order.email.toUpperCase());
    for (const answer of [wrong, crossed, right]) {
      expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([202, '{}', '2']);
    }
    await expect.poll(() => links(order.id)).toHaveLength(1);
    const [mail] = await links(order.id);
    expect(mail).toMatchObject({ to: order.email, text: expect.stringContaining(`/order/${order.statusToken}`) });
    await find(number, order.email);
    // The mail of a later request has been sent, so the earlier request is finished too.
    await find(other.order.id.slice(0, 8), other.order.email);
    await expect.poll(() => links(other.order.id)).toHaveLength(1);
    expect(await links(order.id)).toHaveLength(1);
  });

  test.each([
    ['a number that is none', { orderNumber: 'ZZZZZZZZ', email: 'a@b.example' }],
    ['a pattern', { orderNumber: '%%%%%%%%', email: 'a@b.example' }],
    ['two mailboxes', { orderNumber: '3F2A9B10', email: 'a@b.example, c@d.example' }],
    ['no mailbox', { orderNumber: '3F2A9B10' }],
  ])('%s is refused', async (_, payload) => {
    expect((await shop.app.inject({ method: 'POST', url: '/api/orders/find', payload })).statusCode).toBe(400);
  });
});

test('one caller asks twenty times a minute at most', async () => {
  const strict = await startTestApp();
  const payload = { orderNumber: '3F2A9B10', email: 'a@b.example' };
  const codes: number[] = [];
  for (let i = 0; i < 25; i++) {
    codes.push((await strict.app.inject({ method: 'POST', url: '/api/orders/find', payload })).statusCode);
  }
  expect(codes.filter((code) => code === 429).length).toBeGreaterThanOrEqual(5);
  await strict.close();
});
