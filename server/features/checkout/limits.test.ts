import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { sandboxPayments } from '#server/features/payments/schema.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { crowd } from '#test/crowd.ts';
import {
  aCart,
  anAddress,
  anInquiry,
  aPaymentStart,
  NO_LIMITS,
  post,
  startedCheckout,
  startPayment,
} from '#test/makers.ts';
import { databaseForAll } from '#test/shop.ts';
import { lastEvent, ordersOf, startStripeShop, webhook } from '#test/stripe-shop.ts';

const database = databaseForAll();
let shop: TestApp;
afterEach(() => shop.close());

const startFrom = (body: object, remoteAddress: string, headers = {}) =>
  shop.app.inject({ method: 'POST', url: '/api/create-payment-intent', payload: body, remoteAddress, headers });

test('500 starts of one address stay within its limit, and another address is served (P24)', async () => {
  shop = await startTestApp({ database, env: { LIMIT_PAYMENT_STARTS: '20', LIMIT_PAYMENT_STARTS_OVERALL: '100' } });
  const body = await aPaymentStart(shop);
  const answers = [];
  for (let i = 0; i < 500; i++) {
    answers.push(await startFrom(body, '203.0.113.7', { 'x-forwarded-for': `198.51.100.${i % 250}` }));
  }
  const refused = answers.filter((answer) => answer.statusCode === 429);
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(20);
  expect(refused).toHaveLength(480);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused[0]?.json()).toEqual({ message: 'Too many requests. Wait a minute and try again.' });
  expect(await shop.deps.db.select().from(sandboxPayments)).toHaveLength(20);
  expect((await startFrom(body, '203.0.113.8')).statusCode).toBe(200);
});

test('many addresses together keep to the overall limit', async () => {
  shop = await startTestApp({ database, env: { LIMIT_PAYMENT_STARTS: '5', LIMIT_PAYMENT_STARTS_OVERALL: '12' } });
  const body = await aPaymentStart(shop);
  let served = 0;
  for (let i = 0; i < 60; i++) {
    if ((await startFrom(body, `203.0.113.${i % 20}`)).statusCode === 200) served += 1;
  }
  expect(served).toBe(12);
});

test('recent addresses share half of the overall limit; new ones get the other half', async () => {
  shop = await startTestApp({ database, env: { LIMIT_PAYMENT_STARTS: '1000', LIMIT_PAYMENT_STARTS_OVERALL: '20' } });
  const body = await aPaymentStart(shop);
  const statuses = [];
  for (let i = 0; i < 100; i++) statuses.push((await startFrom(body, `203.0.113.${i % 4}`)).statusCode);
  // The first start of each address, and half of the limit for all further ones.
  expect(statuses.filter((status) => status === 200)).toHaveLength(4 + 10);
  for (let i = 0; i < 6; i++) expect((await startFrom(body, `198.51.100.${i}`)).statusCode).toBe(200);
  expect((await startFrom(body, '198.51.100.9')).statusCode).toBe(429);
});

test('600 empty starts and 120 empty inquiries from ten addresses take nothing from others (S17)', async () => {
  shop = await startTestApp({ database, env: { LIMIT_PAYMENT_STARTS: '60' } });
  const body = await aPaymentStart(shop);
  const url = '/api/wholesale-inquiries';
  const inquire = (payload: object, remoteAddress: string) =>
    shop.app.inject({ method: 'POST', url, payload, remoteAddress });
  for (let i = 0; i < 600; i++) expect((await startFrom({}, `203.0.113.${i % 10}`)).statusCode).toBe(400);
  for (let i = 0; i < 120; i++) expect((await inquire({}, `203.0.113.${i % 10}`)).statusCode).toBe(400);
  expect((await startFrom(body, '198.51.100.1')).statusCode).toBe(200);
  expect((await inquire(anInquiry(), '198.51.100.1')).statusCode).toBe(201);
  // Control: an address's requests count for the address itself.
  expect((await startFrom(body, '203.0.113.1')).statusCode).toBe(429);
});

test('behind a trusted proxy the shopper’s own address counts', async () => {
  shop = await startTestApp({ database, env: { LIMIT_PAYMENT_STARTS: '1', TRUST_PROXY: '127.0.0.1' } });
  const body = await aPaymentStart(shop);
  const from = (address: string) => startFrom(body, '127.0.0.1', { 'x-forwarded-for': address });
  expect((await from('198.51.100.1')).statusCode).toBe(200);
  expect((await from('198.51.100.1')).statusCode).toBe(429);
  expect((await from('198.51.100.2')).statusCode).toBe(200);
});

