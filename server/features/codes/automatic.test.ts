import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { codeUses, emails, orderLines, orders } from '#server/tables.ts';
import type { CreatePaymentIntentAnswer, ShippingRatesAnswer } from '#shared/checkout/checkout.ts';
import type { CodeCheckAnswer, DiscountCode } from '#shared/checkout/codes.ts';
import { startTestApp } from '#test/app.ts';
import { crowd } from '#test/crowd.ts';
import {
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
import { showDiscount } from './discount-watch.ts';
import { discountOfItems } from './service.ts';
import { discountContent } from './shown.ts';

const MINUTE_MS = 60_000;
const PATH = '/api/admin/codes';
const NAMES = { en: 'Three Kings Day', es: 'Día de Reyes' };
const BOX = { id: 'box40', quantity: 1 };
const DOUBLE = { id: 'box20double', quantity: 1 };

const shop = shopForEach({ env: NO_LIMITS });
const call = adminOf(shop);

const make = async (fields: object) => {
  const answer = await call('POST', PATH, { code: 'GUAVA10', kind: 'percent', value: 10, ...fields });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<DiscountCode>();
};
const makeAutomatic = (fields: object = {}) =>
  make({ code: 'REYES', isAutomatic: true, names: NAMES, kind: 'percent', value: 20, ...fields });
const codeOf = async (id: string) => (await call('GET', `${PATH}/${id}`)).json<DiscountCode>();

type Choice = { cart?: object[]; code?: string; email?: string; attempt?: string; discount?: string };
const EMAIL = 'ana@shopper.example';
const quote = ({ cart = [BOX], code, email = EMAIL, attempt }: Choice = {}) =>
  post(
    shop,
    '/api/shipping-rates',
    { items: cart, shippingAddress: aNewYorkAddress(), code, email },
    attempt ? { 'idempotency-key': attempt } : {},
  );
const quoted = async (choice: Choice = {}) => (await quote(choice)).json<ShippingRatesAnswer>();
/** Quotes, and gives what starts the payment of the last rate, like the browser. */
const begin = async ({ at = -1, ...choice }: Choice & { at?: number } = {}) => {
  const { rates, quoteId, discount } = await quoted(choice);
  const { cart = [BOX], code, email = EMAIL } = choice;
  const shippingData = shippingDataOf(rates.at(at), quoteId);
  return { cartItems: cart, addressData: aNewYorkAddress({ email }), shippingData, code, shownDiscount: discount };
};
const paid = async (choice: Choice & { at?: number } = {}) => {
  const answer = await startPayment(shop, await begin(choice), choice.attempt ?? randomUUID());
  const { clientSecret, charge } = answer.json<CreatePaymentIntentAnswer>();
  const paymentId = paymentIdOf(clientSecret);
  await payByCard(shop, { paymentId, clientSecret });
  expect((await confirm(shop, paymentId)).statusCode).toBe(200);
  const [order] = await shop.deps.db.select().from(orders).where(eq(orders.stripePaymentIntentId, paymentId));
  if (!order) throw new Error('no order');
  return { order, charge };
};
const check = async (cart: object[], code?: string) =>
  (await post(shop, '/api/codes/check', { items: cart, ...(code && { code }) })).json<CodeCheckAnswer>();

describe('a discount of certain products', () => {
  test('takes off their lines alone; order lines, tax, refunds and CSV say the same', async () => {
    await call('POST', '/api/admin/taxes', { state: 'NY', rate: '10', taxesFood: true, taxesShipping: false });
    await make({ products: ['box40'], value: 50 });
    const { order, charge } = await paid({ cart: [DOUBLE, BOX], code: 'GUAVA10' });
    expect(charge).toMatchObject({ discount: '10.00', discountName: null });
    const lines = await shop.deps.db.select().from(orderLines).where(eq(orderLines.orderId, order.id));
    const byProduct = Object.fromEntries(lines.map((line) => [line.productId, line]));
    expect(byProduct.box40).toMatchObject({ discountCents: 1000, taxCents: 100 });
    expect(byProduct.box20double).toMatchObject({ discountCents: 0, taxCents: 200 });
    const refund = { lines: [{ id: 'box40', quantity: 1 }], notify: false };
    expect((await call('POST', `/api/admin/orders/${order.id}/refunds`, refund)).json().amount).toBe('10.99');
    expect((await call('GET', '/api/admin/orders.csv')).body).toContain('"10.00","GUAVA10"');
  });

  test('a cart without them is refused with their name; the least amount counts them alone', async () => {
    await make({ products: ['box40'], minimum: 3000 });
    const refused = await quote({ cart: [DOUBLE], code: 'GUAVA10' });
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'code_products']);
    expect(refused.json().message).toContain('Box of 40');
    expect((await quote({ cart: [BOX, DOUBLE], code: 'GUAVA10' })).json().code).toBe('code_minimum');
    expect(await quoted({ cart: [{ ...BOX, quantity: 2 }, DOUBLE], code: 'GUAVA10' })).toMatchObject({
      discount: '4.00',
    });
  });

  test('an amount is at most their price, and may be all of it', async () => {
    await make({ products: ['box40'], kind: 'amount', value: 9900 });
    expect(await quoted({ cart: [BOX, DOUBLE], code: 'GUAVA10' })).toMatchObject({ discount: '19.99' });
    // Alone, fifty cents are left for the card.
    expect(await quoted({ cart: [BOX], code: 'GUAVA10' })).toMatchObject({ discount: '19.49' });
  });
});

