import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { linkAttempt } from '#server/db/link-attempts.ts';
import { forgetOldUses } from '#server/features/codes/service.ts';
import { emails } from '#server/features/emails/schema.ts';
import { orders } from '#server/features/orders/schema.ts';
import { sandboxPayments } from '#server/features/payments/schema.ts';
import { reconcileCheckouts } from '#server/features/settlement/reconcile.ts';
import { checkouts, paymentAnomalies } from '#server/features/settlement/schema.ts';
import { forgetOldHolds } from '#server/features/stock/service.ts';
import { centsOf, centsToText } from '#shared/core/money.ts';
import type { OwedPayAnswer } from '#shared/orders/owed.ts';
import type { PayLinkView, WrittenOrder } from '#shared/written-orders/written-orders.ts';
import { aNewYorkAddress, aPaymentStart, NO_LIMITS, payByCard, paymentIdOf, post, startPayment } from '#test/makers.ts';
import { shopForAll } from '#test/shop.ts';
import { mailsOf } from '#test/stripe-shop.ts';
import { BY_LINK, writingDesk } from '#test/written-orders.ts';
import { forgetOldLinks, resumeLinks } from './links.ts';

const A = '/api/admin';
const PATH = `${A}/written-orders`;
const DAY = 86_400_000;

const shop = shopForAll({ env: NO_LIMITS });
const { call, aBody, write, read, link, setStock, stock, warmUp } = writingDesk(shop);

const tokenOf = ({ payUrl }: WrittenOrder) => payUrl?.split('/').at(-1) ?? '';
const view = async (token: string) => (await shop.app.inject({ url: `/api/pay-links/${token}` })).json<PayLinkView>();
const pay = (token: string, amount: string) => post(shop, `/api/pay-links/${token}/owed/pay`, { amount });
const confirmAt = (token: string, paymentIntentId: string) =>
  post(shop, `/api/pay-links/${token}/owed/confirm`, { paymentIntentId });
const end = (id: string) => call('DELETE', `${PATH}/${id}/link`);
const listed = async (id: string) => (await call('GET', PATH)).json<WrittenOrder[]>().find((row) => row.id === id);
const countOrders = () => shop.deps.db.$count(orders);
const revenue = async () => centsOf((await call('GET', `${A}/summary`)).json<{ revenue: string }>().revenue);

/** Begins the payment. */
async function begin(token: string) {
  const { owed } = await view(token);
  const answer = await pay(token, owed.amount);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const { clientSecret } = answer.json<OwedPayAnswer>();
  return { clientSecret, paymentId: paymentIdOf(clientSecret) };
}

