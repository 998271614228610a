import { afterEach, expect, test } from 'vitest';
import { emails } from '#server/features/emails/schema.ts';
import { PROOF_HEADER } from '#shared/checkout/checkout.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import {
  aNewYorkAddress,
  aPaymentStart,
  confirm,
  NO_LIMITS,
  payByCard,
  paymentIdOf,
  startedCheckout,
} from '#test/makers.ts';
import { proofFor } from '#test/proof.ts';
import { databaseForAll } from '#test/shop.ts';
import { lastEvent, ordersOf, type StripeShop, startStripeShop, webhook } from '#test/stripe-shop.ts';
import { reconcileCheckouts } from '../reconcile.ts';
import { cardDeclines } from '../schema.ts';
import { DECLINES } from './watch.ts';

const DECLINED_CARD = '4000000000000002';
const HOUR = 3_600_000;

const database = databaseForAll();
let shop: TestApp;
afterEach(() => shop.close());

const startFrom = async (remoteAddress: string, cookie?: string, proof?: string) =>
  shop.app.inject({
    method: 'POST',
    url: '/api/create-payment-intent',
    payload: await aPaymentStart(shop),
    remoteAddress,
    headers: { ...(cookie && { cookie }), ...(proof && { [PROOF_HEADER]: proof }) },
  });

async function startedFrom(remoteAddress: string, cookie?: string) {
  const clientSecret = String((await startFrom(remoteAddress, cookie)).json().clientSecret);
  return { clientSecret, paymentId: paymentIdOf(clientSecret) };
}

const alerts = async () =>
  (await shop.deps.db.select().from(emails))
    .flatMap(({ dedupeKey }) => /^declines:(\w+):/.exec(dedupeKey ?? '')?.[1] ?? [])
    .sort();

test('a payment is canceled at its tenth declined card, the shopper learns how to go on, and does (P29)', async () => {
  shop = await startTestApp({ database, env: NO_LIMITS });
  const address = aNewYorkAddress({ preferredLanguage: 'es' });
  const attempt = crypto.randomUUID();
  const checkout = await startedCheckout(shop, { address, attempt });
  const answers = [];
  for (let i = 0; i < DECLINES.payment; i++) answers.push(await payByCard(shop, checkout, DECLINED_CARD));
  expect(answers.slice(0, -1).map((answer) => answer.json().message)).toEqual(
    Array(DECLINES.payment - 1).fill(expect.stringContaining('rechaz')),
  );
  expect(answers.at(-1)?.json().message).toMatch(/^Este pago está cerrado y no se cobró nada\..*@/);
  expect((await payByCard(shop, checkout)).statusCode).toBe(402);
  // The same cart again from the same page: a new payment, which a good card pays.
  const again = await startedCheckout(shop, { address, attempt });
  expect(again.paymentId).not.toBe(checkout.paymentId);
  expect((await payByCard(shop, again)).statusCode).toBe(200);
  expect((await confirm(shop, again.paymentId)).statusCode).toBe(200);
  expect(await alerts()).toEqual(['payment']);
});

test('a process that ends between the tenth decline and the cancellation: the next pass cancels (P29)', async () => {
  shop = await startTestApp({ database, env: NO_LIMITS });
  const checkouts = [await startedCheckout(shop), await startedCheckout(shop)];
  const status = async (paymentId = '') => (await shop.deps.payments.findPayment(paymentId))?.status;
  const [ten, nine] = checkouts.map(({ paymentId }) => paymentId);
  // The rows that such a process leaves behind.
  const declines = [...Array(10).fill(ten), ...Array(9).fill(nine)].map((paymentIntentId, i) => ({
    eventId: `evt_${i}`,
    paymentIntentId,
    createdAt: shop.clock.now(),
  }));
  await shop.deps.db.insert(cardDeclines).values(declines);
  expect(shop.config.sweepSeconds).toBeLessThanOrEqual(60);
  expect(await reconcileCheckouts(shop.deps)).toMatchObject({ canceled: 1 });
  expect([await status(ten), await status(nine)]).toEqual(['canceled', 'requires_payment_method']);
  expect(await reconcileCheckouts(shop.deps)).toMatchObject({ canceled: 0 });
  expect(await alerts()).toEqual(['payment']);
});

test('nine declined cards and a good one make one order, and no alert (P17)', async () => {
  shop = await startTestApp({ database, env: NO_LIMITS });
  const checkout = await startedCheckout(shop);
  for (let i = 0; i < 9; i++) expect((await payByCard(shop, checkout, DECLINED_CARD)).statusCode).toBe(402);
  expect((await payByCard(shop, checkout)).statusCode).toBe(200);
  expect((await confirm(shop, checkout.paymentId)).statusCode).toBe(200);
  expect(await alerts()).toEqual([]);
});