test('a changed order keeps the discount on its products, as long as the discount is the same', async () => {
  const { id, version } = await make({ products: ['box40'], value: 50 });
  const line = (id: string, quantity: number, discountCents = 0) => ({ id, quantity, priceCents: 1999, discountCents });
  const before = [line('box20double', 1), line('box40', 1, 1000)];
  const after = [line('box20double', 3), line('box40', 2)];
  const follow = () => discountOfItems(shop.deps.db, 'GUAVA10', { discountCents: 1000, before, after });
  expect(await follow()).toEqual({ discountCents: 1999, shares: [0, 1999] });
  await call('DELETE', `${PATH}/${id}?version=${version}`);
  expect(await follow()).toEqual({ discountCents: 1000, shares: [0, 1000] });
});

describe('an automatic discount', () => {
  test('applies without a code; payment, order, mail, status page and uses have it with its name', async () => {
    const { id } = await makeAutomatic();
    expect(await quoted()).toMatchObject({ discount: '4.00', discountName: NAMES });
    expect(await check([BOX])).toEqual({ code: 'REYES', kind: 'percent', discount: '4.00', name: NAMES });
    const { order, charge } = await paid();
    expect(charge).toMatchObject({ discount: '4.00', discountName: NAMES });
    expect(order).toMatchObject({ discount: '4.00', discountCode: 'REYES', discountName: NAMES });
    expect((await shop.app.inject(`/api/orders/${order.statusToken}`)).json()).toMatchObject({ discountName: NAMES });
    const mails = await shop.deps.db.select().from(emails).where(eq(emails.orderId, order.id));
    expect(mails.map(({ html }) => html.includes('Discount (Three Kings Day)'))).toEqual([true, true]);
    expect(await codeOf(id)).toMatchObject({ uses: 1, costCents: 400 });
  });

  test('is not a code: typing its name is refused', async () => {
    await makeAutomatic();
    expect((await quote({ code: 'reyes' })).json().code).toBe('code_unknown');
  });

  test('holds from its start until its end, by the clock of the shop', async () => {
    const now = shop.clock.now().getTime();
    const at = (minutes: number) => new Date(now + minutes * MINUTE_MS).toISOString();
    await makeAutomatic({ startsAt: at(1), endsAt: at(3) });
    const discounts: string[] = [];
    for (let minute = 0; minute < 4; minute++) {
      discounts.push((await quoted()).discount);
      shop.clock.advance(MINUTE_MS);
    }
    expect(discounts).toEqual(['0.00', '4.00', '4.00', '0.00']);
    expect(await check([BOX])).toEqual({ code: null, kind: null, discount: '0.00', name: null });
  });

  test('pages say that one runs from its start until its end, and that none does once it is deleted', async () => {
    const isShown = () => discountContent(shop.deps.content.current()).hasDiscount ?? false;
    const now = shop.clock.now().getTime();
    const at = (minutes: number) => new Date(now + minutes * MINUTE_MS).toISOString();
    // A typed code is none.
    await make({});
    await makeAutomatic({ startsAt: at(1), endsAt: at(2) });
    const seen: boolean[][] = [];
    for (let minute = 0; minute < 3; minute++) {
      seen.push([await showDiscount(shop.deps), await showDiscount(shop.deps), isShown()]);
      shop.clock.advance(MINUTE_MS);
    }
    expect(seen).toEqual([
      [false, false, false],
      [true, false, true],
      [true, false, false],
    ]);
    const { id, version } = await makeAutomatic({ code: 'MORE' });
    await showDiscount(shop.deps);
    expect(isShown()).toBe(true);
    await call('DELETE', `${PATH}/${id}?version=${version}`);
    await showDiscount(shop.deps);
    expect(isShown()).toBe(false);
    expect((await call('GET', '/api/admin/revisions')).json()).toEqual([]);
  });

  test('of several the best for the cart applies, the oldest of equal ones, never two', async () => {
    await makeAutomatic({ code: 'BOXES', kind: 'amount', value: 300, products: ['box40'] });
    await makeAutomatic({ code: 'OLD', value: 10 });
    await makeAutomatic({ code: 'NEW', value: 10 });
    await makeAutomatic({ code: 'BIG', kind: 'amount', value: 1500, minimum: 10_000 });
    const best = async (cart: object[]) => {
      const { code, discount } = await check(cart);
      return [code, discount];
    };
    expect(await best([BOX])).toEqual(['BOXES', '3.00']);
    expect(await best([DOUBLE])).toEqual(['OLD', '2.00']);
    expect(await best([{ ...BOX, quantity: 5 }])).toEqual(['OLD', '10.00']);
    expect(await best([{ ...BOX, quantity: 6 }])).toEqual(['BIG', '15.00']);
  });
});

