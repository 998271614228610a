import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoredFile } from '#server/plugins/pages/site-files.ts';
import { emptySite } from '#server/plugins/pages/site-files.ts';
import type { ConfirmOrderAnswer } from '#shared/checkout/checkout.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { aNewYorkAddress, confirm, paidSandbox } from '#test/makers.ts';
import { orders } from './schema.ts';

const file = (text: string): StoredFile => ({
  variants: [{ body: Buffer.from(text) }],
  type: 'text/html; charset=utf-8',
  etag: text,
});

let shop: TestApp;
beforeAll(async () => {
  const site = emptySite();
  for (const language of ['en', 'es'] as const) {
    site.pages[language].set('/order/_', file(`order ${language}`)).set('/404', file(`404 ${language}`));
  }
  shop = await startTestApp({ site });
});
afterAll(() => shop.close());

async function orderPath(language: 'en' | 'es' = 'en'): Promise<string> {
  const paid = await paidSandbox(shop, { address: aNewYorkAddress({ preferredLanguage: language }) });
  return (await confirm(shop, paid.paymentId, paid)).json<Required<ConfirmOrderAnswer>>().statusUrl;
}

test('shows an order by its link: items, totals, city and state, and nothing else of the person (N8)', async () => {
  const path = await orderPath('es');
  const answer = await shop.app.inject(`/api${path.replace('/order/', '/orders/')}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['x-robots-tag']).toBe('noindex');
  expect(answer.json()).toEqual({
    discountName: null,
    owed: null,
    orderNumber: expect.stringMatching(/^[0-9A-F]{8}$/),
    number: expect.any(Number),
    status: 'pending',
    language: 'es',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    items: [
      {
        id: 'box40',
        name: 'Caja de 40 galleticas con guayaba',
        names: { en: 'Box of 40 individual sandwiches', es: 'Caja de 40 galleticas con guayaba' },
        quantity: 1,
        price: '19.99',
      },
    ],
    discount: '0.00',
    shippingCost: expect.stringMatching(/^\d+\.\d\d$/),
    shippingMethod: 'Ground Advantage',
    shippingCarrier: 'USPS',
    shipBy: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
    arriveBy: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
    delay: null,
    gift: null,
    tax: '0.00',
    taxReason: { en: '', es: '' },
    totalAmount: expect.stringMatching(/^\d+\.\d\d$/),
    difference: '0.00',
    city: 'New York',
    state: 'NY',
    tracking: null,
  });
  const address = aNewYorkAddress();
  for (const part of [address.fullName, address.email, address.phone, address.addressLine1, address.zipCode, 'pi_']) {
    expect(answer.body).not.toContain(part);
  }
});

test('shows the tracking number with a link to the carrier alone, however the number is spelled (E9)', async () => {
  const path = await orderPath();
  const token = path.replace('/order/', '');
  const read = async () => (await shop.app.inject(`/api/orders/${token}`)).json().tracking;
  await shop.deps.db
    .update(orders)
    .set({ trackingNumber: '../../?x=<script>', trackingCarrier: 'UPS', status: 'shipped' })
    .where(eq(orders.statusToken, token));
  const tracking = await read();
  const [parcel] = tracking.parcels;
  expect(new URL(parcel.url).host).toBe('www.ups.com');
  expect([parcel.number, tracking.carrier]).toEqual(['../../?x=<script>', 'UPS']);
  await shop.deps.db.update(orders).set({ trackingCarrier: 'Balloon' }).where(eq(orders.statusToken, token));
  expect(await read()).toMatchObject({ carrier: 'Balloon', parcels: [{ url: null }] });
});

test('every other token is a 404 with one and the same body', async () => {
  const path = await orderPath();
  const token = path.replace('/order/', '');
  const others = [token.slice(1), `${token}x`, token.toUpperCase(), '_', "' or 1=1 --", 'ñ', '%00'];
  others.push('x'.repeat(150));
  const answers = await Promise.all(others.map((t) => shop.app.inject(`/api/orders/${encodeURIComponent(t)}`)));
  expect(answers.map((answer) => answer.statusCode)).toEqual(others.map(() => 404));
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
  const unsafe = await Promise.all(['%00', `${token}%00`].map((t) => shop.app.inject(`/api/orders/${t}`)));
  expect(unsafe.map((answer) => answer.statusCode)).toEqual([400, 400]);
});

test('the page itself is neither cached nor indexed, and has the visitor’s language', async () => {
  const answer = await shop.app.inject({ url: '/order/some-token_1', headers: { 'accept-language': 'es' } });
  expect([answer.statusCode, answer.body]).toEqual([200, 'order es']);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['x-robots-tag']).toBe('noindex');
  for (const url of ['/order', '/order/', '/order/a/b']) {
    const missing = await shop.app.inject(url);
    expect([url, missing.statusCode]).toEqual([url, 404]);
  }
});
