import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emails } from '#server/features/emails/schema.ts';
import { orderEvents, orders } from '#server/features/orders/schema.ts';
import { sandboxPayments } from '#server/features/payments/schema.ts';
import { checkouts } from '#server/features/settlement/schema.ts';
import { cancelCheckout, settleCheckout } from '#server/features/settlement/service.ts';
import type { CreatePaymentIntentAnswer, ShippingRate, ShippingRatesAnswer } from '#shared/checkout/checkout.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { startTestApp } from '#test/app.ts';
import { aCatalogue } from '#test/catalogue.ts';
import {
  aCart,
  aNewYorkAddress,
  anAddress,
  aPaymentStart,
  confirm,
  paidSandbox,
  payByCard,
  paymentIdOf,
  post,
  startedCheckout,
  startPayment,
} from '#test/makers.ts';
import { shopForAll } from '#test/shop.ts';
import { StripeStandIn } from '#test/stand-ins/stripe.ts';

const shop = shopForAll();

const ordersOf = (paymentId: string) =>
  shop.deps.db.select().from(orders).where(eq(orders.stripePaymentIntentId, paymentId));

test('a payment start answers what was stored and will be charged, at current prices (N3, P14)', async () => {
  const dearer = await startTestApp({
    database: shop.database,
    parts: ({ catalogue }) => ({
      catalogue: aCatalogue(catalogue().products.map((product) => ({ ...product, priceCents: 2199 }))),
    }),
  });
  const body = await aPaymentStart(dearer, { cart: [...aCart(2), ...aCart(1, 'box20double')] });
  const { charge, clientSecret } = (await startPayment(dearer, body)).json<CreatePaymentIntentAnswer>();
  expect(charge).toEqual({
    discountName: null,
    lines: [
      { id: 'box40', quantity: 2, price: '21.99' },
      { id: 'box20double', quantity: 1, price: '21.99' },
    ],
    shippingCost: body.shippingData.shippingCost,
    discount: '0.00',
    tax: '0.00',
    totalAmount: (3 * 21.99 + Number(body.shippingData.shippingCost)).toFixed(2),
  });
  const [payment] = await shop.deps.db
    .select()
    .from(sandboxPayments)
    .where(eq(sandboxPayments.id, paymentIdOf(clientSecret)));
  expect(payment?.amountCents).toBe(Math.round(Number(charge.totalAmount) * 100));
  await dearer.close();
});

test('sells one box to New York: quote, start, card, order with two mails and an event (N3, N4)', async () => {
  const address = aNewYorkAddress({ preferredLanguage: 'es' });
  const checkout = await paidSandbox(shop, { address });
  const answer = await confirm(shop, checkout.paymentId, checkout);
  expect(answer.statusCode).toBe(200);
  const [order] = await ordersOf(checkout.paymentId);
  if (!order) throw new Error('no order');
  const { number, statusToken } = order;
  expect(answer.json()).toEqual({ orderNumber: orderNumber(order.id), number, statusUrl: `/order/${statusToken}` });
  expect(order).toMatchObject({
    customerName: address.fullName,
    email: address.email,
    addressLine2: 'Apt 4',
    zipCode: '10118',
    status: 'pending',
    currency: 'usd',
    preferredLanguage: 'es',
    shippingMethod: 'Ground Advantage',
    shippingCarrier: 'USPS',
  });
  expect(JSON.parse(order.items)).toEqual([
    {
      id: 'box40',
      name: 'Caja de 40 galleticas con guayaba',
      names: { en: 'Box of 40 individual sandwiches', es: 'Caja de 40 galleticas con guayaba' },
      quantity: 1,
      price: '19.99',
    },
  ]);
  const [payment] = await shop.deps.db.select().from(sandboxPayments).where(eq(sandboxPayments.id, checkout.paymentId));
  expect(payment?.amountCents).toBe(1999 + Math.round(Number(order.shippingCost) * 100));
  expect(Number(order.totalAmount) * 100).toBeCloseTo(payment?.amountCents ?? 0, 6);
  const mails = await shop.deps.db.select().from(emails).where(eq(emails.orderId, order.id));
  expect(mails.map((mail) => [mail.templateKey, mail.language, mail.to]).sort()).toEqual([
    ['admin_order_notification', 'en', shop.config.ownerEmail],
    ['order_confirmation', 'es', address.email],
  ]);
  // The owner's mail links to this order in the admin; the customer's does not.
  const inAdmin = `${shop.config.publicUrl}/admin/dashboard?tab=orders&open=${order.id}`;
  const inHtml = inAdmin.replace('&', '&amp;');
  expect(
    mails.map(({ templateKey, html, text }) => [templateKey, html.includes(inHtml), text.includes(inAdmin)]).sort(),
  ).toEqual([
    ['admin_order_notification', true, true],
    ['order_confirmation', false, false],
  ]);
  const events = await shop.deps.db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id));
  expect(events.map((event) => event.kind)).toEqual(['created']);
});

