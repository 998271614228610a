import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { codeUses, emails, orders } from '#server/tables.ts';
import type { CreatePaymentIntentAnswer, ShippingRatesAnswer } from '#shared/checkout/checkout.ts';
import type { DiscountCode } from '#shared/checkout/codes.ts';
import { personOf } from '#shared/checkout/person.ts';
import { startTestApp } from '#test/app.ts';
import { crowd } from '#test/crowd.ts';
import {
  aCart,
  aNewYorkAddress,
  confirm,
  NO_LIMITS,
  payByCard,
  paymentIdOf,
  post,
  shippingDataOf,
  startPayment,
} from '#test/makers.ts';
import { adminOf, shopForEach } from '#test/shop.ts';
import { discountOf } from './service.ts';

const MINUTE_MS = 60_000;

const shop = shopForEach({ env: NO_LIMITS });
const call = adminOf(shop);

const PATH = '/api/admin/codes';
const make = async (fields: object) => {
  const answer = await call('POST', PATH, { code: 'GUAVA10', kind: 'percent', value: 10, ...fields });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<DiscountCode>();
};
const read = async () => (await call('GET', PATH)).json<DiscountCode[]>()[0];

type Choice = { code?: string; quantity?: number; email?: string; attempt?: string };
const quote = ({ code, quantity = 1, email = 'ana@shopper.example', attempt }: Choice) => {
  const body = { items: aCart(quantity), shippingAddress: aNewYorkAddress({ email }), code };
  return post(shop, '/api/shipping-rates', body, attempt ? { 'idempotency-key': attempt } : {});
};
/** Quotes, and starts the payment of the last rate, like the browser. */
const start = async (choice: Choice, at = -1, from: { remoteAddress?: string } = {}) => {
  const quoted = await quote(choice);
  if (quoted.statusCode !== 200) return quoted;
  const { rates, quoteId } = quoted.json<ShippingRatesAnswer>();
  const rate = rates.at(at);
  const { code, quantity = 1, email = 'ana@shopper.example', attempt = randomUUID() } = choice;
  const shippingData = shippingDataOf(rate, quoteId);
  const body = { cartItems: aCart(quantity), addressData: aNewYorkAddress({ email }), shippingData, code };
  return startPayment(shop, body, attempt, from);
};
const paid = async (choice: Choice) => {
  const { clientSecret, charge } = (await start(choice)).json<CreatePaymentIntentAnswer>();
  const paymentId = paymentIdOf(clientSecret);
  await payByCard(shop, { paymentId, clientSecret });
  return { paymentId, charge };
};
const orderOf = async (paymentId: string) => {
  const order = (await shop.deps.db.select().from(orders)).find((row) => row.stripePaymentIntentId === paymentId);
  if (!order) throw new Error(`There is no order of ${paymentId}`);
  return order;
};

