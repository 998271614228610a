import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { connectDatabase } from '#server/db/connect.ts';
import type { CreatePaymentIntentAnswer, ShippingRatesAnswer } from '#shared/checkout/checkout.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import type { ShippingPrice } from '#shared/orders/change.ts';
import { type AdminShippingRules, brandShippingRules, type HeatRule } from '#shared/shipping/rules.ts';
import { asAdmin } from '#test/admin.ts';
import { startTestApp, type TestApp, TestClock } from '#test/app.ts';
import { aCart, aNewYorkAddress, anAddress, NO_LIMITS, post, startPayment } from '#test/makers.ts';
import { anOrder, insertOrders } from '#test/orders.ts';

const PATH = '/api/admin/shipping-rules';
/** A Friday after the cut-off. */
const JULY = new Date('2027-07-09T19:00:00Z');

let shop: TestApp;
let call: Awaited<ReturnType<typeof asAdmin>>;
beforeAll(async () => {
  const clock = new TestClock();
  clock.advance(JULY.getTime() - clock.now().getTime());
  shop = await startTestApp({ env: NO_LIMITS, clock });
  call = await asAdmin(shop);
});
afterEach(async () => {
  const { version } = (await call('GET', PATH)).json<AdminShippingRules>();
  await call('DELETE', `${PATH}?version=${version}`);
});
afterAll(() => shop.close());

const aRule = (changes: Partial<HeatRule>): HeatRule => ({
  products: [],
  months: [6, 7, 8],
  states: ['NY'],
  isEarlyWeek: false,
  isFast: false,
  isHeld: false,
  ...changes,
});
const save = async (...heat: HeatRule[]) => {
  const { version, origin: _, changed: __, ...rules } = (await call('GET', PATH)).json<AdminShippingRules>();
  return call('PUT', PATH, { ...rules, heat, version, publish: true });
};
async function publish(...heat: HeatRule[]): Promise<void> {
  const answer = await save(...heat);
  expect(answer.statusCode, answer.body).toBe(200);
}
const ask = (address = aNewYorkAddress(), quantity = 1, language = 'en', at = shop) =>
  post(
    at,
    '/api/shipping-rates',
    { items: aCart(quantity), shippingAddress: address },
    { 'accept-language': language },
  );
const quote = async (address = aNewYorkAddress(), quantity = 1) => {
  const answer = await ask(address, quantity);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ShippingRatesAnswer>();
};
const namesOf = ({ rates }: ShippingRatesAnswer) => rates.map(({ servicelevel }) => servicelevel.name);
const start = (
  { quoteId, rates }: ShippingRatesAnswer,
  service: string,
  { isNamed = true, language = 'en' as 'en' | 'es', at = shop } = {},
) => {
  const rate = rates.find(({ servicelevel }) => servicelevel.name === service);
  if (!rate) throw new Error(`no ${service}`);
  const shippingData = {
    shippingCost: rate.amount,
    shippingMethod: rate.servicelevel.name,
    shippingCarrier: rate.carrier,
    ...(isNamed && { quoteId, rateId: rate.rateId }),
  };
  const addressData = aNewYorkAddress({ preferredLanguage: language });
  return startPayment(at, { cartItems: aCart(), addressData, shippingData });
};

