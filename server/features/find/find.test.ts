import { beforeAll, expect, test } from 'vitest';
import { stories } from '#brand/stories.ts';
import { adminSessions } from '#server/features/admin/schema.ts';
import { emails } from '#server/features/emails/schema.ts';
import { orders } from '#server/features/orders/schema.ts';
import type { Found } from '#shared/admin/find.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { signIn } from '#test/admin.ts';
import { aNewYorkAddress, confirm, NO_LIMITS, paidSandbox } from '#test/makers.ts';
import { adminOf, shopForAll } from '#test/shop.ts';

const shop = shopForAll({ env: NO_LIMITS });
let cookie: string;
beforeAll(async () => {
  ({ cookie } = await signIn(shop));
  const buyers = [
    { fullName: 'Yolanda Núñez', email: 'yoli_n@shopper.example' },
    { fullName: 'Pedro Vega', email: 'pedro@shopper.example' },
  ];
  for (const buyer of buyers) {
    const { paymentId } = await paidSandbox(shop, { address: aNewYorkAddress(buyer) });
    await confirm(shop, paymentId);
  }
  const headers = { cookie, origin: shop.config.publicUrl };
  await shop.app.inject({
    method: 'POST',
    url: '/api/admin/store-locations',
    headers,
    payload: {
      name: 'Bodega Ñico',
      address: '900 W 49th St, Hialeah, FL',
      storeType: 'convenience',
      latitude: 25.86,
      longitude: -80.3,
    },
  });
});

async function find(q: string): Promise<Found> {
  const url = `/api/admin/find?q=${encodeURIComponent(q)}`;
  const answer = await shop.app.inject({ url, headers: { cookie } });
  expect(answer.statusCode).toBe(200);
  return answer.json<Found>();
}

const call = adminOf(shop);

test('orders are found by name, mail, place and number, whatever the accents', async () => {
  const [yolanda] = (await find('nunez')).orders;
  expect(yolanda).toMatchObject({ customerName: 'Yolanda Núñez', state: 'NY' });
  const rows = await shop.deps.db.select({ id: orders.id, payment: orders.stripePaymentIntentId }).from(orders);
  const row = rows.find(({ id }) => id === yolanda?.id);
  for (const q of ['YOLANDA nú', 'yoli_n@shopper', orderNumber(yolanda?.id ?? ''), row?.payment ?? '']) {
    expect((await find(q)).orders, q).toEqual([yolanda]);
  }
  expect((await find(yolanda?.city ?? '')).orders).toHaveLength(2);
});

test('a gift is found by its recipient, who is shown', async () => {
  const address = aNewYorkAddress({ fullName: 'Osvaldo Rey', recipientName: 'Caridad Zúñiga' });
  await confirm(shop, (await paidSandbox(shop, { address })).paymentId);
  for (const q of ['zuniga', 'cari zúñ', 'osvaldo caridad']) {
    const { orders: found } = await find(q);
    expect(found, q).toMatchObject([{ customerName: 'Osvaldo Rey', recipientName: 'Caridad Zúñiga' }]);
  }
  const [gift] = (await find('osvaldo')).orders;
  const url = `/api/admin/orders/${gift?.id}`;
  const headers = { cookie, origin: shop.config.publicUrl };
  const payload = { recipientName: 'Belkis Zúñiga', version: 1 };
  expect((await shop.app.inject({ method: 'PATCH', url, headers, payload })).statusCode).toBe(200);
  expect((await find('caridad')).orders).toEqual([]);
  expect((await find('belkis')).orders).toMatchObject([{ id: gift?.id, recipientName: 'Belkis Zúñiga' }]);
});