describe('what a code takes off', () => {
  test.each([
    [{ kind: 'percent', value: 10 }, 1999, 200],
    [{ kind: 'percent', value: 15 }, 1999, 300],
    [{ kind: 'percent', value: 33 }, 1001, 330],
    [{ kind: 'percent', value: 100 }, 1999, 1949],
    [{ kind: 'amount', value: 500 }, 1999, 500],
    [{ kind: 'amount', value: 5000 }, 1999, 1949],
    [{ kind: 'amount', value: 5000 }, 50, 0],
    [{ kind: 'free_shipping', value: 0 }, 1999, 0],
  ] as const)('%j of %i cents is %i', (code, subtotal, discount) => {
    expect(discountOf(code, subtotal)).toBe(discount);
  });

  test('quote, payment, order, mail, CSV and status page have the same discount (N20)', async () => {
    await make({});
    const quoted = (await quote({ code: ' guava10 ', quantity: 2 })).json<ShippingRatesAnswer>();
    expect(quoted.discount).toBe('4.00');
    const { paymentId, charge } = await paid({ code: 'guava10', quantity: 2 });
    const total = (39.98 - 4 + Number(charge.shippingCost)).toFixed(2);
    expect(charge).toMatchObject({ discount: '4.00', tax: '0.00', totalAmount: total });
    expect((await confirm(shop, paymentId)).statusCode).toBe(200);
    const order = await orderOf(paymentId);
    expect(order).toMatchObject({ discount: '4.00', discountCode: 'GUAVA10', totalAmount: total });
    const [mail] = (await shop.deps.db.select().from(emails)).filter(({ orderId }) => orderId === order.id);
    expect(mail?.text).toMatch(/Discount +−\$4\.00/);
    expect(mail?.html).toContain('−$4.00');
    expect((await shop.app.inject(`/api/orders/${order.statusToken}`)).json()).toMatchObject({
      discount: '4.00',
      totalAmount: total,
    });
    const csv = (await call('GET', '/api/admin/orders.csv')).body;
    expect(csv).toContain(`"4.00","GUAVA10","${charge.shippingCost}","0.00",`);
    expect(csv).toContain(`"${total}"`);
    expect(await read()).toMatchObject({ uses: 1, held: 0, revenueCents: Number(total) * 100, costCents: 400 });
  });

  test('free shipping by a code is one more rate, and only with the code', async () => {
    await make({ code: 'ENVIO', kind: 'free_shipping', value: 0 });
    const amounts = async (choice: Choice) =>
      (await quote(choice)).json<ShippingRatesAnswer>().rates.map(({ amount }) => amount);
    expect(await amounts({})).not.toContain('0.00');
    expect((await amounts({ code: 'envio' }))[0]).toBe('0.00');
    const { charge } = (await start({ code: 'ENVIO' }, 0)).json<CreatePaymentIntentAnswer>();
    expect(charge).toMatchObject({ shippingCost: '0.00', discount: '0.00', totalAmount: '19.99' });
    // The same free rate without the code that provided it.
    const { rates, quoteId } = (await quote({ code: 'ENVIO' })).json<ShippingRatesAnswer>();
    const shippingData = shippingDataOf(rates[0], quoteId);
    const address = aNewYorkAddress({ email: 'ana@shopper.example' });
    const answer = await startPayment(shop, { cartItems: aCart(), addressData: address, shippingData }, randomUUID());
    expect(answer.statusCode).toBe(409);
  });

  test('free shipping by the shop’s rule looks at the sum before the discount', async () => {
    await make({ kind: 'percent', value: 50 });
    const florida = { addressLine1: '1 A St', city: 'Miami', state: 'FL', zipCode: '33139' };
    const answer = await post(shop, '/api/shipping-rates', {
      items: aCart(2),
      shippingAddress: florida,
      code: 'GUAVA10',
    });
    expect(answer.json<ShippingRatesAnswer>()).toMatchObject({ discount: '19.99' });
    expect(answer.json<ShippingRatesAnswer>().rates[0]?.amount).toBe('0.00');
  });

  test('refunds line by line add up to exactly what was paid for the lines', async () => {
    await make({ kind: 'amount', value: 701 });
    const { paymentId, charge } = await paid({ code: 'GUAVA10', quantity: 3 });
    await confirm(shop, paymentId);
    const { id } = await orderOf(paymentId);
    let cents = 0;
    for (let i = 0; i < 3; i++) {
      const body = { lines: [{ id: 'box40', quantity: 1 }], notify: false };
      const answer = await call('POST', `/api/admin/orders/${id}/refunds`, body);
      cents += Math.round(Number(answer.json().amount) * 100);
    }
    expect(cents).toBe(3 * 1999 - 701);
    const rest = await call('POST', `/api/admin/orders/${id}/refunds`, { shipping: true, notify: false });
    expect(rest.json().amount).toBe(charge.shippingCost);
    expect((await call('GET', `/api/admin/orders/${id}`)).json()).toMatchObject({ refundableAmount: '0.00' });
  });
});