test('ships two boxes within Florida for nothing when the shopper chooses so', async () => {
  const checkout = await paidSandbox(shop, { address: anAddress(), cart: aCart(2) });
  expect((await confirm(shop, checkout.paymentId)).statusCode).toBe(200);
  const [order] = await ordersOf(checkout.paymentId);
  expect(order).toMatchObject({ totalAmount: '39.98', shippingCost: '0.00', shippingMethod: 'Free shipping' });
});

test('names the free rate in the language that the browser asks for', async () => {
  const answer = await post(
    shop,
    '/api/shipping-rates',
    { items: aCart(2), shippingAddress: anAddress() },
    { 'accept-language': 'es-US,es;q=0.9' },
  );
  const [free] = answer.json<{ rates: ShippingRate[] }>().rates;
  expect(free).toEqual({
    rateId: '0',
    servicelevel: { name: 'Envío gratis' },
    carrier: 'USPS',
    provider: 'USPS',
    amount: '0.00',
    tax: '0.00',
    estimated_days: 5,
    ships_by: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
    arrives_by: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
  });
});

test('a start with the ids of quote and rate pays exactly that rate, not another of the same name', async () => {
  const items = aCart();
  const address = aNewYorkAddress();
  const answer = await post(shop, '/api/shipping-rates', { items, shippingAddress: address });
  const { quoteId, rates } = answer.json<ShippingRatesAnswer>();
  const [first, second] = rates;
  if (!first || !second) throw new Error('fewer than two rates');
  const choose = (named: { quoteId?: string; rateId?: string }) =>
    post(shop, '/api/create-payment-intent', {
      cartItems: items,
      addressData: address,
      shippingData: {
        shippingCost: first.amount,
        shippingMethod: first.servicelevel.name,
        shippingCarrier: first.carrier,
        ...named,
      },
    });
  const started = await choose({ quoteId, rateId: first.rateId });
  expect(started.json().charge).toMatchObject({ shippingCost: first.amount });
  for (const named of [
    { quoteId, rateId: second.rateId },
    { quoteId, rateId: '99' },
    { quoteId: crypto.randomUUID(), rateId: first.rateId },
  ]) {
    expect((await choose(named)).statusCode).toBe(409);
  }
  expect((await choose({ quoteId: 'x', rateId: '0' })).statusCode).toBe(400);
  expect((await choose({ quoteId, rateId: '-1' })).statusCode).toBe(400);
});

