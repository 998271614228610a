import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { emails } from '#server/features/emails/schema.ts';
import { policyContent } from '#server/features/policies/pages.ts';
import type { CreatePaymentIntentAnswer, ShippingRatesAnswer } from '#shared/checkout/checkout.ts';
import type { Changed } from '#shared/content/item.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { US_STATE_CODES } from '#shared/places/us-states.ts';
import { type AdminShippingRules, brandShippingRules, type ShippingRules } from '#shared/shipping/rules.ts';
import { asAdmin } from '#test/admin.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { localized } from '#test/localized.ts';
import {
  aCart,
  aNewYorkAddress,
  anAddress,
  confirm,
  NO_LIMITS,
  payByCard,
  paymentIdOf,
  post,
  shippingDataOf,
  startPayment,
} from '#test/makers.ts';
import { shippingContent } from './rules.ts';

let shop: TestApp;
let call: Awaited<ReturnType<typeof asAdmin>>;
beforeAll(async () => {
  shop = await startTestApp({ env: NO_LIMITS });
  call = await asAdmin(shop);
});
afterEach(async () => {
  const { version } = await read();
  await call('DELETE', `${PATH}?version=${version}`);
});
afterAll(() => shop.close());

const PATH = '/api/admin/shipping-rules';
const ATLANTA = anAddress({ addressLine1: '55 Trinity Ave', city: 'Atlanta', state: 'Georgia', zipCode: '30303' });
const read = async () => (await call('GET', PATH)).json<AdminShippingRules>();
const save = async (changes: Partial<ShippingRules>, more: object = {}) => {
  const { version, origin: _, changed: __, ...rules } = await read();
  return call('PUT', PATH, { ...rules, ...changes, version, ...more });
};
const publish = async (changes: Partial<ShippingRules>) => {
  const answer = await save(changes, { publish: true });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Changed<AdminShippingRules>>();
};
const quote = async (address = ATLANTA, quantity = 1) => {
  const answer = await post(shop, '/api/shipping-rates', { items: aCart(quantity), shippingAddress: address });
  return { status: answer.statusCode, ...answer.json<ShippingRatesAnswer & { message?: string }>() };
};
const start = (
  address: ReturnType<typeof anAddress>,
  quantity: number,
  { quoteId, rates }: ShippingRatesAnswer,
  at = 0,
) => {
  const rate = rates[at];
  if (!rate) throw new Error('no such rate');
  const shippingData = shippingDataOf(rate, quoteId);
  return startPayment(shop, { cartItems: aCart(quantity), addressData: address, shippingData });
};
const shown = () => shippingContent(shop.deps.content.current(), shop.deps.catalogue().products).shipping;
const { free, calendar } = brandShippingRules;
const FLORIDA_AND_GEORGIA: ShippingRules['free'] = { isOn: true, overCents: 3000, states: ['FL', 'GA'], upToOz: 320 };

test('a fresh shop follows the files; a stranger reads nothing', async () => {
  const { version, origin, changed, published, ...rules } = await read();
  expect(published).toEqual({ calendar, heat: [] });
  expect(rules).toEqual(brandShippingRules);
  expect({ origin, changed }).toEqual({ origin: 'default', changed: [] });
  expect(version).toBeGreaterThanOrEqual(0);
  expect((await shop.app.inject(PATH)).statusCode).toBe(401);
  expect(shown()).toMatchObject({
    free: {
      orders: { en: 'orders over $25', es: 'pedidos de más de $25' },
      where: { en: 'Florida', es: 'la Florida' },
    },
    shipDays: { en: '1-2 business days', es: '1 o 2 días laborables' },
  });
});