describe('a code that cannot be used', () => {
  const refusal = async (choice: Choice) => {
    const answer = await start(choice);
    return [answer.statusCode, answer.json().code];
  };
  test('is refused with its reason, in the quote and at the payment', async () => {
    await make({ code: 'LATER', startsAt: new Date(shop.clock.now().getTime() + MINUTE_MS).toISOString() });
    await make({ code: 'OVER', endsAt: shop.clock.now().toISOString() });
    await make({ code: 'MUCH', minimum: 2000 });
    for (const code of ['NOTHING', 'a b', '💥']) expect(await refusal({ code })).toEqual([400, 'code_unknown']);
    expect(await refusal({ code: 'LATER' })).toEqual([400, 'code_planned']);
    expect(await refusal({ code: 'OVER' })).toEqual([400, 'code_ended']);
    expect(await refusal({ code: 'MUCH' })).toEqual([400, 'code_minimum']);
    expect((await start({ code: 'MUCH', quantity: 2 })).statusCode).toBe(200);
    for (const code of ['', '   ']) expect((await start({ code })).statusCode).toBe(200);
    shop.clock.advance(2 * MINUTE_MS);
    expect((await start({ code: 'LATER' })).statusCode).toBe(200);
  });

  test.each([
    ['2036-07-01T13:00:00Z', 'July 1 at 9:00 AM'],
    ['2036-12-01T14:00:00Z', 'December 1 at 9:00 AM'],
    // The hour that Miami has twice: the second one.
    ['2036-11-02T06:30:00Z', 'November 2 at 1:30 AM'],
  ])('one that starts %s names the clock of the shop: %s', async (startsAt, said) => {
    await make({ startsAt });
    expect((await quote({ code: 'GUAVA10' })).json().message).toContain(said);
  });

  test('a code that ends while a bank asks for its step: the order at the promised price', async () => {
    const { id } = await make({ endsAt: new Date(shop.clock.now().getTime() + MINUTE_MS).toISOString() });
    const { clientSecret, charge } = (await start({ code: 'GUAVA10' })).json<CreatePaymentIntentAnswer>();
    const paymentId = paymentIdOf(clientSecret);
    shop.clock.advance(5 * MINUTE_MS);
    await call('DELETE', `${PATH}/${id}`);
    await payByCard(shop, { paymentId, clientSecret });
    expect((await confirm(shop, paymentId)).statusCode).toBe(200);
    expect(await orderOf(paymentId)).toMatchObject({ totalAmount: charge.totalAmount, discountCode: 'GUAVA10' });
  });

  test('one person has one mailbox, however it is spelled', async () => {
    expect(personOf('Ana.Maria+tienda@GoogleMail.com ')).toBe('anamaria@gmail.com');
    expect(personOf('Ana.Maria+tienda@Shopper.example')).toBe('ana.maria@shopper.example');
    await make({ limitPerPerson: 1 });
    expect((await start({ code: 'GUAVA10', email: 'ana@gmail.com' })).statusCode).toBe(200);
    expect(await refusal({ code: 'GUAVA10', email: 'A.n.a+2@gmail.com' })).toEqual([409, 'code_used_up']);
    expect((await start({ code: 'GUAVA10', email: 'eva@gmail.com' })).statusCode).toBe(200);
  });

  test('a total limit counts everybody, besides the limit per person', async () => {
    await make({ limit: 2, limitPerPerson: 1 });
    expect((await start({ code: 'GUAVA10', email: 'ana@shopper.example' })).statusCode).toBe(200);
    expect(await refusal({ code: 'GUAVA10', email: 'ana@shopper.example' })).toEqual([409, 'code_used_up']);
    expect((await start({ code: 'GUAVA10', email: 'eva@shopper.example' })).statusCode).toBe(200);
    expect(await refusal({ code: 'GUAVA10', email: 'rosa@shopper.example' })).toEqual([409, 'code_used_up']);
  });

  test('an attempt never blocks itself; without the code its use is released', async () => {
    await make({ limit: 1 });
    const attempt = randomUUID();
    for (let i = 0; i < 2; i++) expect((await start({ code: 'GUAVA10', attempt })).statusCode).toBe(200);
    expect((await quote({ code: 'GUAVA10', attempt })).statusCode).toBe(200);
    expect(await refusal({ code: 'GUAVA10' })).toEqual([409, 'code_used_up']);
    expect((await start({ attempt })).statusCode).toBe(200);
    expect(await read()).toMatchObject({ uses: 0, held: 0 });
    expect((await start({ code: 'GUAVA10' })).statusCode).toBe(200);
  });

  test('a held use ends after 5 minutes', async () => {
    await make({ limit: 1 });
    await start({ code: 'GUAVA10' });
    expect(await read()).toMatchObject({ held: 1 });
    shop.clock.advance(6 * MINUTE_MS);
    expect((await start({ code: 'GUAVA10' })).statusCode).toBe(200);
  });
});