test('rates are limited by address, in the shopper’s language', async () => {
  shop = await startTestApp({ database, env: { LIMIT_RATES: '2' } });
  const ask = () =>
    post(shop, '/api/shipping-rates', { items: aCart(), shippingAddress: anAddress() }, { cookie: 'lang=es' });
  expect([(await ask()).statusCode, (await ask()).statusCode]).toEqual([200, 200]);
  const refused = await ask();
  expect([refused.statusCode, refused.json()]).toEqual([
    429,
    { message: 'Demasiadas solicitudes. Espera un minuto e intenta de nuevo.' },
  ]);
});

test('made-up payments use up their own address’s confirmations; others and the webhook go on (P24, F12)', async () => {
  const stripe = await startStripeShop({ database, env: { LIMIT_CONFIRMATIONS: '30' } });
  shop = stripe;
  const ask = (paymentIntentId: string, remoteAddress: string) =>
    shop.app.inject({ method: 'POST', url: '/api/confirm-order', payload: { paymentIntentId }, remoteAddress });
  const checkouts = [await startedCheckout(shop), await startedCheckout(shop)];
  const [confirmed, noticed] = checkouts.map(({ paymentId }) => paymentId);
  if (!confirmed || !noticed) throw new Error('no checkout');
  for (const paymentId of [confirmed, noticed]) stripe.stripe.confirm(paymentId);
  const flood = [];
  for (let i = 0; i < 100; i++) flood.push(await ask(`pi_madeup${i}0000`, '203.0.113.7'));
  expect(flood.filter(({ statusCode }) => statusCode === 402)).toHaveLength(30);
  const refused = flood.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(70);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  // A shopper who retries many times.
  const retries = [];
  for (let i = 0; i < 10; i++) retries.push((await ask(confirmed, '203.0.113.8')).statusCode);
  expect(retries).toEqual(Array(10).fill(200));
  // The webhook has the same address as the flood, as behind a proxy that hides both.
  const { payload, headers } = stripe.stripe.signed(lastEvent(stripe, noticed, 'payment_intent.succeeded'));
  const hook = { method: 'POST', url: '/api/stripe/webhook', payload, headers, remoteAddress: '203.0.113.7' } as const;
  for (let i = 0; i < 40; i++) expect((await shop.app.inject(hook)).statusCode).toBe(200);
  expect(await ordersOf(shop, noticed)).toHaveLength(1);
});

test('the API page lists the calls of the checkout with their answers', async () => {
  shop = await startTestApp({ database });
  const { paths } = (await shop.app.inject('/api/openapi.json')).json<{
    paths: Record<string, { post?: { responses: Record<string, { content?: object }> } }>;
  }>();
  const calls = ['shipping-rates', 'create-payment-intent', 'confirm-order'].map((name) => `/api/${name}`);
  const sandbox = ['confirm', 'authenticate'].map((name) => `/api/sandbox-payments/{paymentIntentId}/${name}`);
  for (const path of [...calls, ...sandbox]) {
    expect(Object.keys(paths[path]?.post?.responses ?? {})).toEqual(expect.arrayContaining(['200', '4XX']));
    expect(paths[path]?.post?.responses['200']?.content).toHaveProperty('application/json');
  }
  expect((await startPayment(shop, {})).statusCode).toBe(400);
});

test('the sandbox is not there with another provider', async () => {
  shop = await startTestApp({ database, parts: ({ payments }) => ({ payments: { ...payments, name: 'stripe' } }) });
  const answer = await post(shop, '/api/sandbox-payments/pi_sandbox_12345678/confirm', {});
  expect([answer.statusCode, answer.json()]).toEqual([404, { message: '404 Not Found' }]);
});

test('40 bodies that never end take no slot: others get quotes meanwhile (S17)', async () => {
  shop = await startTestApp({ database, env: { ...NO_LIMITS, LIMIT_CHECKOUTS_AT_ONCE: '3' } });
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = shop.app.server.address() as AddressInfo;
  const head = 'POST /api/shipping-rates HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
  const slow = Array.from({ length: 40 }, () => connect(port, '127.0.0.1'));
  for (const socket of slow) {
    socket.on('error', () => {});
    socket.write(`${head}Content-Length: 500\r\n\r\n{`);
  }
  await expect
    .poll(() => shop.app.server.listenerCount('request') && slow.every(({ connecting }) => !connecting))
    .toBe(true);
  const quote = () =>
    fetch(`http://127.0.0.1:${port}/api/shipping-rates`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items: aCart(), shippingAddress: anAddress() }),
    });
  for (let i = 0; i < 20; i++) expect((await quote()).status).toBe(200);
  for (const socket of slow) socket.destroy();
});