describe('only services of 2 days or less', () => {
  test('the quote leaves out the others and says so; another state gets them all', async () => {
    await publish(aRule({ isFast: true }));
    const hot = await quote();
    expect(namesOf(hot)).toEqual(['2Day', 'Priority Mail Express']);
    expect(hot.heat).toEqual({ isFast: true, isEarlyWeek: false });
    const cool = await quote(anAddress());
    expect(cool.rates).toHaveLength(5);
    expect(cool.heat).toBeNull();
  });

  test('a quote from before the rule cannot pay for a slow service, with its ids or without', async () => {
    const before = await quote();
    expect((await start(before, 'Ground Advantage')).statusCode).toBe(200);
    await publish(aRule({ isFast: true }));
    for (const isNamed of [true, false]) {
      const refused = await start(before, 'Ground Advantage', { isNamed });
      expect([refused.statusCode, refused.json().message]).toEqual([
        409,
        'It is too hot in New York for this way of shipping. Please choose your shipping again.',
      ]);
      expect((await start(before, '2Day', { isNamed })).statusCode).toBe(200);
    }
    expect((await start(before, 'Ground Advantage', { language: 'es' })).json().message).toMatch(
      /demasiado calor en (la )?.*York/,
    );
  });

  test('free shipping uses the cheapest service that is left', async () => {
    const texas = anAddress({ city: 'Austin', state: 'TX', zipCode: '78701' });
    await publish(aRule({ states: ['FL', 'TX'], isFast: true }));
    const [free, ...paid] = (await quote(anAddress(), 2)).rates;
    expect(free).toMatchObject({ amount: '0.00', servicelevel: { name: 'Free shipping' }, estimated_days: 2 });
    expect(free?.arrives_by).toBe(paid[0]?.arrives_by);
    expect((await quote(texas, 2)).rates.every(({ amount }) => amount !== '0.00')).toBe(true);
  });
});

describe('only Monday to Wednesday', () => {
  test('the promised days follow the rule, and the payment keeps them', async () => {
    // Ordered on a Friday after the cut-off and packed on Monday.
    expect((await quote()).rates[0]?.ships_by).toBe('2027-07-13');
    const DAYS = 5 * 24 * 3_600_000;
    shop.clock.advance(DAYS);
    call = await asAdmin(shop);
    try {
      // A Wednesday.
      const before = await quote();
      expect(before.rates[0]?.ships_by).toBe('2027-07-16');
      await publish(aRule({ isEarlyWeek: true }));
      const { rates, heat } = await quote();
      expect(rates.map(({ ships_by }) => ships_by)).toEqual(Array(5).fill('2027-07-19'));
      expect(rates.find(({ servicelevel }) => servicelevel.name === '2Day')?.arrives_by).toBe('2027-07-21');
      expect(heat).toEqual({ isFast: false, isEarlyWeek: true });
      // The older promise of a Friday cannot be kept.
      const refused = await start(before, '2Day');
      expect([refused.statusCode, refused.json().message]).toEqual([
        409,
        'These shipping rates no longer apply. Please choose your shipping again.',
      ]);
    } finally {
      shop.clock.set(-DAYS);
      call = await asAdmin(shop);
    }
  });
});

describe('a hold', () => {
  test('is explained by the quote, and by a payment from an older quote', async () => {
    const before = await quote();
    await publish(aRule({ products: ['box40'], isHeld: true }));
    const words = {
      en: /^Box of 40 .* cannot travel to New York in July: .* From September on we ship it there again\.$/,
      es: /^Caja de 40 .* no puede viajar a .*York en julio: .* Desde septiembre lo volvemos a enviar\.$/,
    };
    for (const language of ['en', 'es'] as const) {
      for (const refused of [
        await ask(aNewYorkAddress({ preferredLanguage: language }), 1, language),
        await start(before, '2Day', { language }),
      ]) {
        expect(refused.statusCode).toBe(409);
        expect(refused.json().message).toMatch(words[language]);
      }
    }
    expect((await ask(anAddress())).statusCode).toBe(200);
    await publish(aRule({ products: ['tin'], isHeld: true }));
    expect((await ask()).statusCode).toBe(200);
    await publish(aRule({ months: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], isHeld: true }));
    expect((await ask()).json().message).toMatch(/cannot travel to New York: the heat/);
  });

  test('an order’s address cannot be moved into a held state, but be corrected within it', async () => {
    const order = anOrder({ shipBy: '2027-07-13', arriveBy: '2027-07-15' });
    await insertOrders(shop, [order]);
    await publish(aRule({ isHeld: true }));
    const { addressLine1, addressLine2, city, state, zipCode } = aNewYorkAddress();
    const hot = { addressLine1, addressLine2, city, state, zipCode };
    const byOwner = await call('PATCH', `/api/admin/orders/${order.id}`, { ...hot, version: 1 });
    expect([byOwner.statusCode, byOwner.json().message]).toEqual([409, expect.stringMatching(/New York in July/)]);
    const byBuyer = await post(shop, `/api/orders/${order.statusToken}/address`, hot);
    expect(byBuyer.statusCode).toBe(409);
    const [same] = (await call('GET', `/api/admin/orders?q=${order.id}`)).json<Order[]>();
    expect(same).toMatchObject({ zipCode: '33010', version: 1 });
    const within = { addressLine1: '21 Palm Avenue', version: 1 };
    await publish(aRule({ states: ['FL'], isHeld: true }));
    expect((await call('PATCH', `/api/admin/orders/${order.id}`, within)).statusCode).toBe(200);
  });
});

