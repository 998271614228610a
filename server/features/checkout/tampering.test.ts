import { eq, inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { orders } from '#server/features/orders/schema.ts';
import { sandboxPayments } from '#server/features/payments/schema.ts';
import { checkouts } from '#server/features/settlement/schema.ts';
import { QUOTE_MINUTES } from '#server/features/shipping/service.ts';
import {
  addressSchema,
  type CreatePaymentIntentAnswer,
  type ShippingRate,
  type ShippingRatesAnswer,
} from '#shared/checkout/checkout.ts';
import { MAX_AMOUNT_CENTS, textToCents } from '#shared/core/money.ts';
import { startTestApp } from '#test/app.ts';
import { aCatalogue, aProduct } from '#test/catalogue.ts';
import {
  aCart,
  aNewYorkAddress,
  anAddress,
  aPaymentStart,
  confirm,
  NO_LIMITS,
  payByCard,
  paymentIdOf,
  post,
  startedCheckout,
  startPayment,
} from '#test/makers.ts';
import { shopForAll } from '#test/shop.ts';

const shop = shopForAll({ env: NO_LIMITS });

type Body = Awaited<ReturnType<typeof aPaymentStart>>;
const paymentCount = async () => (await shop.deps.db.select({ id: sandboxPayments.id }).from(sandboxPayments)).length;
const chargedCents = async (body: string) => {
  const id = paymentIdOf((JSON.parse(body) as CreatePaymentIntentAnswer).clientSecret);
  return (await shop.deps.payments.findPayment(id))?.amountCents;
};
/** Sends each body and returns those not refused with 4xx; checks that the refused ones created no payment. */
async function acceptedOf(bodies: unknown[], statuses: number[]): Promise<unknown[]> {
  const before = await paymentCount();
  const accepted: unknown[] = [];
  for (const body of bodies) {
    const answer = await startPayment(shop, body as object);
    const { message } = answer.json<{ message?: string }>();
    if (!statuses.includes(answer.statusCode) || !message) accepted.push([answer.statusCode, body]);
  }
  expect((await paymentCount()) - before).toBe(accepted.length);
  return accepted;
}

test('takes no shipping cost but a quoted one: 300 mutations (I1)', async () => {
  const body = await aPaymentStart(shop);
  const quoted = textToCents(body.shippingData.shippingCost) ?? 0;
  const { shippingCost: cost } = body.shippingData;
  const odd = fc.constantFrom<unknown>(
    ...[0, -1, 1e-9, Number.NaN, Number.POSITIVE_INFINITY, [5], {}, null, true],
    ...['0', '0.00', '-1', '1e-9', '', ' ', `${cost} `, `+${cost}`, '0x10', '1e3', '٩.٩٩', '9'.repeat(17)],
  );
  const lower = fc.integer({ min: 0, max: quoted - 1 }).map((cents) => cents / 100);
  const higher = fc.integer({ min: quoted + 1, max: 9_999_999 }).map((cents) => (cents / 100).toFixed(2));
  const near = fc.double({ min: 0, max: quoted / 100, noNaN: true, maxExcluded: true });
  const costs = fc.sample(fc.oneof(odd, lower, higher, near, lower.map(String)), 300);
  const bodies = costs.map((shippingCost) => ({ ...body, shippingData: { ...body.shippingData, shippingCost } }));
  expect(await acceptedOf(bodies, [400, 409])).toEqual([]);
  for (const shippingCost of [body.shippingData.shippingCost, quoted / 100]) {
    const same = { ...body, shippingData: { ...body.shippingData, shippingCost } };
    expect((await startPayment(shop, same)).statusCode).toBe(200);
  }
});

test('takes no quote for other items, another address or another service: 30 quotes crossed (I2)', async () => {
  // Each quote has a price of its own, so that none can match another by chance.
  let cents = 1000;
  const rates = {
    listRates: async () => [{ service: 'Ground', carrier: 'UPS', amountCents: ++cents, estimatedDays: 3 }],
  };
  const unique = await startTestApp({ database: shop.database, env: NO_LIMITS, parts: () => ({ rates }) });
  const carts = [aCart(1), aCart(9), aCart(1, 'box20double'), [...aCart(1), ...aCart(1, 'box20double')], aCart(2)];
  const addresses = [
    anAddress(),
    aNewYorkAddress(),
    anAddress({ addressLine1: '1 Bear Lane', city: 'Anchorage', state: 'AK', zipCode: '99501' }),
    anAddress({ addressLine2: 'Apt 5' }),
    anAddress({ state: 'GA', zipCode: '30303' }),
    anAddress({ zipCode: '33011' }),
  ];
  const before = await paymentCount();
  const bodies: Body[] = [];
  for (const cart of carts) {
    for (const address of addresses) {
      bodies.push(await aPaymentStart(unique, { cart, address, pick: (found) => found.at(-1) }));
    }
  }
  try {
    let accepted = 0;
    for (const quoted of bodies) {
      for (const other of bodies) {
        // quotes.test.ts changes both at once, too.
        const isOther = (other.cartItems === quoted.cartItems) !== (other.addressData === quoted.addressData);
        if (!isOther) continue;
        const answer = await startPayment(unique, { ...other, shippingData: quoted.shippingData });
        if (answer.statusCode !== 409) accepted += 1;
      }
      for (const change of [{ shippingMethod: '2Day' }, { shippingCarrier: 'FedEx' }]) {
        const answer = await startPayment(unique, { ...quoted, shippingData: { ...quoted.shippingData, ...change } });
        if (answer.statusCode !== 409) accepted += 1;
      }
    }
    expect(accepted).toBe(0);
    expect((await paymentCount()) - before).toBe(0);
    for (const body of bodies) expect((await startPayment(unique, body)).statusCode).toBe(200);
  } finally {
    await unique.close();
  }
});

test('a place without its street is quoted like the whole address, and that quote cannot be paid (I2, N3)', async () => {
  const whole = aNewYorkAddress({ addressLine2: null });
  const quote = (shippingAddress: object) => post(shop, '/api/shipping-rates', { items: aCart(), shippingAddress });
  const place = await quote({ ...whole, addressLine1: null });
  const { quoteId, rates } = place.json<ShippingRatesAnswer>();
  expect(rates).toEqual((await quote(whole)).json<ShippingRatesAnswer>().rates);
  const body = await aPaymentStart(shop, { address: whole });
  const shippingData = { ...body.shippingData, quoteId, rateId: '0' };
  expect((await startPayment(shop, { ...body, shippingData })).statusCode).toBe(409);
  const nowhere = { ...body, addressData: { ...whole, addressLine1: null }, shippingData };
  expect((await startPayment(shop, nowhere)).statusCode).toBe(400);
  // Only an explicit `null` says that the street is not known yet.
  for (const addressLine1 of ['', ' ', undefined])
    expect((await quote({ ...whole, addressLine1 })).statusCode).toBe(400);
});

test('a spelling that changes nothing for a carrier needs no new quote', async () => {
  const body = await aPaymentStart(shop, { address: anAddress() });
  const address = { ...body.addressData, city: ' HIALEAH ', state: 'Florida', addressLine1: '12  palm avenue' };
  expect((await startPayment(shop, { ...body, addressData: address })).statusCode).toBe(200);
});

test('an expired quote is refused with a request to choose again (I3)', async () => {
  const body = await aPaymentStart(shop, { address: aNewYorkAddress({ zipCode: '10002' }) });
  shop.clock.advance(QUOTE_MINUTES * 60_000 + 1);
  const answer = await startPayment(shop, body);
  expect([answer.statusCode, answer.json()]).toEqual([
    409,
    { message: 'These shipping rates no longer apply. Please choose your shipping again.' },
  ]);
  const spanish = { ...body, addressData: { ...body.addressData, preferredLanguage: 'es' } };
  expect((await startPayment(shop, spanish)).json()).toEqual({
    message: 'Esas tarifas de envío ya no sirven. Escoge el envío otra vez.',
  });
  const fresh = await aPaymentStart(shop, { address: body.addressData });
  expect((await startPayment(shop, fresh)).statusCode).toBe(200);
});

test('free shipping is quoted by the one rule (I4)', async () => {
  const table: [number, string, string, boolean][] = [
    [1, 'FL', '33010', false],
    [2, 'FL', '33010', true],
    [2, ' fl ', '33010', true],
    [2, 'Florida', '33010-1234', true],
  ];
  const wrong = [];
  for (const [quantity, state, zipCode, free] of table) {
    const answer = await post(shop, '/api/shipping-rates', {
      items: aCart(quantity),
      shippingAddress: anAddress({ state, zipCode }),
    });
    const { rates } = answer.json<{ rates: ShippingRate[] }>();
    if (rates.some((rate) => rate.amount === '0.00') !== free) wrong.push([quantity, state, zipCode]);
  }
  expect(wrong).toEqual([]);
});

test('a state and a ZIP that contradict each other get no rate, and are reported at the ZIP (I4)', async () => {
  const table: [state: string, zipCode: string, belongsTo: string][] = [
    ['FL', '10001', 'New York'],
    ['NY', '33010', 'Florida'],
    ['FL', '34001', 'Armed Forces Americas'],
  ];
  for (const [state, zipCode, belongsTo] of table) {
    const message = `This ZIP code belongs to ${belongsTo}. Check the ZIP code or the state.`;
    const address = anAddress({ state, zipCode });
    const asked = await post(shop, '/api/shipping-rates', { items: aCart(2), shippingAddress: address });
    expect([asked.statusCode, asked.json()]).toEqual([
      400,
      { message, issues: [{ path: 'shippingAddress.zipCode', message }] },
    ]);
    const started = await startPayment(shop, { ...(await aPaymentStart(shop)), addressData: address });
    expect([started.statusCode, started.json().message]).toEqual([400, message]);
  }
});

test('an invalid ZIP is refused at its field, and no rate source is asked', async () => {
  const rates = { listRates: () => Promise.reject(new Error('asked')) };
  const abroad = await startTestApp({ database: shop.database, parts: () => ({ rates }) });
  try {
    const cases = {
      'K1A 0B1': 'We ship only within the United States. Please check the ZIP code.',
      'SW1A 1AA': 'We ship only within the United States. Please check the ZIP code.',
      '00000': 'There is no such ZIP code. Please check it.',
      '12345678': 'A ZIP code has five digits',
      '1O118': 'A ZIP code has five digits',
    };
    for (const [zipCode, message] of Object.entries(cases)) {
      const shippingAddress = aNewYorkAddress({ zipCode });
      const answer = await post(abroad, '/api/shipping-rates', { items: aCart(), shippingAddress });
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { message, issues: [{ path: 'shippingAddress.zipCode', message }] },
      ]);
    }
  } finally {
    await abroad.close();
  }
});