describe('a code in carts that nobody pays for', () => {
  const stranger = { remoteAddress: '203.0.113.7' };
  const startAs = (name: string, from = {}) =>
    start({ code: 'GUAVA10', email: `${name}@shopper.example` }, -1, from).then((answer) => ({
      status: answer.statusCode,
      message: answer.json().message,
    }));

  test('one network holds two of five uses, for an hour; a shopper elsewhere gets the next', async () => {
    await make({ limit: 5 });
    const answers: number[] = [];
    for (let i = 0; i < 5; i++) answers.push((await startAs(`ana${i}`, stranger)).status);
    expect(answers).toEqual([200, 200, 409, 409, 409]);
    expect(await read()).toMatchObject({ held: 2 });
    shop.clock.advance(6 * MINUTE_MS);
    expect(await startAs('rosa', stranger)).toMatchObject({ status: 409, message: expect.stringMatching(/in 5 min/) });
    for (const name of ['eva', 'leo', 'luz']) expect((await startAs(name)).status).toBe(200);
    shop.clock.advance(65 * MINUTE_MS);
    expect((await startAs('rosa', stranger)).status).toBe(200);
  });

  test('a shopper is told that the code is held, and later that it is used up', async () => {
    await make({ limit: 1 });
    const first = await start({ code: 'GUAVA10' });
    expect(await startAs('eva')).toEqual({
      status: 409,
      message:
        'This code is in use in other shoppers’ carts. Try it again in 5 min, or go on without it. Nothing was charged.',
    });
    const { clientSecret } = first.json<CreatePaymentIntentAnswer>();
    await payByCard(shop, { paymentId: paymentIdOf(clientSecret), clientSecret });
    await confirm(shop, paymentIdOf(clientSecret));
    expect((await startAs('eva')).message).toMatch(/as often as it can be/);
  });

  test('a payment that is canceled gives its use back at once', async () => {
    await make({ limit: 1 });
    const { clientSecret } = (await start({ code: 'GUAVA10' })).json<CreatePaymentIntentAnswer>();
    await shop.deps.payments.cancelPayment(paymentIdOf(clientSecret));
    await confirm(shop, paymentIdOf(clientSecret));
    expect(await read()).toMatchObject({ held: 0 });
  });
});

test('50 buyers, a code of 10 uses, on two instances: 10 discounted (N14)', async () => {
  const { id } = await make({ limit: 10 });
  const second = await startTestApp({ env: NO_LIMITS, database: shop.database });
  const first = shop;
  const answers = await crowd(50, async (i) => {
    const { rates } = (await quote({})).json<ShippingRatesAnswer>();
    const [rate] = rates;
    const shippingData = shippingDataOf(rate);
    const addressData = aNewYorkAddress({ email: 'ana@shopper.example' });
    const body = { cartItems: aCart(), addressData, shippingData, code: 'GUAVA10' };
    return startPayment(i % 2 ? second : first, body, randomUUID());
  });
  const taken = answers.filter(({ statusCode }) => statusCode === 200);
  const others = answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => answer.json().code);
  expect([taken.length, ...new Set(others)]).toEqual([10, 'code_used_up']);
  for (const answer of taken) {
    const { clientSecret } = answer.json<CreatePaymentIntentAnswer>();
    expect((await payByCard(shop, { paymentId: paymentIdOf(clientSecret), clientSecret })).statusCode).toBe(200);
    expect((await confirm(second, paymentIdOf(clientSecret))).statusCode).toBe(200);
  }
  await second.close();
  expect(await read()).toMatchObject({ uses: 10, held: 0 });

  // The control counts without the lock.
  await call('PATCH', `${PATH}/${id}`, { limit: 11, version: (await read())?.version });
  const isFree = async () => ((await read())?.uses ?? 0) < 11;
  const decided = await Promise.all([isFree(), isFree()]);
  for (const free of decided) {
    if (!free) continue;
    const use = { codeId: id, attemptKey: randomUUID(), person: 'x', orderId: randomUUID() };
    await shop.deps.db.insert(codeUses).values(use);
  }
  expect((await read())?.uses).toBe(12);
});

