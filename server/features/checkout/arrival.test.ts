import { afterAll, beforeAll, expect, test } from 'vitest';
import { facts } from '#brand/facts.ts';
import type { Arrival, ShippingRatesAnswer } from '#shared/checkout/checkout.ts';
import type { AdminShippingRules } from '#shared/shipping/rules.ts';
import { asAdmin } from '#test/admin.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { aCart, aNewYorkAddress, anAddress, NO_LIMITS, post } from '#test/makers.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp({ env: NO_LIMITS });
});
afterAll(() => shop.close());

const ask = (query: string, at = shop) => at.app.inject(`/api/arrival?${query}`);
const arrival = async (query: string, at = shop) => {
  const answer = await ask(query, at);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Arrival>();
};

test.each([
  ['one box to New York', 1, aNewYorkAddress()],
  ['one box to Florida', 1, anAddress()],
  ['two boxes to Florida, which ship free', 2, anAddress()],
])('a product’s page promises what the checkout chooses first: %s', async (_, quantity, address) => {
  const body = { items: aCart(quantity), shippingAddress: address };
  const { rates } = (await post(shop, '/api/shipping-rates', body)).json<ShippingRatesAnswer>();
  const [cheapest] = rates.toSorted((a, b) => Number(a.amount) - Number(b.amount));
  expect(await arrival(`product=box40&quantity=${quantity}&zip=${address.zipCode}`)).toEqual({
    arrivesBy: cheapest?.arrives_by,
    isFree: cheapest?.amount === '0.00',
  });
});

test('without a ZIP code it is that of the shop', async () => {
  const own = await arrival(`product=box40&quantity=1&zip=${facts.address.zipCode}`);
  expect(await arrival('product=box40&quantity=1')).toEqual(own);
});

test('it promises nothing where no service goes, in the heat, or for a product that is not sold', async () => {
  const nothing = { arrivesBy: null, isFree: false };
  const call = await asAdmin(shop);
  const PATH = '/api/admin/shipping-rules';
  const { version, origin: _, changed: __, ...rules } = (await call('GET', PATH)).json<AdminShippingRules>();
  const months = Array.from({ length: 12 }, (___, i) => i + 1);
  const held = { products: ['box40'], months, states: [], isEarlyWeek: false, isFast: false, isHeld: true };
  const services = rules.services.map((service) => ({ ...service, byZone: service.byZone.with(-1, null) }));
  const saved = await call('PUT', PATH, { ...rules, services, heat: [held], version, publish: true });
  expect(saved.statusCode, saved.body).toBe(200);
  expect(await arrival('product=box40&quantity=1')).toEqual(nothing);
  expect(await arrival('product=box20double&quantity=1&zip=99501')).toEqual(nothing);
  expect((await arrival('product=box20double&quantity=1')).arrivesBy).not.toBeNull();
  for (const query of [
    'product=nothing&quantity=1',
    'product=box40&quantity=0',
    'product=box40&quantity=100',
    'product=box40&quantity=1&zip=1',
  ])
    expect((await ask(query)).statusCode, query).toBe(400);
});

test('with a carrier’s live prices only free shipping has a known day', async () => {
  const live = await startTestApp({ env: { ...NO_LIMITS, SHIPPO_API_TOKEN: 'shippo_test_1' } });
  try {
    expect((await arrival('product=box40&quantity=1', live)).arrivesBy).toBeNull();
    const two = await arrival('product=box40&quantity=2', live);
    expect(two).toEqual(await arrival('product=box40&quantity=2&zip=33010', live));
    expect(two).toMatchObject({ arrivesBy: expect.stringMatching(/^20\d\d-/), isFree: true });
  } finally {
    await live.close();
  }
});