test('a draft changes nothing; published, quote, page, policy and mail follow; the revision takes it back', async () => {
  const draft = (await save({ free: FLORIDA_AND_GEORGIA })).json<Changed<AdminShippingRules>>();
  expect(draft).toMatchObject({ changed: ['free'], revision: null });
  const later = (await save({ calendar: { ...calendar, handlingDays: 2 } })).json<Changed<AdminShippingRules>>();
  expect([later.calendar.handlingDays, later.published.calendar]).toEqual([2, calendar]);
  await save({ calendar });
  expect((await quote(ATLANTA, 2)).rates.some(({ amount }) => amount === '0.00')).toBe(false);
  const { unpublished } = (await call('GET', '/api/admin/changes')).json();
  expect(unpublished).toMatchObject([{ kind: 'shipping_rules', fields: ['free'] }]);

  const slow = { ...calendar, handlingDays: 3 };
  const { revision } = await publish({ free: FLORIDA_AND_GEORGIA, calendar: slow });
  expect((await quote(ATLANTA, 2)).rates[0]).toMatchObject({ amount: '0.00' });
  // One box does not exceed $30.
  expect((await quote(anAddress())).rates[0]?.amount).not.toBe('0.00');
  expect(shown()).toMatchObject({
    free: {
      orders: { en: 'orders over $30 and up to 20 lb', es: 'pedidos de más de $30 y de hasta 20 lb' },
      where: { en: 'Florida and Georgia', es: 'la Florida y Georgia' },
      upTo: '20 lb',
    },
    shipDays: { en: '3-4 business days', es: '3 o 4 días laborables' },
  });
  const { policies } = policyContent(shop.deps.content.current(), { partners: [], products: [] });
  const { summary } = policies.find(({ kind }) => kind === 'shipping') ?? {};
  expect(summary?.es).toContain('Gratis en pedidos de más de $30 y de hasta 20 lb dentro de la Florida y Georgia');

  const offered = await quote(ATLANTA, 2);
  const { clientSecret } = (await start(ATLANTA, 2, offered)).json<CreatePaymentIntentAnswer>();
  const paymentId = paymentIdOf(clientSecret);
  await payByCard(shop, { paymentId, clientSecret });
  expect((await confirm(shop, paymentId, { clientSecret })).statusCode).toBe(200);
  const mails = await shop.deps.db.select().from(emails).where(eq(emails.templateKey, 'order_confirmation'));
  expect(mails.at(-1)?.text).toContain('3-4 business days');

  expect((await call('POST', `/api/admin/revisions/${revision}/restore`)).statusCode).toBe(200);
  expect(await read()).toMatchObject({ ...brandShippingRules, origin: 'default' });
  expect((await quote(ATLANTA, 2)).rates.some(({ amount }) => amount === '0.00')).toBe(false);
});