test('an address with too many declined cards starts no payment for an hour; another address buys (P29)', async () => {
  shop = await startTestApp({ database, env: NO_LIMITS });
  for (let i = 0; i < DECLINES.caller / 10; i++) {
    const checkout = await startedFrom('203.0.113.7');
    for (let card = 0; card < 10; card++) await payByCard(shop, checkout, DECLINED_CARD);
  }
  const refused = await startFrom('203.0.113.7');
  expect(refused.statusCode).toBe(429);
  expect(refused.json().message).toMatch(/Too many cards were declined\..*@/);
  expect((await startFrom('198.51.100.1')).statusCode).toBe(200);
  expect(await alerts()).toEqual(['payment', 'source']);
  shop.clock.advance(HOUR + 1000);
  await reconcileCheckouts(shop.deps);
  expect((await startFrom('203.0.113.7')).statusCode).toBe(200);
});

test('a browser that changes its address is known by its cookie, which only a payment start sets', async () => {
  shop = await startTestApp({ database, env: NO_LIMITS });
  const first = await startFrom('203.0.113.1');
  const set = String(first.headers['set-cookie']);
  expect(set).toMatch(
    /^device=[0-9a-f-]{36}; Max-Age=86400; Path=\/api\/create-payment-intent; HttpOnly; SameSite=Strict$/,
  );
  const cookie = set.split(';', 1)[0] ?? '';
  expect((await startFrom('203.0.113.1', cookie)).headers['set-cookie']).toBeUndefined();
  for (let i = 0; i < DECLINES.device / 10; i++) {
    const checkout = await startedFrom(`203.0.113.${i + 2}`, cookie);
    for (let card = 0; card < 10; card++) await payByCard(shop, checkout, DECLINED_CARD);
  }
  expect((await startFrom('198.51.100.1', cookie)).statusCode).toBe(429);
  expect((await startFrom('198.51.100.1')).statusCode).toBe(200);
});

test('100 declines over 10 payments at Stripe: none payable, one mail per kind, a normal sale works (P29)', async () => {
  const stripeShop: StripeShop = await startStripeShop({ database });
  shop = stripeShop;
  const { stripe } = stripeShop;
  const payments = [];
  for (let i = 0; i < 10; i++) payments.push((await startedFrom(`203.0.113.${i}`)).paymentId);
  for (const paymentId of payments) {
    for (let card = 0; card < 10; card++) {
      stripe.confirm(paymentId, 'declined');
      const event = lastEvent(stripeShop, paymentId, 'payment_intent.payment_failed');
      expect((await webhook(stripeShop, event)).statusCode).toBe(200);
      // Delivered twice, counted once.
      if (card === 0) await webhook(stripeShop, event);
    }
  }
  expect(payments.map((id) => stripe.intent(id).status)).toEqual(Array(10).fill('canceled'));
  expect(await alerts()).toEqual(['overall', 'payment']);
  // Many declines make a start require a proof of work.
  const refused = await startFrom('198.51.100.1');
  expect(refused.statusCode).toBe(428);
  const started = await startFrom('198.51.100.1', undefined, await proofFor(refused.body));
  const paymentId = paymentIdOf(String(started.json().clientSecret));
  stripe.confirm(paymentId);
  expect((await confirm(shop, paymentId)).statusCode).toBe(200);
  expect(await ordersOf(shop, paymentId)).toHaveLength(1);
  const metrics = await shop.deps.metrics.registry.text();
  expect(metrics).toContain('shop_card_declines_total 100');
  expect(metrics).toContain('shop_payments_closed_total 10');
});

test('without a webhook the declines come from the list of events (P29)', async () => {
  const stripeShop = await startStripeShop({ database });
  shop = stripeShop;
  const { paymentId } = await startedFrom('203.0.113.1');
  for (let i = 0; i < 10; i++) stripeShop.stripe.confirm(paymentId, 'declined');
  await reconcileCheckouts(shop.deps);
  expect(stripeShop.stripe.intent(paymentId).status).toBe('canceled');
  await reconcileCheckouts(shop.deps);
  expect(await alerts()).toEqual(['payment']);
});

test('e-mail and shipping address go with the payment to Stripe', async () => {
  const stripeShop = await startStripeShop({ database });
  shop = stripeShop;
  const { paymentId } = await startedFrom('203.0.113.1');
  expect(stripeShop.stripe.intent(paymentId)).toMatchObject({
    receipt_email: null,
    metadata: { email: 'maria@shopper.example' },
    shipping: {
      name: 'María Núñez',
      phone: '+1 305-555-0111',
      address: {
        line1: '350 5th Avenue',
        line2: 'Apt 4',
        city: 'New York',
        state: 'NY',
        postal_code: '10118',
        country: 'US',
      },
    },
  });
});