describe('the admin', () => {
  test('makes, reads, changes and deletes codes; each name once', async () => {
    const made = await make({ limit: 5, minimum: 1000 });
    expect(made).toMatchObject({ code: 'GUAVA10', kind: 'percent', value: 10, limit: 5, minimum: 1000, uses: 0 });
    expect((await call('POST', PATH, { code: 'guava 10', kind: 'amount', value: 1 })).statusCode).toBe(409);
    const change = { value: 20, limit: null, version: made.version };
    const changed = await call('PATCH', `${PATH}/${made.id}`, change);
    expect(changed.json()).toMatchObject({ value: 20, limit: null, minimum: 1000, code: 'GUAVA10' });
    expect((await call('PATCH', `${PATH}/${made.id}`, change)).json()).toMatchObject({ current: { value: 20 } });
    expect((await call('DELETE', `${PATH}/${made.id}?version=${made.version}`)).statusCode).toBe(409);
    expect((await call('DELETE', `${PATH}/${made.id}`)).statusCode).toBe(204);
    expect((await call('GET', `${PATH}/${made.id}`)).statusCode).toBe(404);
  });

  test.each([
    [{ value: 0 }],
    [{ value: 101 }],
    [{ value: 1.5 }],
    [{ kind: 'amount', value: 0 }],
    [{ kind: 'gift' }],
    [{ code: '' }],
    [{ code: '<b>' }],
    [{ code: 'X'.repeat(41) }],
    [{ limit: 0 }],
    [{ minimum: -1 }],
    [{ startsAt: 'tomorrow' }],
    [{ startsAt: '2026-02-02T00:00:00Z', endsAt: '2026-02-01T00:00:00Z' }],
  ])('%j is refused', async (fields) => {
    expect((await call('POST', PATH, { code: 'GUAVA10', kind: 'percent', value: 10, ...fields })).statusCode).toBe(400);
  });

  test('a value out of range is explained by its kind', async () => {
    const { id, version } = await make({ kind: 'amount', value: 5000 });
    const refused = await Promise.all([
      call('POST', PATH, { code: 'GUAVA10', kind: 'percent', value: 101 }),
      call('POST', PATH, { code: 'GUAVA10', kind: 'amount', value: 0 }),
      call('PATCH', `${PATH}/${id}`, { kind: 'percent', version }),
    ]);
    const percent = { path: 'value', message: 'A whole number from 1 to 100.' };
    const amount = { path: 'value', message: 'An amount such as 12.50, more than 0' };
    expect(refused.map((answer) => answer.json().issues)).toEqual([[percent], [amount], [percent]]);
  });

  test('a change is held to the same rules as a new code', async () => {
    const { id, version } = await make({ kind: 'amount', value: 5000 });
    expect((await call('PATCH', `${PATH}/${id}`, { kind: 'percent', version })).statusCode).toBe(400);
    const endsAt = '2020-01-01T00:00:00Z';
    await call('PATCH', `${PATH}/${id}`, { startsAt: '2021-01-01T00:00:00Z', version });
    const next = (await read())?.version;
    expect((await call('PATCH', `${PATH}/${id}`, { endsAt, version: next })).statusCode).toBe(400);
  });
});

test('the cart asks what a code takes off, and nothing is held', async () => {
  await make({ limit: 1 });
  const answer = await post(shop, '/api/codes/check', { items: aCart(2), code: 'guava10' });
  expect(answer.json()).toEqual({ code: 'GUAVA10', kind: 'percent', discount: '4.00', name: null });
  expect((await post(shop, '/api/codes/check', { items: aCart(2), code: 'NO' })).json()).toMatchObject({
    code: 'code_unknown',
  });
  expect(await read()).toMatchObject({ held: 0 });
});