describe('a typed code beside an automatic discount', () => {
  test('takes its place only if it gives more', async () => {
    await makeAutomatic({ value: 20 });
    await make({ code: 'LESS', value: 10 });
    await make({ code: 'SAME', value: 20 });
    await make({ code: 'MORE', value: 30 });
    const results: unknown[] = [];
    for (const code of ['LESS', 'SAME', 'MORE']) {
      const { order } = await paid({ code });
      const { name } = await check([BOX], code);
      results.push([(await quoted({ code })).discountName, name, order.discountCode, order.discount]);
    }
    expect(results).toEqual([
      [NAMES, NAMES, 'REYES', '4.00'],
      [NAMES, NAMES, 'REYES', '4.00'],
      [null, null, 'MORE', '6.00'],
    ]);
  });

  test('free shipping counts as the cheapest rate that it saves', async () => {
    await make({ code: 'ENVIO', kind: 'free_shipping', value: 0 });
    const { id, version } = await makeAutomatic({ kind: 'amount', value: 100 });
    // One dollar is less than any rate.
    const { rates, discount, discountName } = await quoted({ code: 'ENVIO' });
    expect([rates[0]?.amount, discount, discountName]).toEqual(['0.00', '0.00', null]);
    expect((await paid({ code: 'ENVIO', at: 0 })).order).toMatchObject({ shippingCost: '0.00', discountCode: 'ENVIO' });
    await call('PATCH', `${PATH}/${id}`, { value: 1900, version });
    const better = await quoted({ code: 'ENVIO' });
    expect([better.rates[0]?.amount === '0.00', better.discount]).toEqual([false, '19.00']);
    expect((await paid({ code: 'ENVIO', at: 0 })).order).toMatchObject({ discountCode: 'REYES', discount: '19.00' });
  });
});

describe('a discount that changes between quote and payment (N15)', () => {
  const answerOf = async (body: object) => {
    const answer = await startPayment(shop, body, randomUUID());
    return [answer.statusCode, answer.json().code ?? answer.json().charge?.discount];
  };

  test('less is refused as a changed price, until it is quoted anew; a payment that was started keeps it', async () => {
    const { id, version } = await makeAutomatic();
    const body = await begin();
    const started = (await startPayment(shop, body, randomUUID())).json<CreatePaymentIntentAnswer>();
    const change = { endsAt: shop.clock.now().toISOString(), startsAt: null, version };
    expect((await call('PATCH', `${PATH}/${id}`, change)).statusCode).toBe(200);
    expect(await answerOf(body)).toEqual([409, 'price_changed']);
    expect(await answerOf(await begin())).toEqual([200, '0.00']);
    const { clientSecret, charge } = started;
    const payment = { paymentId: paymentIdOf(clientSecret), clientSecret };
    await payByCard(shop, payment);
    await confirm(shop, payment.paymentId);
    const [order] = await shop.deps.db.select().from(orders);
    expect(order).toMatchObject({ discount: '4.00', totalAmount: charge.totalAmount });
  });

  test('control: more is given at once, and what the browser claims to have seen lowers no price', async () => {
    const before = await begin();
    await makeAutomatic();
    expect(await answerOf(before)).toEqual([200, '4.00']);
    expect(await answerOf({ ...before, shownDiscount: '3.99' })).toEqual([200, '4.00']);
    expect(await answerOf({ ...before, shownDiscount: '4.01' })).toEqual([409, 'price_changed']);
    expect(await answerOf({ ...before, shownDiscount: 'all' })).toEqual([400, undefined]);
  });

  test('free shipping stays when an automatic discount ends that was better', async () => {
    await make({ code: 'ENVIO', kind: 'free_shipping', value: 0 });
    const { id, version } = await makeAutomatic({ kind: 'amount', value: 1900 });
    const body = await begin({ code: 'ENVIO' });
    await call('DELETE', `${PATH}/${id}?version=${version}`);
    expect(await answerOf(body)).toEqual([409, 'price_changed']);
    expect(await answerOf({ ...body, shownDiscount: undefined })).toEqual([409, undefined]);
    expect(await answerOf(await begin({ code: 'ENVIO', at: 0 }))).toEqual([200, '0.00']);
  });
});