test('the shipping policy lists the heat rules of products on sale, and nothing without rules', async () => {
  const said = () => {
    const { policies } = policyContent(shop.deps.content.current(), { partners: [], products: products() });
    const { body } = policies.find(({ kind }) => kind === 'shipping') ?? {};
    return JSON.stringify(body);
  };
  const products = () => shop.deps.catalogue().products;
  expect(said()).not.toMatch(/heat|calor|\{\{/i);
  const [product] = products();
  const rule = { products: [product?.id ?? ''], months: [6, 7, 8], states: ['TX' as const], isEarlyWeek: false };
  await publish({
    heat: [
      { ...rule, isFast: true, isHeld: false },
      { ...rule, products: ['gone'], isFast: false, isHeld: true },
    ],
  });
  expect(said()).toContain(
    `["ul",[["li",["From June to August we ship ${product?.name.en} to Texas only by services of 2 days or less, because of the heat."]]]]`,
  );
  expect(said()).toContain(`De junio a agosto, por el calor, enviamos ${product?.name.es} a Texas solo por servicios`);
  expect(said()).not.toContain('{{');
});

test('the owner’s wording is in heat sentences, beside the pay button and in the free service', async () => {
  const own = {
    rule_lower_48: { en: 'the mainland', es: 'tierra firme' },
    rule_price: { en: 'The price comes before the card.', es: 'El precio sale antes de la tarjeta.' },
    checkout_free_service: { en: 'On the house', es: 'Va por la casa' },
  };
  const change = async (method: 'PUT' | 'DELETE', key: string, texts: object) => {
    const list = (await call('GET', `/api/admin/texts?q=${key}`)).json<{ key: string; version: number }[]>();
    const version = list.find((text) => text.key === key)?.version;
    const path = `/api/admin/texts/${key}`;
    const answer =
      method === 'PUT'
        ? await call('PUT', path, { ...texts, version, publish: true })
        : await call('DELETE', `${path}?version=${version}`);
    expect(answer.statusCode, answer.body).toBe(200);
  };
  for (const [key, texts] of Object.entries(own)) await change('PUT', key, texts);
  const states = US_STATE_CODES.filter((code) => code !== 'AK' && code !== 'HI');
  const rule = { products: [], months: [7], states, isEarlyWeek: true, isFast: false, isHeld: false };
  await publish({ heat: [rule] });
  expect((await quote(anAddress(), 2)).rates[0]).toMatchObject({
    amount: '0.00',
    servicelevel: { name: 'On the house' },
  });
  const snapshot = shop.deps.content.current();
  const { policies } = policyContent(snapshot, { partners: [], products: [], own: shop.deps.changedText });
  expect(JSON.stringify(policies)).toContain('In July we ship boxes to the mainland only from Monday to Wednesday');
  expect(JSON.stringify(policies)).toContain('En julio, por el calor, enviamos cajas a tierra firme');

  await publish({ free: { ...free, isOn: false } });
  const { version, summary, body } = (await call('GET', '/api/admin/policies/refunds')).json();
  const line = localized('{{shippingPrice}}', '{{shippingPrice}}');
  const policy = await call('PUT', '/api/admin/policies/refunds', { summary: line, body, version, publish: true });
  expect(policy.statusCode, policy.body).toBe(200);
  expect([shop.deps.refundRule('en'), shop.deps.refundRule('es')]).toEqual(Object.values(own.rule_price));
  const again = (await call('GET', '/api/admin/policies/refunds')).json();
  await call('PUT', '/api/admin/policies/refunds', { summary, body, version: again.version, publish: true });
  for (const key of Object.keys(own)) await change('DELETE', key, {});
});

test('what a shopper was shown stays: a quote made before the change is charged as it was', async () => {
  const before = await quote(anAddress(), 2);
  expect(before.rates[0]?.amount).toBe('0.00');
  await publish({ free: { ...free, isOn: false } });
  expect((await quote(anAddress(), 2)).rates[0]?.amount).not.toBe('0.00');
  const { charge } = (await start(anAddress(), 2, before)).json<CreatePaymentIntentAnswer>();
  expect(charge?.shippingCost).toBe('0.00');
  expect(shown().free).toBeNull();
  for (const language of LANGUAGES) {
    const [, policy] = policyContent(shop.deps.content.current(), { partners: [], products: [] }).policies;
    expect(policy?.summary[language]).not.toContain('25');
  }
});

test('thirty-seven boxes are too heavy for free shipping with a weight limit', async () => {
  await publish({ free: { ...free, upToOz: 320 } });
  expect((await quote(anAddress(), 2)).rates[0]?.amount).toBe('0.00');
  const many = await quote(anAddress(), 37);
  expect(many.rates.every(({ amount }) => amount !== '0.00')).toBe(true);
});

test('a flat rate is the cheapest service’s price within the 48 states, and none costs less', async () => {
  await publish({ flat: { isOn: true, cents: 900, upToOz: 320 } });
  const [standard, ...faster] = (await quote(aNewYorkAddress())).rates;
  expect(standard?.amount).toBe('9.00');
  expect(faster.every(({ amount }) => Number(amount) >= 9)).toBe(true);
  expect((await quote(aNewYorkAddress(), 37)).rates[0]?.amount).not.toBe('9.00');
  const honolulu = anAddress({ city: 'Honolulu', state: 'HI', zipCode: '96813' });
  expect((await quote(honolulu)).rates[0]?.amount).not.toBe('9.00');
  // It does not mention a second box, which adds nothing.
  expect(shown().secondBoxCents).toEqual({});
});

test('the table’s prices are the owner’s, and a zone without any is not served', async () => {
  const services = brandShippingRules.services.map((service, i) => ({
    ...service,
    isOn: i === 0,
    byZone: service.byZone.map((row, zone) =>
      zone === 4 ? { baseCents: 1234, poundCents: 0, days: 7 } : zone < 4 ? row : null,
    ),
  }));
  await publish({ services });
  expect((await quote(aNewYorkAddress())).rates).toMatchObject([{ amount: '12.34', estimated_days: 7 }]);
  const seattle = anAddress({ city: 'Seattle', state: 'WA', zipCode: '98101' });
  expect((await quote(seattle)).status).toBe(400);
});

describe('the form', () => {
  test('a stale version is reported first, with the current rules', async () => {
    const { version, origin: _, changed: __, ...rules } = await read();
    const answer = await call('PUT', PATH, { ...rules, version: version + 5, publish: true });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'stale_version', current: { version } });
  });

  test.each<[string, Partial<Record<keyof ShippingRules, unknown>>]>([
    ['free.states', { free: { ...free, states: [] } }],
    ['free.states.0', { free: { ...free, states: ['ZZ'] } }],
    ['free.overCents', { free: { ...free, overCents: -1 } }],
    ['free.overCents', { free: { ...free, overCents: 12.5 } }],
    ['free.upToOz', { free: { ...free, upToOz: 0 } }],
    ['flat.cents', { flat: { isOn: true, cents: 0, upToOz: null } }],
    ['margin.percent', { margin: { percent: -51, cents: 0 } }],
    ['services', { services: brandShippingRules.services.map((each) => ({ ...each, isOn: false })) }],
    ['calendar.shipDays', { calendar: { ...calendar, shipDays: [] } }],
    ['calendar.cutOff', { calendar: { ...calendar, cutOff: '24:00' } }],
    ['calendar.handlingDays', { calendar: { ...calendar, handlingDays: 11 } }],
    ['calendar.closedDays.0', { calendar: { ...calendar, closedDays: ['02-30'] } }],
  ])('%s is refused at its field: %j', async (path, changes) => {
    const answer = await save(changes as Partial<ShippingRules>);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().issues.map((issue: { path: string }) => issue.path)).toContain(path);
  });
});