test('mails are found by the beginning of their recipient; its wildcards are literal', async () => {
  const { emails: found } = await find('Yoli_N@');
  expect(found.map(({ to }) => to)).toEqual(['yoli_n@shopper.example']);
  // An underscore and a percent sign must not act as wildcards.
  expect((await find('yoli%n@')).emails).toEqual([]);
  expect((await find('____@')).emails).toEqual([]);
  expect((await find('yoli')).emails).toEqual([]);
  const [one] = await shop.deps.db.select().from(emails).limit(1);
  for (let i = 0; i < 8; i++) {
    const copy = {
      ...one,
      id: crypto.randomUUID(),
      messageId: `copy${i}`,
      dedupeKey: null,
      to: 'many@shopper.example',
    };
    await shop.deps.db.insert(emails).values({ ...copy, createdAt: new Date(Date.UTC(2026, 0, i + 1)) } as never);
  }
  const newest = (await find('many@')).emails.map(({ createdAt }) => createdAt.slice(0, 10));
  expect(newest).toEqual(['2026-01-08', '2026-01-07', '2026-01-06', '2026-01-05', '2026-01-04']);
});

test('stores are found by name and address', async () => {
  expect((await find('bodega nico')).stores).toMatchObject([{ name: 'Bodega Ñico' }]);
  expect((await find('49th hia')).stores).toHaveLength(1);
  expect((await find('49th miami')).stores).toEqual([]);
});

test('a customer is found by name and by mail address', async () => {
  expect((await find('nunez')).customers).toMatchObject([{ name: 'Yolanda Núñez', email: 'yoli_n@shopper.example' }]);
  expect((await find('pedro@shopper.example')).customers).toMatchObject([{ name: 'Pedro Vega' }]);
});

test('a code is found by its letters, in capitals or not, the code itself first', async () => {
  for (const code of ['FERIA100', 'MIFERIA10', 'FERIA10']) {
    expect((await call('POST', '/api/admin/codes', { code, kind: 'percent', value: 10 })).statusCode).toBe(201);
  }
  const codes = async (q: string) => (await find(q)).codes.map(({ code }) => code);
  expect(await codes('feria10')).toEqual(['FERIA10', 'FERIA100', 'MIFERIA10']);
  expect(await codes('feria1_')).toEqual([]);
});

test('a sentence is found as it is saved and as it reads on the page', async () => {
  const [first] = (await call('GET', '/api/admin/texts?q=%7Bcity%7D')).json<{ key: string }[]>();
  const { texts } = await find(shop.deps.facts().city);
  expect(texts.length).toBeGreaterThan(0);
  expect(JSON.stringify(texts)).not.toContain('{city}');
  expect((await find(first?.key ?? '')).texts).toMatchObject([{ key: first?.key }]);
});

test('a policy, a story and a chapter of the guide are found by their words in each language', async () => {
  for (const q of ['refund', 'reembolso']) {
    const { policies, guide } = await find(q);
    expect(policies[0], q).toEqual({ kind: 'refunds' });
    expect(guide[0], q).toMatchObject({ id: 'refunds-and-disputes' });
  }
  const [story] = stories;
  for (const title of Object.values(story?.title ?? {})) {
    expect((await find(title)).stories, title).toMatchObject([{ id: story?.id }]);
  }
});

test('the password is in the guide, and nothing that is secret is found', async () => {
  const found = await find('password');
  expect(found.guide.map(({ id }) => id)).toContain('how-you-get-in');
  const [session] = await shop.deps.db.select().from(adminSessions);
  for (const secret of [session?.tokenHash ?? '', session?.passwordFingerprint ?? '']) {
    expect(secret.length).toBeGreaterThan(20);
    expect(Object.values(await find(secret.slice(0, 60))).flat()).toEqual([]);
  }
});

test('one letter, spaces and punctuation find nothing, and the search needs a session', async () => {
  for (const q of ['y', ' ', '  y ', '%%', "';--"]) expect(Object.values(await find(q)).flat(), q).toEqual([]);
  expect((await shop.app.inject('/api/admin/find?q=yolanda')).statusCode).toBe(401);
  const unnamed = await shop.app.inject({ url: '/api/admin/find', headers: { cookie } });
  expect(unnamed.statusCode).toBe(400);
});
