import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { issueTexts } from '#brand/texts/tables.ts';
import { errorText } from '#server/errors.ts';
import { emails } from '#server/features/emails/schema.ts';
import { orders } from '#server/features/orders/schema.ts';
import type { Today } from '#shared/admin/today.ts';
import { dayAfter } from '#shared/core/days.ts';
import type { OrderDetail, TrackingAnswer } from '#shared/orders/admin-orders.ts';
import type { OrderStatusView } from '#shared/orders/status.ts';
import { promisedDay } from '#shared/shipping/promised-day.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { aNewYorkAddress, confirm, NO_LIMITS, paidSandbox } from '#test/makers.ts';
import { adminOf, shopForAll } from '#test/shop.ts';

const shop = shopForAll({ env: { ...NO_LIMITS, LIMIT_INQUIRIES: '1000000' } });
const call = adminOf(shop);

const inDays = (days: number) => dayAfter(shopDay(shop.deps.clock.now()), days);

/** A paid order that was promised to leave yesterday. */
async function lateOrder(changes: Partial<typeof orders.$inferInsert> = {}) {
  const { paymentId } = await paidSandbox(shop, { address: aNewYorkAddress() });
  await confirm(shop, paymentId);
  const [order] = await shop.deps.db
    .update(orders)
    .set({ shipBy: inDays(-1), arriveBy: inDays(3), ...changes })
    .where(eq(orders.stripePaymentIntentId, paymentId))
    .returning();
  if (!order) throw new Error('no order');
  const { id, statusToken } = order;
  const buyer = (method: 'GET' | 'POST', what = '') =>
    shop.app.inject({ method, url: `/api/orders/${statusToken}${what}`, ...(method === 'POST' && { payload: {} }) });
  return {
    order,
    write: (shipBy: unknown, more: object = {}) => call('POST', `/api/admin/orders/${id}/delay`, { shipBy, ...more }),
    wait: () => buyer('POST', '/wait'),
    cancel: () => buyer('POST', '/cancel'),
    page: async () => (await buyer('GET')).json<OrderStatusView>(),
    detail: async () => (await call('GET', `/api/admin/orders/${id}`)).json<OrderDetail>(),
    mails: async () =>
      (await shop.deps.db.select().from(emails).where(eq(emails.orderId, id))).filter(
        ({ templateKey }) => templateKey === 'order_delay',
      ),
  };
}

const countLate = async () => (await call('GET', '/api/admin/summary/today')).json<Today>().late;