test('under any rules the quote is charged, and is free exactly if the rule says so', async () => {
  const anyRules = fc.record({
    isOn: fc.boolean(),
    overCents: fc.integer({ min: 0, max: 9000 }),
    states: fc.uniqueArray(fc.constantFrom('FL' as const, 'GA' as const, 'NY' as const), { minLength: 1 }),
    upToOz: fc.option(fc.integer({ min: 30, max: 400 })),
    flat: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      anyRules,
      fc.constantFrom(anAddress(), ATLANTA, aNewYorkAddress()),
      fc.integer({ min: 1, max: 6 }),
      async ({ flat, ...rule }, address, quantity) => {
        await publish({ free: rule, flat: { isOn: flat, cents: 795, upToOz: null } });
        const offered = await quote(address, quantity);
        const { charge } = (await start(address, quantity, offered)).json<CreatePaymentIntentAnswer>();
        expect(charge?.shippingCost).toBe(offered.rates[0]?.amount);
        const product = shop.deps.catalogue().find('box40');
        const state = ({ Georgia: 'GA', FL: 'FL', NY: 'NY' } as const)[address.state as 'FL'] ?? '';
        const isFree =
          rule.isOn &&
          rule.states.includes(state) &&
          (product?.priceCents ?? 0) * quantity > rule.overCents &&
          (product?.weightOz ?? 0) * quantity <= (rule.upToOz ?? Number.POSITIVE_INFINITY);
        expect(offered.rates[0]?.amount === '0.00').toBe(isFree);
        if (flat) expect(offered.rates[isFree ? 1 : 0]?.amount).toBe('7.95');
      },
    ),
    { numRuns: 25 },
  );
});