describe('a link', () => {
  test('is mailed, shows no person, is paid, and then is an order like any other', async () => {
    const [before, sold] = [await countOrders(), await revenue()];
    const lines = [{ id: 'box40', quantity: 2, priceCents: 1800, reason: 'regular' }];
    const address = aNewYorkAddress({ preferredLanguage: 'es', email: `${randomUUID()}@shopper.example` });
    const made = await link({ lines, address, note: 'Calls on Fridays' });
    expect(made).toMatchObject({ state: 'open', orderId: null, payUrl: expect.stringContaining('/order/pay-') });
    const token = tokenOf(made);
    const [mail] = await shop.deps.db.select().from(emails).where(eq(emails.to, address.email));
    expect([mail?.language, mail?.subject]).toEqual(['es', expect.stringContaining('Tu pedido de $')]);
    expect(mail?.text).toContain(token);
    expect(made.message).toContain(token);
    const shown = await view(token);
    const text = JSON.stringify(shown);
    for (const hidden of [
      address.fullName,
      address.email,
      address.addressLine1,
      'Calls on',
      'regular',
      'changedPrices',
    ]) {
      expect(text).not.toContain(hidden);
    }
    // Not yet an order, nor revenue.
    expect([await countOrders(), await revenue()]).toEqual([before, sold]);

    const payment = await begin(token);
    const [row] = await shop.deps.db.select().from(sandboxPayments).where(eq(sandboxPayments.id, payment.paymentId));
    expect(row?.amountCents).toBe(made.totalCents);
    expect((await confirmAt(token, payment.paymentId)).statusCode).toBe(402);
    expect((await payByCard(shop, payment)).statusCode).toBe(200);
    const confirmed = (await confirmAt(token, payment.paymentId)).json<PayLinkView>();
    expect(confirmed).toMatchObject({ owed: { state: 'paid' }, statusUrl: expect.stringContaining('/order/') });
    expect((await countOrders()) - before).toBe(1);
    expect((await revenue()) - sold).toBe(made.totalCents);
    const paid = await listed(made.id);
    expect(paid).toMatchObject({ state: 'paid', payUrl: null });
    const order = await read(paid?.orderId ?? '');
    expect(order).toMatchObject({
      totalAmount: centsToText(made.totalCents),
      notes: 'Calls on Fridays',
      stripePaymentIntentId: payment.paymentId,
      statusUrl: confirmed.statusUrl,
    });
    expect(order.events.find(({ kind }) => kind === 'written')?.detail).toMatchObject({
      method: null,
      prices: expect.stringContaining('(regular)'),
    });
    const keys = (await mailsOf(shop, order.id)).map(({ templateKey }) => templateKey).sort();
    expect(keys).toEqual(['admin_order_notification', 'order_confirmation']);
    expect((await pay(token, shown.totalAmount)).json().code).toBe('owed_paid');
    expect((await end(made.id)).statusCode).toBe(409);
    const refunded = await call(
      'POST',
      `${A}/orders/${order.id}/refunds`,
      { amount: '1.00' },
      { 'idempotency-key': 'x' },
    );
    expect(refunded.json()).toMatchObject({ state: 'succeeded' });
  });

  test('20 tabs and confirmations are one payment, one order and two mails (N1)', async () => {
    const made = await link();
    const token = tokenOf(made);
    const before = await countOrders();
    await warmUp();
    const tabs = await Promise.all(Array.from({ length: 20 }, () => begin(token)));
    expect(new Set(tabs.map(({ paymentId }) => paymentId)).size).toBe(1);
    const [payment] = tabs;
    if (!payment) throw new Error('no payment');
    expect((await payByCard(shop, payment)).statusCode).toBe(200);
    await warmUp();
    const answers = await Promise.all([
      ...tabs.map(() => confirmAt(token, payment.paymentId)),
      reconcileCheckouts(shop.deps),
    ]);
    expect(answers.slice(0, 20).map((answer) => (answer as { statusCode: number }).statusCode)).toEqual(
      Array(20).fill(200),
    );
    expect((await countOrders()) - before).toBe(1);
    const { orderId } = (await listed(made.id)) ?? {};
    expect(await mailsOf(shop, orderId ?? '')).toHaveLength(2);
    // The control: attempts of their own are payments of their own.
    const start = await aPaymentStart(shop);
    const apart = await Promise.all([1, 2, 3].map(() => startPayment(shop, start, randomUUID())));
    expect(new Set(apart.map((answer) => answer.json<OwedPayAnswer>().clientSecret)).size).toBe(3);
  });

  test('20 presses of the owner are one link, one hold and one mail', async () => {
    await setStock(30);
    const email = `${randomUUID()}@shopper.example`;
    const body = await aBody({ ending: BY_LINK, address: aNewYorkAddress({ email }) });
    const key = randomUUID();
    await warmUp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => write(body, key)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(answers.map((answer) => answer.json<WrittenOrder>().id)).size).toBe(1);
    expect(await stock()).toMatchObject({ onHand: 30, available: 28 });
    expect(await shop.deps.db.$count(emails, eq(emails.to, email))).toBe(1);
    await end(answers[0]?.json<WrittenOrder>().id ?? '');
    await setStock(null);
  });

  test('is paid without browser and webhook, and after a kill at each step of its payment', async () => {
    const made = await link();
    const token = tokenOf(made);
    const { db } = shop.deps;
    // Killed after the checkout was stored: no payment yet.
    const first = await begin(token);
    await db.update(checkouts).set({ paymentIntentId: null }).where(eq(checkouts.paymentIntentId, first.paymentId));
    // The key of the checkout gives the same payment.
    expect((await begin(token)).paymentId).toBe(first.paymentId);
    expect((await payByCard(shop, first)).statusCode).toBe(200);
    // Killed within the booking: nothing of it is left.
    await db.execute(sql`alter table order_events add constraint halt check (kind <> 'written') not valid`);
    expect((await confirmAt(token, first.paymentId)).statusCode).toBe(500);
    expect(await listed(made.id)).toMatchObject({ state: 'open', orderId: null });
    await db.execute(sql`alter table order_events drop constraint halt`);
    await db.execute(sql`update checkouts set next_check_at = now() - interval '1 second'`);
    await reconcileCheckouts(shop.deps);
    expect(await listed(made.id)).toMatchObject({ state: 'paid', orderId: expect.any(String) });
  });

  test('is payable again when its payment was canceled after two hours', async () => {
    await setStock(10);
    const made = await link();
    const token = tokenOf(made);
    const first = await begin(token);
    await shop.deps.payments.cancelPayment(first.paymentId);
    await confirmAt(token, first.paymentId);
    expect((await stock())?.available).toBe(8);
    const second = await begin(token);
    expect(second.paymentId).not.toBe(first.paymentId);
    await payByCard(shop, second);
    expect((await confirmAt(token, second.paymentId)).statusCode).toBe(200);
    expect(await stock()).toMatchObject({ onHand: 8, available: 8 });
    await setStock(null);
  });

  test('answers a wrong token, another sum and a foreign payment with nothing', async () => {
    const made = await link();
    const token = tokenOf(made);
    for (const wrong of [`${token}x`, 'pay-', 'pay-%00', `pay-${'a'.repeat(500)}`]) {
      expect([400, 404]).toContain((await shop.app.inject({ url: `/api/pay-links/${wrong}` })).statusCode);
    }
    expect((await pay(token, '1.00')).json().code).toBe('owed_changed');
    const other = await link();
    const theirs = await begin(tokenOf(other));
    await payByCard(shop, theirs);
    expect((await confirmAt(token, theirs.paymentId)).statusCode).toBe(402);
    expect(await listed(made.id)).toMatchObject({ state: 'open' });
    expect((await post(shop, `${PATH}/preview`, {})).statusCode).toBe(401);
    expect((await shop.app.inject({ url: PATH })).statusCode).toBe(401);
    expect((await shop.app.inject({ method: 'DELETE', url: `${PATH}/${made.id}/link` })).statusCode).toBe(401);
  });
});