test('the first notice moves the promise, counts silence as consent, and ten presses send one', async () => {
  const { order, write, detail, mails, page } = await lateOrder({ preferredLanguage: 'es' });
  const late = await countLate();
  const shipBy = inDays(7);
  const answers = await Promise.all(Array.from({ length: 10 }, () => write(shipBy)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  expect(answers.map((answer) => answer.json<TrackingAnswer>().mail).filter((mail) => mail !== 'none')).toHaveLength(1);
  const after = await detail();
  expect(after).toMatchObject({ shipBy, delays: 1, delayState: 'told', answerBy: null });
  expect((after.arriveBy ?? '') > shipBy).toBe(true);
  expect(after.events.filter(({ kind }) => kind === 'delay')).toMatchObject([
    { detail: { from: order.shipBy, shipBy, answerBy: null, state: 'told' } },
  ]);
  const [mail, ...more] = await mails();
  expect([more, mail?.language]).toEqual([[], 'es']);
  expect(mail?.text).toContain(promisedDay(shipBy, 'es'));
  expect(mail?.text).toContain(`/order/${order.statusToken}`);
  expect(await page()).toMatchObject({ shipBy, delay: { state: 'told', answerBy: null } });
  expect(await countLate()).toBe(late - 1);
});

test('opening the page changes nothing; a press agrees, once however often it is repeated', async () => {
  const { write, wait, detail, page } = await lateOrder();
  await write(inDays(40));
  const before = await detail();
  expect(before).toMatchObject({ delayState: 'asked', answerBy: inDays(29) });
  await page();
  await shop.app.inject(before.statusUrl);
  expect((await detail()).version).toBe(before.version);
  const answers = await Promise.all([wait(), wait(), wait()]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(answers[0]?.json()).toMatchObject({ delay: { state: 'waits', answerBy: null } });
  const { events, status } = await detail();
  expect(events.filter(({ kind }) => kind === 'waits')).toMatchObject([{ detail: { by: 'customer' } }]);
  expect(status).toBe('pending');
});

test('after a delay notice the customer may cancel while it is packed, with a full refund; others may not', async () => {
  const { order, write, cancel, detail } = await lateOrder({ status: 'processing' });
  expect((await cancel()).statusCode).toBe(409);
  await write(inDays(7));
  expect((await cancel()).statusCode).toBe(200);
  expect(await detail()).toMatchObject({ status: 'cancelled', refundedAmount: order.totalAmount });
});

test('a second or open-ended delay needs a yes; without it the order is late and its refund is offered', async () => {
  const shipBy = inDays(7);
  const { order, write, wait, cancel, detail, mails } = await lateOrder();
  await write(shipBy);
  await write(null);
  expect(await detail()).toMatchObject({
    shipBy: null,
    arriveBy: null,
    delays: 2,
    delayState: 'asked',
    answerBy: shipBy,
  });
  await write(inDays(60));
  expect(await mails()).toHaveLength(3);
  const late = await countLate();
  await shop.deps.db
    .update(orders)
    .set({ answerBy: inDays(-1) })
    .where(eq(orders.id, order.id));
  expect(await countLate()).toBe(late + 1);
  const { version } = await detail();
  // The customer's yes at the same moment comes before the refund.
  await wait();
  expect(await countLate()).toBe(late);
  const stale = await call('POST', `/api/admin/orders/${order.id}/cancel`, { version });
  expect(stale.statusCode).toBe(409);
  expect((await detail()).refunds).toEqual([]);
  expect((await cancel()).statusCode).toBe(200);
  expect(await detail()).toMatchObject({ status: 'cancelled', refundedAmount: order.totalAmount });
});

test('of two tabs with different days one sends a notice; the other sees the promise', async () => {
  const { order, write, mails } = await lateOrder();
  const { version } = order;
  const answers = await Promise.all([write(inDays(7), { version }), write(inDays(9), { version })]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const refused = answers.find(({ statusCode }) => statusCode === 409);
  expect(refused?.json()).toMatchObject({ code: 'stale_version', current: { delays: 1 } });
  expect(await mails()).toHaveLength(1);
});

test('refuses a notice for a past or earlier day or a shipped order, and a yes without a notice', async () => {
  const { write, wait, mails } = await lateOrder({ shipBy: inDays(3) });
  for (const day of [inDays(-1), inDays(2)]) {
    const answer = await write(day);
    expect([answer.statusCode, answer.json().issues]).toEqual([400, [{ path: 'shipBy', message: expect.any(String) }]]);
  }
  expect((await wait()).statusCode).toBe(409);
  for (const status of ['shipped', 'delivered', 'cancelled'] as const) {
    const gone = await lateOrder({ status });
    const answer = await gone.write(inDays(7));
    expect([answer.statusCode, answer.json().message]).toEqual([409, errorText('order_left', 'en')]);
    expect(await gone.mails()).toEqual([]);
  }
  expect(await mails()).toEqual([]);
});

test('refuses a notice for a day on which a heat rule holds the parcel; another day, or none, is allowed', async () => {
  const days = Array.from({ length: 7 }, (_, i) => inDays(7 + i));
  const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
  const thursday = days.find((day) => weekday(day) === 4) ?? '';
  const wednesday = days.find((day) => weekday(day) === 3) ?? '';
  const path = '/api/admin/shipping-rules';
  const publish = async (heat: object[]) => {
    const { version, origin: _, changed: __, published: ___, ...rules } = (await call('GET', path)).json();
    const answer = await call('PUT', path, { ...rules, heat, version, publish: true });
    expect(answer.statusCode).toBe(200);
  };
  const rule = { products: [], states: ['NY'], isEarlyWeek: false, isFast: false, isHeld: false };
  const months = Array.from({ length: 12 }, (_, i) => i + 1);
  try {
    await publish([{ ...rule, months, isEarlyWeek: true }]);
    const { write, detail, mails } = await lateOrder();
    const refused = await write(thursday);
    const message = issueTexts.en.issue_day_hot;
    expect([refused.statusCode, refused.json().issues]).toEqual([400, [{ path: 'shipBy', message }]]);
    expect([await mails(), (await detail()).delays]).toEqual([[], 0]);
    expect((await write(wednesday)).statusCode).toBe(200);
    await publish([{ ...rule, months, isHeld: true }]);
    // Nothing new was promised, so no mail is sent.
    expect((await write(wednesday)).json()).toMatchObject({ mail: 'none' });
    expect((await write(inDays(28))).statusCode).toBe(400);
    expect((await write(null)).statusCode).toBe(200);
    expect(await mails()).toHaveLength(2);
  } finally {
    await publish([]);
  }
});

test('the mail has the owner’s own words', async () => {
  const saved = await call('POST', '/api/admin/email-templates', {
    templateKey: 'order_delay',
    language: 'en',
    subject: 'Later: {{orderNumber}}',
    body: '{{delayNote}} {{delayAnswer}}',
  });
  expect(saved.statusCode).toBeLessThan(300);
  const { write, mails } = await lateOrder();
  await write(inDays(7));
  const [mail] = await mails();
  expect(mail?.subject).toMatch(/^Later: /);
  expect(mail?.text).toContain(promisedDay(inDays(7), 'en'));
});
