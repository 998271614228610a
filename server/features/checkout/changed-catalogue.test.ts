import { describe, expect, inject, test } from 'vitest';
import { connectDatabase } from '#server/db/connect.ts';
import { orders } from '#server/features/orders/schema.ts';
import type { AdminProduct } from '#shared/catalogue/products.ts';
import type { CreatePaymentIntentAnswer } from '#shared/checkout/checkout.ts';
import { asAdmin } from '#test/admin.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import {
  aCart,
  aNewYorkAddress,
  aPaymentStart,
  confirm,
  NO_LIMITS,
  payByCard,
  paymentIdOf,
  post,
  shippingDataOf,
  startPayment,
} from '#test/makers.ts';
import { shopForEach } from '#test/shop.ts';

const shop = shopForEach({ env: NO_LIMITS });

async function publish(at: TestApp, id: string, fields: object): Promise<void> {
  const call = await asAdmin(at);
  const products = (await call('GET', '/api/admin/products')).json<AdminProduct[]>();
  const version = products.find((product) => product.id === id)?.version;
  const answer = await call('PATCH', `/api/admin/products/${id}`, { ...fields, version, publish: true });
  if (answer.statusCode !== 200) throw new Error(`Publishing answered ${answer.statusCode}: ${answer.body}`);
}
const quote = (at: TestApp) => post(at, '/api/shipping-rates', { items: aCart(), shippingAddress: aNewYorkAddress() });

describe('a price that changes between the quote and the payment', () => {
  test('is refused with both prices; a new quote has the new one, and that is charged (N15)', async () => {
    const old = await aPaymentStart(shop);
    await publish(shop, 'box40', { priceCents: 2199 });
    const refused = await startPayment(shop, old);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toEqual({ code: 'price_changed', message: expect.stringContaining('$19.99 → $21.99') });
    expect(refused.json().message).toContain('Box of 40 individual sandwiches');

    expect((await quote(shop)).json().lines).toEqual([{ id: 'box40', quantity: 1, price: '21.99' }]);
    const { charge } = (await startPayment(shop, await aPaymentStart(shop))).json<CreatePaymentIntentAnswer>();
    expect(charge.lines[0]?.price).toBe('21.99');
  });

  test('is reported in the shopper’s language', async () => {
    const old = await aPaymentStart(shop, { address: aNewYorkAddress({ preferredLanguage: 'es' }) });
    await publish(shop, 'box40', { priceCents: 2199 });
    expect((await startPayment(shop, old)).json().message).toContain(
      'Caja de 40 galleticas con guayaba $19.99 → $21.99',
    );
  });

  test('leaves a payment that has started at what its shopper saw (N15)', async () => {
    const answer = await startPayment(shop, await aPaymentStart(shop), crypto.randomUUID());
    const { clientSecret, charge } = answer.json<CreatePaymentIntentAnswer>();
    await publish(shop, 'box40', { priceCents: 2199, name: { en: 'Renamed', es: 'Otra' } });
    await publish(shop, 'box40', { state: 'hidden' });
    const started = { clientSecret, paymentId: paymentIdOf(clientSecret) };
    expect((await payByCard(shop, started)).statusCode).toBe(200);
    expect((await confirm(shop, started.paymentId)).statusCode).toBe(200);
    const [order] = await shop.deps.db.select().from(orders);
    expect(order?.totalAmount).toBe(charge.totalAmount);
    expect(JSON.parse(order?.items ?? '[]')).toMatchObject([
      { name: 'Box of 40 individual sandwiches', price: '19.99' },
    ]);
  });

  test('of another product changes nothing for this cart', async () => {
    const old = await aPaymentStart(shop);
    await publish(shop, 'box20double', { priceCents: 2199 });
    expect((await startPayment(shop, old)).statusCode).toBe(200);
  });

  test('a missing quote is still reported as such', async () => {
    const body = await aPaymentStart(shop);
    const shippingData = { ...body.shippingData, shippingCost: '0.01' };
    expect((await startPayment(shop, { ...body, shippingData })).json()).toEqual({
      message: expect.stringContaining('no longer apply'),
    });
  });
});

