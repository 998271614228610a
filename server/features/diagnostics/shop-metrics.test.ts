import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { emails } from '#server/features/emails/schema.ts';
import { reconcileCheckouts } from '#server/features/settlement/reconcile.ts';
import { paymentAnomalies } from '#server/features/settlement/schema.ts';
import { signIn } from '#test/admin.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { findSecrets } from '#test/log-secrets.ts';
import { aCart, aPaymentStart, confirm, paidSandbox, post, startedCheckout, startPayment } from '#test/makers.ts';
import { parsePrometheus, type Sample, sampleValue } from '#test/prometheus.ts';
import { lastEvent, type StripeShop, startStripeShop, webhook } from '#test/stripe-shop.ts';

let shop: TestApp | undefined;
afterEach(() => shop?.close());

async function read(): Promise<(name: string, labels?: Record<string, string>) => number> {
  const samples: Sample[] = parsePrometheus((await (shop as TestApp).app.inject('/metrics')).body);
  return (name, labels) => sampleValue(samples, name, labels);
}

/** The lines that name this event, parsed. */
function eventsOf(name: string): Record<string, unknown>[] {
  return (shop as TestApp).logLines.map((line) => JSON.parse(line)).filter(({ event }) => event === name);
}

test('a known course of events in the sandbox gives exactly its metrics', async () => {
  shop = await startTestApp();
  await signIn(shop);
  await expect(signIn(shop, 'wrong')).rejects.toThrow('401');
  // One confirmed by the browser, one found by the reconciliation, one unpaid, and one refused.
  const confirmed = await paidSandbox(shop);
  expect((await confirm(shop, confirmed.paymentId)).statusCode).toBe(200);
  expect((await confirm(shop, confirmed.paymentId)).statusCode).toBe(200);
  await paidSandbox(shop);
  await startedCheckout(shop);
  const refused = await aPaymentStart(shop);
  refused.shippingData.shippingCost = '0.01';
  expect((await startPayment(shop, refused)).statusCode).toBe(409);
  expect((await confirm(shop, 'pi_of_somebody_else')).statusCode).toBe(402);
  await post(shop, '/api/shipping-rates', { items: aCart(1, 'no-such-box'), shippingAddress: refused.addressData });
  shop.clock.advance(60_000);
  const result = await reconcileCheckouts(shop.deps);
  expect(result).toMatchObject({ orders: 1 });

  const value = await read();
  const step = (name: string, outcome: string) => value('shop_checkout_steps_total', { step: name, outcome });
  expect([step('rates', 'ok'), step('rates', 'refused'), step('rates', 'failed')]).toEqual([4, 1, 0]);
  expect([step('payment_start', 'ok'), step('payment_start', 'refused')]).toEqual([3, 1]);
  expect([step('confirm', 'ok'), step('confirm', 'refused')]).toEqual([2, 1]);
  expect(value('shop_orders_total', { source: 'confirm' })).toBe(1);
  expect(value('shop_orders_total', { source: 'sweep' })).toBe(1);
  expect(value('shop_open_checkouts')).toBe(1);
  expect(value('shop_admin_logins_total', { outcome: 'ok' })).toBe(1);
  expect(value('shop_admin_logins_total', { outcome: 'refused' })).toBe(1);
  const calls = (status: string) =>
    value('shop_request_duration_seconds_count', { method: 'POST', route: '/api/create-payment-intent', status });
  expect([calls('200'), calls('409')]).toEqual([3, 1]);
});

test('each step is one line with the id of its call, and no line reveals the buyer', async () => {
  shop = await startTestApp();
  const { paymentId } = await paidSandbox(shop);
  await confirm(shop, paymentId);
  const calls = new Map(eventsOf('request').map((line) => [line.route, line.reqId]));
  const started = eventsOf('checkout_payment_start');
  expect(started).toEqual([expect.objectContaining({ paymentId, reqId: calls.get('/api/create-payment-intent') })]);
  const reqId = calls.get('/api/confirm-order');
  expect(reqId).toMatch(/^[0-9a-f-]{36}$/);
  expect(eventsOf('order_placed')).toEqual([expect.objectContaining({ paymentId, source: 'confirm', reqId })]);
  expect(eventsOf('checkout_confirm')).toEqual([expect.objectContaining({ paymentId, reqId })]);
  expect(shop.logLines.filter((line) => /María|shopper\.example|5th Avenue|555-0111/.test(line))).toEqual([]);
  // A line must not contain the id twice: parsers keep only one.
  expect(shop.logLines.filter((line) => line.split('"reqId"').length > 2)).toEqual([]);
});