describe('what a link holds', () => {
  test('is kept from shoppers for all its days, and given back when the owner ends it', async () => {
    await setStock(3);
    const code = `LINK${Date.now()}`;
    await call('POST', `${A}/codes`, { code, kind: 'amount', value: 200, limit: 1 });
    const made = await link({ code });
    await forgetOldHolds(shop.deps);
    await forgetOldUses(shop.deps);
    expect(await stock()).toMatchObject({ onHand: 3, available: 1 });
    const late = { ...shop.deps, clock: { ...shop.deps.clock, now: () => new Date(Date.now() + 6 * DAY) } };
    await forgetOldHolds(late);
    await forgetOldUses(late);
    expect((await stock())?.available).toBe(1);
    const used = await write(await aBody().then((body) => ({ ...body, code })));
    expect(used.json().code).toBe('code_used_up');
    const first = await begin(tokenOf(made));
    expect((await end(made.id)).json()).toMatchObject({ state: 'ended', endedBy: 'owner', payUrl: null });
    expect((await stock())?.available).toBe(3);
    expect((await payByCard(shop, first)).statusCode).toBeGreaterThanOrEqual(400);
    expect((await view(tokenOf(made))).owed.state).toBe('ended');
    expect((await pay(tokenOf(made), centsToText(made.totalCents))).json().code).toBe('owed_ended');
    const again = await link({ code });
    expect(again.state).toBe('open');
    await end(again.id);
    await setStock(null);
  });

  test('is given back when its time is over, and the owner gets one mail', async () => {
    await setStock(5);
    const made = await link({ ending: { ...BY_LINK, days: 1 } });
    const late = { ...shop.deps, clock: { ...shop.deps.clock, now: () => new Date(Date.now() + 1.01 * DAY) } };
    await Promise.all([resumeLinks(late), resumeLinks(late)]);
    await resumeLinks(late);
    expect(await listed(made.id)).toMatchObject({ state: 'ended', endedBy: 'time' });
    expect((await stock())?.available).toBe(5);
    expect(await shop.deps.db.$count(emails, eq(emails.dedupeKey, `written_ended:${made.id}`))).toBe(1);
    await forgetOldLinks(late);
    expect(await listed(made.id)).toBeDefined();
    await forgetOldLinks({ ...late, clock: { ...late.clock, now: () => new Date(Date.now() + 92 * DAY) } });
    expect(await listed(made.id)).toBeUndefined();
    await setStock(null);
  });

  test('is given back when its person is erased, and a paid one keeps no name', async () => {
    await setStock(9);
    const email = `${randomUUID()}@shopper.example`;
    const address = aNewYorkAddress({ email, fullName: 'Zoraida Ferrer' });
    const [open, paid] = [await link({ address }), await link({ address, note: 'Zoraida calls' })];
    const payment = await begin(tokenOf(paid));
    await payByCard(shop, payment);
    await confirmAt(tokenOf(paid), payment.paymentId);
    const { orderId } = (await listed(paid.id)) ?? {};
    await call('PATCH', `${A}/orders/${orderId}/status`, { status: 'delivered' });
    const found = (await call('POST', `${A}/people/export`, { person: email })).body;
    expect(found).toContain('linksNotPaid');
    expect((await call('POST', `${A}/people/erase`, { person: email, confirm: email })).statusCode).toBe(200);
    expect(await listed(open.id)).toBeUndefined();
    expect(await stock()).toMatchObject({ onHand: 7, available: 7 });
    const rows = JSON.stringify(await shop.deps.db.execute(sql`select * from written_orders`));
    expect([rows.includes('Zoraida'), rows.includes(email)]).toEqual([false, false]);
    await setStock(null);
  });

  test('goes to its payer or comes back, never both, when the owner ends it during the payment', async () => {
    await setStock(40);
    for (let round = 0; round < 6; round++) {
      const made = await link();
      const token = tokenOf(made);
      const before = await stock();
      const payment = await begin(token);
      await warmUp();
      const [card, ended] = await Promise.all([payByCard(shop, payment), end(made.id)]);
      await confirmAt(token, payment.paymentId);
      await resumeLinks(shop.deps);
      const after = await listed(made.id);
      expect(after?.state).toBe(card.statusCode === 200 ? 'paid' : 'ended');
      expect([200, 409]).toContain(ended.statusCode);
      const taken = after?.state === 'paid' ? 2 : 0;
      expect(await stock()).toMatchObject({ onHand: (before?.onHand ?? 0) - taken });
      expect(await shop.deps.db.$count(checkouts, eq(checkouts.attemptKey, linkAttempt(made.id)))).toBe(1);
    }
    const held = await stock();
    expect(held?.available).toBe(held?.onHand);
    await setStock(null);
  });

  test('a payment that begins while the link ends is never payable afterwards', async () => {
    for (let round = 0; round < 6; round++) {
      const made = await link();
      const token = tokenOf(made);
      await warmUp();
      const [begun, ended] = await Promise.all([pay(token, centsToText(made.totalCents)), end(made.id)]);
      expect(ended.statusCode).toBe(200);
      if (begun.statusCode !== 200) continue;
      const { clientSecret } = begun.json<OwedPayAnswer>();
      const late = await payByCard(shop, { clientSecret, paymentId: paymentIdOf(clientSecret) });
      expect(late.statusCode).toBeGreaterThanOrEqual(400);
    }
  });

  test('the last boxes go to a link or to a shopper, never to both (N12)', async () => {
    for (let round = 0; round < 5; round++) {
      await setStock(2);
      const [body, start] = await Promise.all([
        aBody({ ending: BY_LINK, way: 'van' }),
        aPaymentStart(shop, { cart: [{ id: 'box40', quantity: 2 }] }),
      ]);
      await warmUp();
      const [mine, theirs] = await Promise.all([write(body), startPayment(shop, start, randomUUID())]);
      expect([mine.statusCode, theirs.statusCode].sort()).toEqual(mine.statusCode === 201 ? [201, 409] : [200, 409]);
      if (mine.statusCode === 201) await end(mine.json<WrittenOrder>().id);
      await shop.deps.db.execute(sql`delete from stock_holds`);
    }
    await setStock(null);
  });

  test('money that comes after the end still becomes an order, marked if its boxes are gone', async () => {
    await setStock(2);
    const made = await link();
    const payment = await begin(tokenOf(made));
    await payByCard(shop, payment);
    // As a bank that answers after the end, when the boxes were sold to others.
    const { db } = shop.deps;
    await db.execute(sql`update written_orders set state = 'ended', ended_by = 'time' where id = ${made.id}::uuid`);
    await db.execute(sql`delete from stock_holds`);
    await setStock(0);
    expect((await confirmAt(tokenOf(made), payment.paymentId)).statusCode).toBe(200);
    expect(await listed(made.id)).toMatchObject({ state: 'paid', endedBy: null });
    const marks = await db
      .select()
      .from(paymentAnomalies)
      .where(eq(paymentAnomalies.paymentIntentId, payment.paymentId));
    expect(marks.map(({ kind }) => kind)).toEqual(['oversold']);
    await setStock(null);
  });
});