test('a quantity is a whole number from 1 to 99 and none of 60 things that look like one (I6)', async () => {
  const body = await aPaymentStart(shop);
  const numbers = [
    0, -1, 1.5, 1e308, 9007199254740992, 100, -0, 0.1, 1e-9, 99.5, 1e21, -99, 2147483648, 4294967296, 9007199254740991,
    1.0000000000000002, 0.9999999999999999, 98.99999999999999, -2147483648, 65536, 1e2,
  ];
  const texts = '3|0x10|1|1e1| 5 ||NaN|-1|1.0|٣|one|03|3.|+3|3n|1_0|１|\u0000'.split('|');
  const others = [true, false, null, undefined, [3], [], {}, [1], [[1]], [1, 2]];
  const bad: unknown[] = [...numbers, ...texts, ...others, { valueOf: 3 }, { toString: 3 }, { quantity: 1 }];
  expect(bad).toHaveLength(52);
  const bodies = bad.map((quantity) => ({ ...body, cartItems: [{ id: 'box40', quantity }] }));
  expect(await acceptedOf(bodies, [400])).toEqual([]);
  // JSON.stringify cannot produce these.
  for (const text of ['1e400', '-1e400', '01', '+1', 'NaN', 'Infinity', '.5', '0x10']) {
    const payload = JSON.stringify({ ...body, cartItems: [{ id: 'box40', quantity: 'Q' }] }).replace('"Q"', text);
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/create-payment-intent',
      headers: { 'content-type': 'application/json' },
      payload,
    });
    expect(answer.statusCode).toBe(400);
  }
});