test('a repeated confirm answers the same order again (P22)', async () => {
  const checkout = await paidSandbox(shop);
  const answers = [];
  for (let i = 0; i < 5; i++) answers.push(await confirm(shop, checkout.paymentId));
  expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`)).size).toBe(1);
  expect(await ordersOf(checkout.paymentId)).toHaveLength(1);
});

test('one attempt with one content is one payment, however often and however close together (P13, P20)', async () => {
  const body = await aPaymentStart(shop);
  const attempt = randomUUID();
  const together = await Promise.all(Array.from({ length: 8 }, () => startPayment(shop, body, attempt)));
  const later = await startPayment(shop, body, attempt);
  const secrets = [...together, later].map((answer) => answer.json<CreatePaymentIntentAnswer>().clientSecret);
  expect(new Set(secrets).size).toBe(1);
  expect(await shop.deps.db.select().from(checkouts).where(eq(checkouts.attemptKey, attempt))).toHaveLength(1);
});

test('without an attempt key every start is a new one', async () => {
  const body = await aPaymentStart(shop);
  const secrets = [await startPayment(shop, body), await startPayment(shop, body)].map((answer) => answer.body);
  expect(new Set(secrets).size).toBe(2);
});

test('the same attempt with another cart cancels the older payment (P14)', async () => {
  const attempt = randomUUID();
  const older = await startedCheckout(shop, { attempt });
  const newer = await startedCheckout(shop, { attempt, cart: aCart(3) });
  const paid = await payByCard(shop, older);
  expect(paid.statusCode).toBe(402);
  expect((await payByCard(shop, newer)).statusCode).toBe(200);
  expect((await confirm(shop, older.paymentId)).statusCode).toBe(402);
  expect((await confirm(shop, newer.paymentId)).statusCode).toBe(200);
});

test('a payment that opens while its checkout is being canceled is canceled with it (P13)', async () => {
  const { db } = shop.deps;
  const started = await startedCheckout(shop, { attempt: randomUUID() });
  const [opened] = await db.select().from(checkouts).where(eq(checkouts.paymentIntentId, started.paymentId));
  if (!opened) throw new Error('no checkout');
  // The state that a start of the same attempt had read a moment earlier.
  expect(await cancelCheckout(shop.deps, { ...opened, paymentIntentId: null })).toEqual({ kind: 'canceled' });
  expect((await payByCard(shop, started)).statusCode).toBe(402);
  expect((await confirm(shop, started.paymentId)).statusCode).toBe(402);
});

test('going back to the first cart of an attempt gives a payment that can be paid', async () => {
  const attempt = randomUUID();
  const first = await aPaymentStart(shop);
  await startPayment(shop, first, attempt);
  await startedCheckout(shop, { attempt, cart: aCart(3) });
  const { clientSecret } = (await startPayment(shop, first, attempt)).json<CreatePaymentIntentAnswer>();
  const again = { clientSecret, paymentId: paymentIdOf(clientSecret) };
  expect((await payByCard(shop, again)).statusCode).toBe(200);
  expect((await confirm(shop, again.paymentId)).statusCode).toBe(200);
});

test('a paid attempt reports that to the same cart, and starts no other payment (P3)', async () => {
  const attempt = randomUUID();
  const paid = await paidSandbox(shop, { attempt });
  expect((await settleCheckout(shop.deps, paid.paymentId)).kind).toBe('order');
  const again = await startPayment(shop, await aPaymentStart(shop), attempt);
  expect(again.json()).toMatchObject({ clientSecret: paid.clientSecret, status: 'succeeded' });
  expect(await shop.deps.db.select().from(checkouts).where(eq(checkouts.attemptKey, attempt))).toHaveLength(1);
});

test('a paid attempt unknown to the provider, as after a change of keys, starts a new payment', async () => {
  const attempt = randomUUID();
  const paid = await paidSandbox(shop, { attempt });
  await confirm(shop, paid.paymentId);
  await shop.deps.db.delete(sandboxPayments).where(eq(sandboxPayments.id, paid.paymentId));
  const next = await paidSandbox(shop, { attempt });
  expect(next.paymentId).not.toBe(paid.paymentId);
  expect((await confirm(shop, next.paymentId)).statusCode).toBe(200);
  expect(await ordersOf(paid.paymentId)).toHaveLength(1);
  expect(await ordersOf(next.paymentId)).toHaveLength(1);
});

test('an attempt key that is not a UUID is refused', async () => {
  const answer = await startPayment(shop, await aPaymentStart(shop), 'x');
  expect(answer.statusCode).toBe(400);
});

test('says which provider takes payments, with the key of its script', async () => {
  const stripe = await StripeStandIn.start();
  const withCards = await startTestApp({ database: shop.database, env: stripe.env() });
  try {
    const found = [shop, withCards].map(({ app }) => app.inject('/api/payment-provider'));
    expect((await Promise.all(found)).map((answer) => answer.json())).toEqual([
      { provider: 'sandbox' },
      { provider: 'stripe', publishableKey: stripe.keys.publishableKey },
    ]);
  } finally {
    await Promise.all([withCards.close(), stripe.close()]);
  }
});