test("two calls at once keep their lines apart, also when a body's end comes late", async () => {
  shop = await startTestApp();
  const bodies = await Promise.all(
    [1, 2, 3, 4].map((quantity) => aPaymentStart(shop as TestApp, { cart: aCart(quantity) })),
  );
  const answers = await Promise.all(bodies.map((body) => startPayment(shop as TestApp, body)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  const ids = (event: string, route?: string) =>
    eventsOf(event)
      .filter((line) => route === undefined || line.route === route)
      .map(({ reqId }) => reqId)
      .sort();
  expect(ids('checkout_payment_start')).toEqual(ids('request', '/api/create-payment-intent'));
  expect(new Set(ids('checkout_payment_start')).size).toBe(4);
});

test('a call that fails has its cause under the same id as its line', async () => {
  shop = await startTestApp({
    parts: ({ payments }) => ({
      payments: { ...payments, createPayment: () => Promise.reject(new Error('no route')) },
    }),
  });
  expect((await startPayment(shop, await aPaymentStart(shop))).statusCode).toBe(500);
  const [line] = eventsOf('request_failed');
  const [call] = eventsOf('request').filter(({ status }) => status === 500);
  expect(line).toMatchObject({ reqId: call?.reqId, err: { message: 'no route' } });
  const value = await read();
  expect(value('shop_checkout_steps_total', { step: 'payment_start', outcome: 'failed' })).toBe(1);
});

test('the sources of Stripe: webhook, list of events, refused signatures, and money that fits no checkout', async () => {
  const stripeShop: StripeShop = await startStripeShop();
  shop = stripeShop;
  const { stripe } = stripeShop;
  const told = await startedCheckout(shop);
  stripe.confirm(told.paymentId);
  expect((await webhook(stripeShop, lastEvent(stripeShop, told.paymentId))).statusCode).toBe(200);
  expect(
    (await webhook(stripeShop, lastEvent(stripeShop, told.paymentId), { secret: 'whsec_another00001' })).statusCode,
  ).toBe(400);
  const stray = stripe.createForeign(1999);
  stripe.confirm(stray.id);
  expect((await webhook(stripeShop, lastEvent(stripeShop, stray.id))).statusCode).toBe(200);
  const value = await read();
  expect(value('shop_orders_total', { source: 'webhook' })).toBe(1);
  expect(value('shop_webhooks_total', { outcome: 'ok' })).toBe(2);
  expect(value('shop_webhooks_total', { outcome: 'refused' })).toBe(1);
  expect(value('shop_payment_anomalies_open')).toBe(1);
  expect(eventsOf('anomaly')).toEqual([expect.objectContaining({ kind: 'no_checkout', paymentId: stray.id })]);
  expect(findSecrets(shop.logLines)).toEqual([]);
  await shop.deps.db.update(paymentAnomalies).set({ resolvedAt: new Date() });
});

test("the outbox's depth and age are the database's", async () => {
  shop = await startTestApp({
    env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.example', OWNER_EMAIL: 'c@d.example' },
  });
  await confirm(shop, (await paidSandbox(shop)).paymentId);
  const { db } = shop.deps;
  const [mail] = await db.select().from(emails).limit(1);
  const hourAgo = new Date(Date.now() - 3_600_000);
  await db
    .update(emails)
    .set({ createdAt: hourAgo })
    .where(eq(emails.id, mail?.id ?? ''));
  const value = await read();
  expect(value('shop_outbox_mails', { status: 'queued' })).toBe(2);
  expect(value('shop_outbox_oldest_queued_seconds')).toBeGreaterThan(3_599);
  expect(value('shop_outbox_oldest_queued_seconds')).toBeLessThan(3_660);
});