test('unknown ids, names of the prototype, too many lines and no lines are refused (I7)', async () => {
  const body = await aPaymentStart(shop);
  const carts: unknown[] = [
    [],
    null,
    {},
    'box40',
    ...['box41', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '', ' box40', 'BOX40', 'x'.repeat(65)].map(
      (id) => [{ id, quantity: 1 }],
    ),
    Array.from({ length: 1000 }, () => ({ id: 'box40', quantity: 1 })),
    [
      { id: 'box40', quantity: 60 },
      { id: 'box40', quantity: 40 },
    ],
    [{ quantity: 1 }],
    [{ id: 'box40' }],
    [null],
  ];
  expect(
    await acceptedOf(
      carts.map((cartItems) => ({ ...body, cartItems })),
      [400],
    ),
  ).toEqual([]);
});

test('the same product in two lines is one line of the sum (I7)', async () => {
  const body = await aPaymentStart(shop, { cart: [...aCart(2), ...aCart(3)] });
  const answer = await startPayment(shop, body);
  const shipping = textToCents(body.shippingData.shippingCost) ?? Number.NaN;
  expect(await chargedCents(answer.body)).toBe(5 * 1999 + shipping);
  const [row] = await shop.deps.db
    .select()
    .from(checkouts)
    .where(eq(checkouts.paymentIntentId, paymentIdOf(answer.json<CreatePaymentIntentAnswer>().clientSecret)));
  expect(row?.lines).toMatchObject([
    { id: 'box40', name: 'Box of 40 individual sandwiches', quantity: 5, priceCents: 1999 },
  ]);
  expect(row?.lines).toHaveLength(1);
});