test('a corrected address is priced by a service that the heat allows there', async () => {
  const order = anOrder({ shippingMethod: 'Ground Advantage', shipBy: '2027-07-13', arriveBy: '2027-07-15' });
  await insertOrders(shop, [order]);
  const { addressLine1, addressLine2, city, state, zipCode } = aNewYorkAddress();
  const price = async () =>
    (
      await call('POST', `/api/admin/orders/${order.id}/shipping-price`, {
        addressLine1,
        addressLine2,
        city,
        state,
        zipCode,
      })
    ).json<ShippingPrice>();
  const ground = await price();
  await publish(aRule({ isFast: true }));
  const fast = (await quote()).rates[0];
  expect(await price()).toEqual({ ...ground, corrected: fast?.amount });
  expect(Number(fast?.amount)).toBeGreaterThan(Number(ground.corrected));
});

test.each<[string, Partial<HeatRule>]>([
  ['heat.0.months', { months: [], isHeld: true }],
  ['heat.0.months.0', { months: [13], isHeld: true }],
  ['heat.0.states.0', { states: ['ZZ' as 'NY'], isHeld: true }],
  ['heat.0.products.0', { products: ['<b>'], isHeld: true }],
  ['heat.0.isHeld', {}],
])('%s is refused at its field', async (path, changes) => {
  const answer = await save(aRule(changes));
  expect(answer.statusCode).toBe(400);
  expect(answer.json().issues.map((issue: { path: string }) => issue.path)).toContain(path);
});

test('a shop that ships on none of these days gets a warning', async () => {
  const { version, origin: _, changed: __, ...rules } = (await call('GET', PATH)).json<AdminShippingRules>();
  const calendar = { ...brandShippingRules.calendar, shipDays: [4, 5] };
  const answer = await call('PUT', PATH, { ...rules, calendar, heat: [aRule({ isEarlyWeek: true })], version });
  expect(answer.json().issues).toMatchObject([{ path: 'calendar.shipDays' }]);
});

const onPostgres = inject('base').engine === 'postgres' ? test : test.skip;

onPostgres('an instance that has not heard of a rule yet refuses by it all the same', async () => {
  const connection = await connectDatabase({ databaseUrl: shop.database.url, dataDir: '' });
  const other = await startTestApp({ env: NO_LIMITS, clock: shop.clock, database: { ...shop.database, connection } });
  try {
    const before = (await ask(aNewYorkAddress(), 1, 'en', other)).json<ShippingRatesAnswer>();
    await publish(aRule({ isHeld: true }));
    // The control: its cache is older than the database.
    expect(other.deps.shippingRules().heat).toEqual([]);
    expect((await start(before, '2Day', { at: other })).statusCode).toBe(409);
    await publish();
    // A removed rule refuses nothing.
    const started = await start(before, '2Day', { at: other });
    expect(started.json<CreatePaymentIntentAnswer>().charge, started.body).toBeDefined();
    await publish(aRule({ isHeld: true }));
    expect((await ask(aNewYorkAddress(), 1, 'en', other)).statusCode).toBe(409);
  } finally {
    await other.close();
    await connection.close();
  }
});