describe('what is not for sale', () => {
  test.each([
    [{ state: 'hidden' }],
    [{ state: 'archived' }],
    [{ availability: 'sold_out' }],
    [{ availability: 'coming_soon' }],
  ])('%j is refused by quote and payment, with its name', async (fields) => {
    const old = await aPaymentStart(shop);
    await publish(shop, 'box40', fields);
    for (const refused of [await quote(shop), await startPayment(shop, old)]) {
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toEqual({
        code: 'sold_out',
        message: expect.stringContaining('Box of 40 individual sandwiches'),
      });
    }
    await publish(shop, 'box40', { state: 'live', availability: 'in_stock' });
    expect((await startPayment(shop, old)).statusCode).toBe(200);
  });

  test('a draft is answered like an unknown product (N18, S20)', async () => {
    const call = await asAdmin(shop);
    const { id } = (await call('POST', '/api/admin/products', { name: { en: 'Secret', es: 'Secreta' } })).json();
    const answers = await Promise.all(
      [id, 'nothing'].map((each) =>
        post(shop, '/api/shipping-rates', { items: aCart(1, each), shippingAddress: aNewYorkAddress() }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400]);
    expect(answers[0]?.body).toBe(answers[1]?.body);
  });
});

const onPostgres = inject('base').engine === 'postgres' ? test : test.skip;

onPostgres('an instance that has not heard of a publish yet quotes and charges by it all the same', async () => {
  const connection = await connectDatabase({ databaseUrl: shop.database.url, dataDir: '' });
  const other = await startTestApp({ database: { ...shop.database, connection } });
  try {
    const old = await aPaymentStart(other);
    await publish(shop, 'box40', { priceCents: 2199 });
    // The control: its cache is older than the database.
    expect(other.deps.catalogue().find('box40')?.priceCents).toBe(1999);
    expect((await startPayment(other, old)).json().code).toBe('price_changed');
    expect(other.deps.catalogue().find('box40')?.priceCents).toBe(2199);

    await publish(shop, 'box40', { priceCents: 2299 });
    expect((await quote(other)).json().lines).toEqual([{ id: 'box40', quantity: 1, price: '22.99' }]);
    await publish(shop, 'box40', { state: 'hidden' });
    expect((await quote(other)).json().code).toBe('sold_out');
    await publish(shop, 'box40', { state: 'live' });
    expect((await quote(other)).statusCode).toBe(200);
  } finally {
    await other.close();
    await connection.close();
  }
});

const PUBLISHES = process.env.FULL === '1' ? 100 : 25;

test(`during ${PUBLISHES} publishes shoppers are charged what their answer said, or see the change (N15)`, async () => {
  const call = await asAdmin(shop);
  let isDone = false;
  const publishing = (async () => {
    for (let i = 0; i < PUBLISHES; i++) {
      const [product] = (await call('GET', '/api/admin/products')).json<AdminProduct[]>();
      const change = { priceCents: 2000 + i, version: product?.version, publish: true };
      expect((await call('PATCH', '/api/admin/products/box40', change)).statusCode).toBe(200);
    }
    isDone = true;
  })();
  const shopper = async () => {
    while (!isDone) {
      const address = aNewYorkAddress();
      const rates = (await quote(shop)).json();
      const [rate] = rates.rates;
      const answer = await startPayment(shop, {
        cartItems: aCart(),
        addressData: address,
        shippingData: shippingDataOf(rate, rates.quoteId),
      });
      if (answer.statusCode === 200) {
        // The quoted prices are charged.
        expect(answer.json<CreatePaymentIntentAnswer>().charge.lines[0]?.price).toBe(rates.lines[0].price);
      } else expect([answer.statusCode, answer.json().code]).toEqual([409, 'price_changed']);
    }
  };
  await Promise.all([publishing, shopper(), shopper()]);
  // The control: without concurrent changes the last price is charged.
  const { charge } = (await startPayment(shop, await aPaymentStart(shop))).json<CreatePaymentIntentAnswer>();
  expect(charge.lines[0]?.price).toBe(((1999 + PUBLISHES) / 100).toFixed(2));
});