test('what the client says of prices, totals and currency counts for nothing: 200 bodies (P11, N3)', async () => {
  const items = [{ id: 'box40', quantity: 2, price: 0.01, name: 'Free box' }];
  const address = aNewYorkAddress({ zipCode: '10003' });
  const quoted = await post(shop, '/api/shipping-rates', { items, shippingAddress: address, total: 1 });
  const [rate] = quoted.json<{ rates: ShippingRate[] }>().rates;
  if (!rate) throw new Error('no rate');
  const expected = 2 * 1999 + (textToCents(rate.amount) ?? 0);
  const keys = 'price priceCents total totalCents totalAmount amount currency name discount subtotalCents'.split(' ');
  const extra = fc.dictionary(
    fc.constantFrom(...keys),
    fc.oneof(fc.integer(), fc.double(), fc.string(), fc.constant('eur'), fc.constant(null), fc.constant(0.01)),
  );
  const wrong: unknown[] = [];
  for (const [inLine, inBody, inAddress, inShipping] of fc.sample(fc.tuple(extra, extra, extra, extra), 200)) {
    const answer = await startPayment(shop, {
      ...inBody,
      cartItems: [{ ...inLine, id: 'box40', quantity: 2 }],
      addressData: { ...inAddress, ...address },
      shippingData: {
        ...inShipping,
        shippingCost: rate.amount,
        shippingMethod: rate.servicelevel.name,
        shippingCarrier: rate.carrier,
      },
    });
    if (answer.statusCode !== 200 || (await chargedCents(answer.body)) !== expected) wrong.push(answer.body);
  }
  expect(wrong).toEqual([]);
});

test('a paid cheap checkout makes its own order and no richer one: 20 crossed (P12, N2)', async () => {
  const started = [];
  for (let i = 1; i <= 20; i++) started.push(await startedCheckout(shop, { cart: aCart(i) }));
  const [cheap] = started;
  if (!cheap) throw new Error('no checkout');
  await payByCard(shop, cheap);
  for (const rich of started.slice(1)) {
    // The cheap payment's secret opens no other payment, and its success confirms no other order.
    const crossed = { paymentId: rich.paymentId, clientSecret: cheap.clientSecret };
    expect((await payByCard(shop, crossed)).statusCode).toBe(404);
    expect((await confirm(shop, rich.paymentId)).statusCode).toBe(402);
  }
  expect((await confirm(shop, cheap.paymentId)).statusCode).toBe(200);
  const made = await shop.deps.db.select().from(orders).where(eq(orders.stripePaymentIntentId, cheap.paymentId));
  expect(made).toHaveLength(1);
  expect(made[0]?.items).toContain('"quantity":1,');
  const all = started.map(({ paymentId }) => paymentId);
  const ours = await shop.deps.db.select().from(orders).where(inArray(orders.stripePaymentIntentId, all));
  expect(ours).toHaveLength(1);
});