/** A shop with this many slots, whose calls for rates wait until they are released. */
async function startWithSlowRates(places: string) {
  const gate = Promise.withResolvers<void>();
  let reached = 0;
  shop = await startTestApp({
    database,
    env: { ...NO_LIMITS, LIMIT_CHECKOUTS_AT_ONCE: places },
    parts: ({ rates }) => ({
      rates: {
        ...rates,
        listRates: async (...args) => {
          reached += 1;
          await gate.promise;
          return rates.listRates(...args);
        },
      },
    }),
  });
  return { reached: () => reached, letGo: () => gate.resolve() };
}

test('one caller takes half of the slots at once, and another gets the rest', async () => {
  const rates = await startWithSlowRates('6');
  const ask = (remoteAddress: string) => {
    const payload = { items: aCart(), shippingAddress: anAddress() };
    return shop.app.inject({ method: 'POST', url: '/api/shipping-rates', payload, remoteAddress });
  };
  const many = Array.from({ length: 10 }, () => ask('203.0.113.7'));
  await expect.poll(rates.reached).toBe(3);
  const other = ask('198.51.100.1');
  await expect.poll(rates.reached).toBe(4);
  rates.letGo();
  expect((await other).statusCode).toBe(200);
  const statuses = (await Promise.all(many)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(3);
  expect(statuses.filter((status) => status === 503)).toHaveLength(7);
});

test('without a free slot a call is refused before its body arrives, with one log line (F12)', async () => {
  const rates = await startWithSlowRates('1');
  const quote = () => post(shop, '/api/shipping-rates', { items: aCart(), shippingAddress: anAddress() });
  const inside = quote();
  await expect.poll(rates.reached).toBe(1);
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  for (const path of ['/api/shipping-rates', '/api/create-payment-intent']) {
    const logged = shop.logLines.length;
    const socket = connect((shop.app.server.address() as AddressInfo).port, '127.0.0.1');
    const answer = once(socket, 'data');
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{`,
    );
    expect(String(await answer)).toMatch(/^HTTP\/1\.1 503 /);
    socket.destroy();
    await expect.poll(() => shop.logLines.slice(logged).map((line) => JSON.parse(line).event)).toEqual(['request']);
  }
  rates.letGo();
  expect((await inside).statusCode).toBe(200);
  expect((await quote()).statusCode).toBe(200);
});

test('a flood of refused calls logs 20 lines a second, and the number of the others (F12)', async () => {
  shop = await startTestApp({ database, env: { ...NO_LIMITS, LIMIT_RATES: '5' } });
  const answers = await crowd(400, () =>
    post(shop, '/api/shipping-rates', { items: aCart(), shippingAddress: anAddress() }),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(395);
  const lines = () => shop.logLines.map((line) => JSON.parse(line));
  const kept = () => lines().filter(({ event, status }) => event === 'request' && status === 429).length;
  const told = () => lines().flatMap(({ event, lines }) => (event === 'requests_unlogged' ? [lines] : []));
  await expect.poll(() => kept() + told().reduce((sum, lines) => sum + lines, 0)).toBe(395);
  expect(told().length).toBeGreaterThan(0);
  expect(kept()).toBeLessThanOrEqual(20 * (told().length + 1));
  expect(lines().filter(({ event, status }) => event === 'request' && status === 200)).toHaveLength(5);
});

test('starts beyond the limit are refused at once, while confirmations and webhooks are served (F12)', async () => {
  const stripe = await startStripeShop({ database, env: { LIMIT_CHECKOUTS_AT_ONCE: '3' } });
  shop = stripe;
  const { paymentId } = await startedCheckout(shop);
  const other = await startedCheckout(shop);
  const bodies = [await aPaymentStart(shop), await aPaymentStart(shop), await aPaymentStart(shop)];
  stripe.stripe.confirm(paymentId);
  stripe.stripe.confirm(other.paymentId);
  const gate = Promise.withResolvers<void>();
  stripe.stripe.gate = gate.promise;
  const underWay = bodies.map((body, i) => startFrom(body, `203.0.113.${i}`));
  await expect.poll(() => stripe.stripe.held).toBe(3);
  stripe.stripe.gate = undefined;
  const refused = await startPayment(shop, bodies[0] ?? {});
  expect(refused.statusCode).toBe(503);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await post(shop, '/api/confirm-order', { paymentIntentId: paymentId })).statusCode).toBe(200);
  expect((await webhook(stripe, lastEvent(stripe, other.paymentId))).statusCode).toBe(200);
  gate.resolve();
  expect((await Promise.all(underWay)).map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
  // All slots are free again.
  for (let i = 0; i < 5; i++) await startedCheckout(shop);
  await stripe.stripe.close();
});