describe('the uses of an automatic discount', () => {
  test('a used-up one is skipped, for one person and in total', async () => {
    await makeAutomatic({ limitPerPerson: 1 });
    await makeAutomatic({ code: 'TEN', value: 10, limit: 1 });
    await paid();
    expect((await quoted({ email: 'A.n.a@shopper.example' })).discount).toBe('4.00');
    expect((await quoted()).discount).toBe('2.00');
    expect((await paid()).order).toMatchObject({ discountCode: 'TEN' });
    expect((await paid()).order).toMatchObject({ discountCode: null, discount: '0.00' });
  });

  test('an attempt does not block itself', async () => {
    await makeAutomatic({ limit: 1 });
    const attempt = randomUUID();
    expect((await startPayment(shop, await begin({ attempt }), attempt)).json().charge.discount).toBe('4.00');
    expect((await quoted({ attempt })).discount).toBe('4.00');
    expect((await quoted()).discount).toBe('0.00');
  });

  test('a network is not offered a discount that it may not hold, so a shopper can always pay', async () => {
    await makeAutomatic({ limit: 5 });
    for (const expected of ['4.00', '4.00', '0.00']) {
      const body = await begin();
      expect(body.shownDiscount).toBe(expected);
      const from = { remoteAddress: '127.0.0.1' };
      expect((await startPayment(shop, body, randomUUID(), from)).statusCode).toBe(200);
    }
  });

  test('50 buyers, 10 uses, two instances: 10 pay less, the others are told before (N14, N15)', async () => {
    const { id } = await makeAutomatic({ limit: 10 });
    const second = await startTestApp({ env: NO_LIMITS, database: shop.database });
    const bodies = await Promise.all(Array.from({ length: 50 }, () => begin()));
    expect(new Set(bodies.map(({ shownDiscount }) => shownDiscount))).toEqual(new Set(['4.00']));
    const answers = await crowd(50, (i) =>
      startPayment(i % 2 ? second : shop, bodies[i] ?? {}, randomUUID(), { remoteAddress: `203.0.113.${i}` }),
    );
    const taken = answers.filter(({ statusCode }) => statusCode === 200);
    expect(taken.map((answer) => answer.json().charge.discount)).toEqual(Array(10).fill('4.00'));
    const others = answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => answer.json().code);
    expect([others.length, ...new Set(others)]).toEqual([40, 'price_changed']);
    await second.close();
    expect(await codeOf(id)).toMatchObject({ held: 10 });

    // The control counts without the lock.
    const isFree = async () => (await codeOf(id)).held < 11;
    const decided = await Promise.all([isFree(), isFree()]);
    for (const free of decided) {
      if (!free) continue;
      const expiresAt = new Date(shop.clock.now().getTime() + MINUTE_MS);
      await shop.deps.db.insert(codeUses).values({ codeId: id, attemptKey: randomUUID(), person: 'x', expiresAt });
    }
    expect((await codeOf(id)).held).toBe(12);
  });
});

test.each([
  [{ names: null }],
  [{ names: { en: 'Only English' } }],
  [{ names: { en: 'x'.repeat(41), es: 'Día' } }],
  [{ kind: 'free_shipping', value: 0 }],
  [{ products: [] }],
  [{ products: [''] }],
  [{ isAutomatic: 'yes' }],
])('an automatic discount with %j is refused', async (fields) => {
  await expect(makeAutomatic(fields)).rejects.toThrow(/"issues"/);
});

test('a change keeps the rules of an automatic discount, and a code stays a code', async () => {
  const { id, version } = await makeAutomatic();
  for (const change of [{ names: null }, { kind: 'free_shipping' }]) {
    expect((await call('PATCH', `${PATH}/${id}`, { ...change, version })).statusCode).toBe(400);
  }
  const changed = await call('PATCH', `${PATH}/${id}`, { isAutomatic: false, products: ['box40'], version });
  expect(changed.json()).toMatchObject({ isAutomatic: true, products: ['box40'] });
});