test('nothing that a body adds is stored (I14)', async () => {
  const forbidden = {
    id: '11111111-1111-4111-8111-111111111111',
    status: 'paid',
    createdAt: '2001-01-01T00:00:00Z',
    totalAmount: '0.01',
    isAdmin: true,
    trackingNumber: 'FORGED',
    statusToken: 'FORGED',
    paymentIntentId: 'pi_FORGED00',
    stripePaymentIntentId: 'pi_FORGED00',
  };
  const body = await aPaymentStart(shop, { address: aNewYorkAddress({ zipCode: '10004' }) });
  const answer = await startPayment(shop, {
    ...forbidden,
    cartItems: body.cartItems.map((line) => ({ ...forbidden, ...line })),
    addressData: { ...forbidden, ...body.addressData },
    shippingData: { ...forbidden, ...body.shippingData },
  });
  const { clientSecret } = answer.json<CreatePaymentIntentAnswer>();
  const started = { clientSecret, paymentId: paymentIdOf(clientSecret) };
  const card = { cardNumber: '4242424242424242', expiry: '12/34', cvc: '123' };
  await post(shop, `/api/sandbox-payments/${started.paymentId}/confirm`, { ...forbidden, clientSecret, ...card });
  const confirmed = { ...forbidden, paymentIntentId: started.paymentId };
  expect((await post(shop, '/api/confirm-order', confirmed)).statusCode).toBe(200);
  const rows = [
    await shop.deps.db.select().from(checkouts).where(eq(checkouts.paymentIntentId, started.paymentId)),
    await shop.deps.db.select().from(orders).where(eq(orders.stripePaymentIntentId, started.paymentId)),
  ];
  expect(rows.map((found) => found.length)).toEqual([1, 1]);
  expect(JSON.stringify(rows)).not.toMatch(/FORGED|2001-01-01|11111111-1111|"0\.01"|isAdmin/);
});

test('the address rules of the specification, at their edges (I13)', async () => {
  const cases: [object, string | null][] = [
    [{ fullName: ' ' }, 'Required'],
    [{ fullName: ' A ' }, null],
    [{ email: '@' }, 'Invalid email address'],
    [{ email: 'a@b' }, 'Invalid email address: the part after the @ needs a real ending, such as .com.'],
    [
      { email: 'a@x.com, b@y.com' },
      'Invalid email address: it cannot have spaces, commas, quotes or brackets. Give one address only.',
    ],
    [
      { email: 'ana..perez@b.co' },
      'Invalid email address: two dots in a row, or a dot at the start, at the end or beside the @.',
    ],
    [{ email: 'ana@gmail.con' }, 'Did you mean gmail.com?'],
    [{ email: ' a@b.co ' }, null],
    [{ phone: ' 123456789 ' }, 'Phone number must be at least 10 digits'],
    [{ phone: ' 1234567890 ' }, null],
    [{ zipCode: ' 1011 ' }, 'ZIP code must be at least 5 digits'],
    [{ addressLine1: '\t' }, 'Required'],
    [{ city: '' }, 'Required'],
    [{ state: '  ' }, 'Required'],
    [{ addressLine2: '   ' }, null],
    [{ preferredLanguage: 'fr' }, 'Choose English or Spanish'],
    [{ fullName: `${'x'.repeat(100)}` }, null],
    [{ zipCode: ' 10118 ' }, null],
    [{ zipCode: '１０１１８ 0110' }, null],
    [{ zipCode: '101180' }, 'A ZIP code has five digits'],
    [{ phone: '(305) 55-010' }, 'Phone number must be at least 10 digits'],
    [{ phone: '(212)\u00a0555-0100 x12' }, null],
    [{ phone: `${'1'.repeat(40)}` }, null],
    [{ email: `${'a'.repeat(64)}@b.co` }, null],
    [{ email: `${'a'.repeat(65)}@b.co` }, 'Invalid email address'],
  ];
  const wrong = [];
  for (const [changes, message] of cases) {
    const address = aNewYorkAddress({ addressLine2: null });
    const body = await aPaymentStart(shop, { address });
    const answer = await startPayment(shop, { ...body, addressData: { ...address, ...changes } });
    const said = answer.statusCode === 200 ? null : answer.json<{ message: string }>().message;
    if (said !== message) wrong.push([changes, said]);
    // The browser's form uses the same schema.
    if (z.safeParse(addressSchema, { ...address, ...changes }).success !== (message === null)) wrong.push([changes]);
  }
  expect(wrong).toEqual([]);
});

