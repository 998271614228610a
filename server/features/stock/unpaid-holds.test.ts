import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { showStock } from '#server/features/catalogue/stock-watch.ts';
import type { AdminProduct } from '#shared/catalogue/products.ts';
import type { CreatePaymentIntentAnswer } from '#shared/checkout/checkout.ts';
import { aCart, aPaymentStart, confirm, NO_LIMITS, payByCard, paymentIdOf, startPayment } from '#test/makers.ts';
import { adminOf, shopForEach } from '#test/shop.ts';

const MINUTE_MS = 60_000;

const shop = shopForEach({ env: NO_LIMITS });
const call = adminOf(shop);

const count = (onHand: number, lowAt?: number) => call('PATCH', '/api/admin/products/box40/stock', { onHand, lowAt });
const available = async () => {
  const products = (await call('GET', '/api/admin/products')).json<AdminProduct[]>();
  return products.find(({ id }) => id === 'box40')?.available;
};
const bodyOf = (quantity: number) => aPaymentStart(shop, { cart: aCart(quantity) });
const STRANGER = { remoteAddress: '203.0.113.7' };
type From = Parameters<typeof startPayment>[3];
const start = async (quantity: number, from: From = {}, attempt: string = randomUUID()) =>
  startPayment(shop, await bodyOf(quantity), attempt, from);
const pay = async (answer: Awaited<ReturnType<typeof start>>) => {
  const { clientSecret } = answer.json<CreatePaymentIntentAnswer>();
  const paymentId = paymentIdOf(clientSecret);
  await payByCard(shop, { paymentId, clientSecret });
  return (await confirm(shop, paymentId)).statusCode;
};

describe('what one network or browser keeps from others', () => {
  test('99 of 100 are started from one address, and twelve shoppers at twelve addresses buy', async () => {
    await count(100);
    const greedy = await start(99, STRANGER);
    expect([greedy.statusCode, greedy.json().heldSeconds]).toEqual([200, 0]);
    expect(await available()).toBe(88);
    for (let i = 0; i < 12; i++) expect(await pay(await start(1))).toBe(200);
    expect(await available()).toBe(76);
  });

  test('its share counts over all its starts, and for an hour after them', async () => {
    await count(40);
    for (const quantity of [7, 7, 7]) expect((await start(quantity, STRANGER)).statusCode).toBe(200);
    expect(await available()).toBe(30);
    shop.clock.advance(6 * MINUTE_MS);
    expect(await available()).toBe(40);
    await start(7, STRANGER);
    expect(await available()).toBe(40);
    shop.clock.advance(60 * MINUTE_MS);
    await start(7, STRANGER);
    expect(await available()).toBe(33);
  });

  test('a browser has one share, from whatever address it comes', async () => {
    await count(40);
    const first = await start(7, { remoteAddress: '203.0.113.1' });
    const cookie = String(first.headers['set-cookie']).split(';', 1)[0] ?? '';
    await start(7, { remoteAddress: '203.0.113.2', headers: { cookie } });
    expect(await available()).toBe(30);
    await start(7, { remoteAddress: '203.0.113.3' });
    expect(await available()).toBe(23);
  });

  test('paid uses no longer count', async () => {
    await count(40);
    expect(await pay(await start(10, STRANGER))).toBe(200);
    await start(7, STRANGER);
    expect(await available()).toBe(23);
  });

  test('two of the last units are held; a household’s cart is held whole, for a stated time', async () => {
    await count(3);
    const two = await start(2, STRANGER);
    expect(two.json()).toMatchObject({ heldSeconds: 300 });
    expect(await available()).toBe(1);
    await start(1, STRANGER);
    expect(await available()).toBe(1);
    expect((await start(1, {}, randomUUID())).json()).toMatchObject({ heldSeconds: 300 });
    expect(await available()).toBe(0);
  });

  test('where nothing is counted nothing is held', async () => {
    expect((await start(1)).json().heldSeconds).toBeUndefined();
  });

  test('a start of the same attempt renews an ended hold', async () => {
    await count(2);
    const attempt = randomUUID();
    const body = await bodyOf(2);
    await startPayment(shop, body, attempt);
    shop.clock.advance(6 * MINUTE_MS);
    expect(await available()).toBe(2);
    expect((await startPayment(shop, body, attempt)).json()).toMatchObject({ heldSeconds: 300 });
    expect(await available()).toBe(0);
  });
});

describe('given back', () => {
  test('at once when the payment is canceled, by the provider too', async () => {
    await count(5);
    const { clientSecret } = (await start(2)).json<CreatePaymentIntentAnswer>();
    expect(await available()).toBe(3);
    await shop.deps.payments.cancelPayment(paymentIdOf(clientSecret));
    await confirm(shop, paymentIdOf(clientSecret));
    expect(await available()).toBe(5);
  });

  test('not while the attempt goes on with another cart', async () => {
    await count(5);
    const attempt = randomUUID();
    const { clientSecret } = (await start(2, {}, attempt)).json<CreatePaymentIntentAnswer>();
    await start(1, {}, attempt);
    await confirm(shop, paymentIdOf(clientSecret));
    expect(await available()).toBe(4);
  });
});

test('ten minutes of unpaid holds do not affect payments in progress (P33)', async () => {
  await count(2);
  const bank = await start(1);
  const { clientSecret } = bank.json<CreatePaymentIntentAnswer>();
  await payByCard(shop, { paymentId: paymentIdOf(clientSecret), clientSecret }, '4000002500003155');
  await confirm(shop, paymentIdOf(clientSecret));
  await start(1);
  const late = await aPaymentStart(shop, { cart: aCart(1, 'box20double') });
  const body = { ...late, cartItems: aCart(1) };
  // The refusal starts the ten minutes.
  const quoted = await shop.app.inject({
    method: 'POST',
    url: '/api/shipping-rates',
    payload: { items: body.cartItems, shippingAddress: body.addressData },
  });
  expect(quoted.statusCode).toBe(409);
  shop.clock.advance(3 * MINUTE_MS);
  expect(await available()).toBe(0);
  shop.clock.advance(8 * MINUTE_MS);
  await start(1);
  expect(await available()).toBe(1);
});

test('scarce goods require a proof of work, and no others do', async () => {
  await count(50, 3);
  await showStock(shop.deps);
  expect((await start(1)).statusCode).toBe(200);
  await count(3, 3);
  await showStock(shop.deps);
  expect((await start(1)).statusCode).toBe(428);
  const other = await aPaymentStart(shop, { cart: aCart(1, 'box20double') });
  expect((await startPayment(shop, other)).statusCode).toBe(200);
});