test('hostile text is refused or kept as it is, in every field (I12)', async () => {
  const refused = ['\u0000', 'a\u0000b', 'a\ud800b', '\udfff', 'a\u001bb', 'x'.repeat(100_000 / 2), 'a\nb', 'a\u2028b'];
  const kept = ['José', 'Jose\u0301', '李小龍', '👩‍👩‍👧', 'شركة', "O'Hara; --", '<b>x</b>', '{{x}}', '$&', '\\'];
  const fields = ['fullName', 'addressLine1', 'addressLine2', 'city', 'state'] as const;
  const faults: unknown[] = [];
  for (const field of fields) {
    for (const text of refused) {
      const address = aNewYorkAddress({ [field]: text });
      const rates = await post(shop, '/api/shipping-rates', { items: aCart(), shippingAddress: address });
      const start = await startPayment(shop, { ...(await aPaymentStart(shop)), addressData: address });
      const statuses = field === 'fullName' ? [start.statusCode] : [rates.statusCode, start.statusCode];
      if (statuses.some((status) => status !== 400)) faults.push([field, text.slice(0, 9), statuses]);
    }
    for (const text of kept) {
      const { paymentId } = await startedCheckout(shop, { address: aNewYorkAddress({ [field]: text }) });
      const [row] = await shop.deps.db.select().from(checkouts).where(eq(checkouts.paymentIntentId, paymentId));
      if (row?.address[field] !== text.normalize('NFC')) faults.push([field, text]);
    }
    // Invisible and direction-changing characters are removed.
    for (const text of ['a\u202eb', 'a\u200db', 'a\u200bb']) {
      const { paymentId } = await startedCheckout(shop, { address: aNewYorkAddress({ [field]: text }) });
      const [row] = await shop.deps.db.select().from(checkouts).where(eq(checkouts.paymentIntentId, paymentId));
      if (row?.address[field] !== 'ab') faults.push([field, text, row?.address[field]]);
    }
  }
  expect(faults).toEqual([]);
});

test('hostile JSON is refused or harmless (I11)', async () => {
  const body = JSON.stringify(await aPaymentStart(shop));
  const send = (payload: string) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/create-payment-intent',
      headers: { 'content-type': 'application/json' },
      payload,
    });
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  const many = Object.fromEntries(Array.from({ length: 4000 }, (_, i) => [`k${i}`, 1]));
  const answers = [
    await send(deep),
    await send(body.replace('{', `{"x":${'['.repeat(25_000)}${']'.repeat(25_000)},`)),
    await send(body.replace('"cartItems"', '"cartItems":[],"cartItems"')),
    await send(`\ufeff${body}`),
    await send(body.replace('{', `${JSON.stringify(many).slice(0, -1)},`)),
    await send(body.replace('{', '{"__proto__":{"isAdmin":true},')),
    await send(body.slice(0, -1)),
    await send(''),
    await send('null'),
    await send(`${body}${' '.repeat(70_000)}`),
  ];
  expect(answers.map((answer) => answer.statusCode)).toEqual([400, 200, 200, 200, 200, 400, 400, 400, 400, 413]);
});

const priced = (priceCents: number) => aCatalogue([aProduct({ priceCents })]);

test.each([
  [49, 1, 400, 'Minimum order amount is $0.50'],
  [50, 1, 200, undefined],
  [25, 2, 200, undefined],
  [24, 2, 400, 'Minimum order amount is $0.50'],
])('%i cents times %i answers %i: an order is at least $0.50 (I9)', async (priceCents, quantity, status, message) => {
  const small = await startTestApp({ database: shop.database, parts: () => ({ catalogue: priced(priceCents) }) });
  try {
    const before = await paymentCount();
    const answer = await startPayment(small, await aPaymentStart(small, { cart: aCart(quantity) }));
    expect(answer.statusCode).toBe(status);
    expect(answer.json<{ message?: string }>().message).toBe(message);
    expect((await paymentCount()) - before).toBe(status === 200 ? 1 : 0);
  } finally {
    await small.close();
  }
});

test('an amount that no column and no payment holds is refused before the provider is called (I8)', async () => {
  const rich = await startTestApp({ database: shop.database, parts: () => ({ catalogue: priced(MAX_AMOUNT_CENTS) }) });
  const before = await paymentCount();
  try {
    for (const quantity of [1, 2, 99]) {
      const answer = await startPayment(rich, await aPaymentStart(rich, { cart: aCart(quantity) }));
      expect(answer.statusCode).toBe(400);
      expect(answer.json<{ message: string }>().message).toMatch(/too large/);
    }
    expect((await paymentCount()) - before).toBe(0);
  } finally {
    await rich.close();
  }
});
