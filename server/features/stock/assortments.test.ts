import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { showStock } from '#server/features/catalogue/stock-watch.ts';
import { refundOrder } from '#server/features/settlement/refunds/service.ts';
import { emails, orderLines, orders, paymentAnomalies, stockHolds } from '#server/tables.ts';
import { wholeOnes } from '#shared/catalogue/assortments.ts';
import type { AdminProduct, CatalogueItem } from '#shared/catalogue/products.ts';
import type { StockMovement } from '#shared/catalogue/stock.ts';
import { startTestApp } from '#test/app.ts';
import { crowd } from '#test/crowd.ts';
import { localized } from '#test/localized.ts';
import {
  aNewYorkAddress,
  aPaymentStart,
  confirm,
  NO_LIMITS,
  paidSandbox,
  payByCard,
  post,
  startPayment,
} from '#test/makers.ts';
import { adminOf, shopForEach } from '#test/shop.ts';
import { findShortLine } from './pieces.ts';
import { holdStock } from './service.ts';

const PATH = '/api/admin/products';

const shop = shopForEach({ env: NO_LIMITS });
const call = adminOf(shop);

const list = async () => (await call('GET', PATH)).json<AdminProduct[]>();
const find = async (id: string) => {
  const product = (await list()).find((each) => each.id === id);
  if (!product) throw new Error(`There is no ${id}`);
  return product;
};
const count = (id: string, change: object) => call('PATCH', `${PATH}/${id}/stock`, change);
const patch = async (id: string, fields: object) =>
  call('PATCH', `${PATH}/${id}`, { ...fields, version: (await find(id)).version });
const issuesOf = (answer: { json(): { issues?: { path: string; message: string }[] } }) =>
  answer.json().issues?.map(({ path, message }) => [path, message]);

/** An assortment with two of the single product and one of the double one. @returns its id */
async function aMixedBox(changes: object = {}): Promise<string> {
  const { id, version, origin, changed, published, missing, onHand, available, lowAt, slug, ...fields } =
    await find('box40');
  const mixed = {
    ...fields,
    name: localized('Mixed box', 'Caja mixta'),
    priceCents: 5_000,
    components: [
      { id: 'box40', quantity: 2 },
      { id: 'box20double', quantity: 1 },
    ],
    ...changes,
  };
  const created = (await call('POST', PATH, mixed)).json<AdminProduct>();
  const answer = await call('PATCH', `${PATH}/${created.id}`, {
    version: created.version,
    state: 'live',
    publish: true,
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return created.id;
}
const cartOf = (...lines: [id: string, quantity: number][]) => lines.map(([id, quantity]) => ({ id, quantity }));
const buy = async (...lines: [id: string, quantity: number][]) => {
  const { paymentId } = await paidSandbox(shop, { cart: cartOf(...lines), attempt: randomUUID() });
  expect((await confirm(shop, paymentId)).statusCode).toBe(200);
  const order = (await shop.deps.db.select().from(orders)).find((row) => row.stripePaymentIntentId === paymentId);
  if (!order) throw new Error('There is no order');
  return order;
};
const stock = async () => [(await find('box40')).onHand, (await find('box20double')).onHand];

describe('an assortment', () => {
  test('is as many as its components allow, and is sold out or low with them', async () => {
    const mixed = await aMixedBox();
    const shown = async () => {
      await showStock(shop.deps);
      const items = (await shop.app.inject('/api/catalogue?lang=en')).json<CatalogueItem[]>();
      const { availability, left } = items.find(({ id }) => id === mixed) ?? {};
      return { availability, left };
    };
    expect(await find(mixed)).toMatchObject({ onHand: null, available: null, published: { isAssortment: true } });
    await count('box40', { onHand: 9 });
    expect(await find(mixed)).toMatchObject({ available: 4 });
    await count('box20double', { onHand: 3, lowAt: 2 });
    expect(await find(mixed)).toMatchObject({ available: 3 });
    expect(await shown()).toEqual({ availability: 'in_stock', left: undefined });
    await count('box20double', { onHand: 2 });
    expect(await shown()).toEqual({ availability: 'low', left: 2 });
    await count('box40', { onHand: 1 });
    expect(await shown()).toEqual({ availability: 'sold_out', left: undefined });
    expect((await find('box40')).available).toBe(1);
    await count('box40', { onHand: null });
    expect(await find(mixed)).toMatchObject({ available: 2 });
    // Its own stock is meaningless, and refused.
    const refused = await count(mixed, { onHand: 5 });
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'This product is made of others. Count those.']);
  });

  test('takes and returns the components that it was sold with, even if it was changed since', async () => {
    const mixed = await aMixedBox();
    await count('box40', { onHand: 20 });
    await count('box20double', { onHand: 20 });
    const order = await buy([mixed, 3], ['box40', 1]);
    expect(await stock()).toEqual([13, 17]);
    expect(await shop.deps.db.select().from(stockHolds)).toEqual([]);
    const [movement] = (await call('GET', `${PATH}/box40/stock`)).json<StockMovement[]>();
    expect(movement).toMatchObject({ kind: 'sale', delta: -7, orderId: order.id });
    const [line] = await shop.deps.db.select().from(orderLines);
    const sold = [
      { id: 'box40', quantity: 2, names: (await find('box40')).name },
      { id: 'box20double', quantity: 1, names: (await find('box20double')).name },
    ];
    expect(line).toMatchObject({ productId: mixed, components: sold });
    const items = JSON.parse(order.items);
    expect(items[0]?.components).toEqual(sold);
    expect(items[1]).not.toHaveProperty('components');

    await patch(mixed, { components: [{ id: 'box40', quantity: 5 }], publish: true });
    const refund = { shipping: false, restock: true, notify: false, reason: null, certificate: null };
    const lines = [{ id: mixed, quantity: 1 }];
    for (let i = 0; i < 2; i++) await refundOrder(shop.deps, order.id, 'a press', { ...refund, lines });
    expect(await stock()).toEqual([15, 18]);
    await refundOrder(shop.deps, order.id, 'another', { ...refund, lines: [{ id: 'box40', quantity: 1 }] });
    expect(await stock()).toEqual([16, 18]);
    for (let i = 0; i < 2; i++) await call('POST', `/api/admin/orders/${order.id}/cancel`, { notify: false });
    expect(await stock()).toEqual([20, 20]);
  });

  test('is refused with its own name and number, after the cart’s single products were deducted', async () => {
    const mixed = await aMixedBox();
    await count('box40', { onHand: 5 });
    const quote = async (...lines: [string, number][]) =>
      (await post(shop, '/api/shipping-rates', { items: cartOf(...lines), shippingAddress: aNewYorkAddress() })).json<{
        code?: string;
        message?: string;
      }>();
    expect((await quote([mixed, 2])).code).toBeUndefined();
    expect((await quote([mixed, 3])).message).toMatch(/only 2 left of Mixed box/);
    expect((await quote([mixed, 2], ['box40', 2])).message).toMatch(/only 1 left of Box of 40/);
    expect((await quote(['box40', 4], [mixed, 1])).message).toMatch(/^Mixed box cannot be bought right now/);
    expect((await quote(['box40', 3], [mixed, 1])).code).toBeUndefined();
    expect((await quote(['box20double', 60], [mixed, 2])).code).toBeUndefined();
  });

  test('is sold even if its components are not sold alone; late orders name the components', async () => {
    const mixed = await aMixedBox();
    await patch('box20double', { state: 'hidden', publish: true });
    await count('box40', { onHand: 2, lowAt: 1 });
    const start = await aPaymentStart(shop, { cart: cartOf([mixed, 1]) });
    const answer = (await startPayment(shop, start, randomUUID())).json<{ clientSecret: string }>();
    const paymentId = answer.clientSecret.split('_secret_')[0] ?? '';
    shop.clock.advance(16 * 60_000);
    await buy(['box40', 1]);
    await payByCard(shop, { paymentId, clientSecret: answer.clientSecret });
    expect((await confirm(shop, paymentId)).statusCode).toBe(200);
    expect(await shop.deps.db.select().from(paymentAnomalies)).toMatchObject([
      { kind: 'oversold', detail: { missing: '2 × Box of 40 individual sandwiches' } },
    ]);
    const low = (await shop.deps.db.select().from(emails)).filter(({ subject }) => /: \d left/.test(subject));
    expect(low.map(({ subject }) => subject)).toEqual(['Box of 40 individual sandwiches: 1 left']);
  });
});

describe('the low-stock limit of an assortment', () => {
  const shown = async (id: string) => {
    await showStock(shop.deps);
    const items = (await shop.app.inject('/api/catalogue?lang=en')).json<CatalogueItem[]>();
    const { availability, left } = items.find((each) => each.id === id) ?? {};
    return left === undefined ? availability : `${availability} ${left}`;
  };
  const lowMails = async () =>
    (await shop.deps.db.select().from(emails)).filter(({ subject }) => /^Mixed box: -?\d+ left/.test(subject));

  test('is its own; those of its products apply only while it has none', async () => {
    const mixed = await aMixedBox();
    await count('box40', { onHand: 8, lowAt: 8 });
    expect(await shown(mixed)).toBe('low 4');
    const saved = await count(mixed, { lowAt: 3 });
    expect([saved.statusCode, saved.json()]).toMatchObject([200, { onHand: null, available: 4, lowAt: 3 }]);
    expect(await find(mixed)).toMatchObject({ lowAt: 3 });
    expect(await shown(mixed)).toBe('in_stock');
    expect(await shown('box40')).toBe('low 8');
    await count('box40', { onHand: 7, lowAt: null });
    expect(await shown(mixed)).toBe('low 3');
    await count('box40', { onHand: 1 });
    expect(await shown(mixed)).toBe('sold_out');
    await count('box40', { onHand: 6 });
    await count(mixed, { lowAt: null });
    expect(await shown(mixed)).toBe('in_stock');
    // A limit is not a count: an uncounted product is never low.
    await count(mixed, { lowAt: 100 });
    await count('box40', { onHand: null });
    expect(await shown(mixed)).toBe('in_stock');
    expect((await call('GET', `${PATH}/${mixed}/stock`)).json()).toEqual([]);
    for (const change of [{ onHand: 4, lowAt: 5 }, { onHand: null }, { delta: 1 }]) {
      expect((await count(mixed, change)).statusCode).toBe(409);
    }
    expect(await find(mixed)).toMatchObject({ lowAt: 100, onHand: null, available: null });
  });

  test('is mailed once for each crossing, whichever product is sold', async () => {
    const mixed = await aMixedBox();
    await count('box40', { onHand: 9 });
    await count('box20double', { onHand: 9 });
    await count(mixed, { lowAt: 3 });
    await buy(['box40', 1]);
    expect(await lowMails()).toEqual([]);
    await buy(['box20double', 6]);
    const [mail] = await lowMails();
    expect(mail).toMatchObject({ subject: 'Mixed box: 3 left', to: shop.deps.config.ownerEmail });
    expect(mail?.text).toContain('The products of Mixed box are enough for 3 more.');
    await buy([mixed, 1]);
    expect(await lowMails()).toHaveLength(1);
    await count('box20double', { onHand: 9 });
    await count('box40', { onHand: 9 });
    await buy([mixed, 2]);
    expect((await lowMails()).map(({ subject }) => subject)).toEqual(['Mixed box: 3 left', 'Mixed box: 2 left']);
    // The owner gets no mail about one that is no longer sold.
    await count('box40', { onHand: 9 });
    await patch(mixed, { state: 'hidden', publish: true });
    await buy(['box40', 4]);
    expect(await lowMails()).toHaveLength(2);
  });

  test('is crossed by one of many orders that take its different products at once', async () => {
    const mixed = await aMixedBox();
    for (let round = 0; round < 5; round++) {
      await count('box40', { onHand: 8 });
      await count('box20double', { onHand: 4 });
      await count(mixed, { lowAt: 3 });
      const payments = await Promise.all(
        [['box40', 1] as const, ['box20double', 1] as const].map(([id, quantity]) =>
          paidSandbox(shop, { cart: cartOf([id, quantity]), attempt: randomUUID() }),
        ),
      );
      await Promise.all(payments.map(({ paymentId }) => confirm(shop, paymentId)));
      expect(await lowMails()).toHaveLength(round + 1);
    }
  });
});

describe('the components of an assortment', () => {
  test('are products that were sold, each once, and not assortments; nothing else is published', async () => {
    const mixed = await aMixedBox();
    const draft = (await call('POST', PATH, { name: localized('Draft', 'Borrador') })).json<AdminProduct>();
    const components = (...ids: string[]) => ({ components: ids.map((id) => ({ id, quantity: 1 })), publish: true });
    const refused = async (id: string, ...ids: string[]) => {
      const answer = await patch(id, components(...ids));
      expect(answer.statusCode).toBe(400);
      return issuesOf(answer);
    };
    expect(await refused(mixed, 'box40', 'box40')).toEqual([['components.1', 'This product is in the list already']]);
    expect(await refused(mixed, 'nothing')).toEqual([['components.0', 'Choose a product that was published']]);
    expect(await refused(mixed, draft.id)).toEqual([['components.0', 'Choose a product that was published']]);
    const nested = 'A product that is made of others cannot be in another one';
    expect(await refused(mixed, mixed)).toEqual([['components', nested]]);
    expect(await refused('box40', mixed)).toEqual([['components', nested]]);
    expect(await refused('box40', 'box20double')).toEqual([['components', nested]]);
    const alone = await aMixedBox({ name: localized('Plain box', 'Caja sola'), components: [] });
    expect(await refused(alone, mixed)).toEqual([['components.0', nested]]);
    expect((await find(mixed)).components).toHaveLength(2);
    // Other changes of the assortment are allowed, and a product that is in no assortment may become one.
    expect((await patch(mixed, { priceCents: 4_000, publish: true })).statusCode).toBe(200);
    expect((await patch(mixed, components('box20double'))).statusCode).toBe(200);
    expect((await patch(mixed, { state: 'hidden', publish: true })).statusCode).toBe(200);
  });

  test('a product in an assortment cannot be deleted until it is removed there, also by undo', async () => {
    const single = await aMixedBox({ name: localized('Single', 'Sencilla'), components: [] });
    const mixed = await aMixedBox({ components: [{ id: single, quantity: 2 }] });
    const remove = async () => call('DELETE', `${PATH}/${single}?version=${(await find(single)).version}`);
    expect(issuesOf(await remove())).toEqual([['components', 'It is in another product. Take it out there first.']]);
    const undo = (await patch(mixed, { components: [], publish: true })).json<{ revision: number }>().revision;
    expect((await find(mixed)).published?.isAssortment).toBe(false);
    expect((await remove()).statusCode).toBeLessThan(300);
    expect((await call('POST', `/api/admin/revisions/${undo}/restore`)).statusCode).toBe(400);
    expect((await find(mixed)).components).toEqual([]);
  });
});

describe('an assortment and its product compete for the same pieces (N12)', () => {
  test('100 buyers of both on two instances: no piece twice; without the locks there would be more', async () => {
    const mixed = await aMixedBox({ components: [{ id: 'box40', quantity: 2 }] });
    await count('box40', { onHand: 10 });
    const second = await startTestApp({ env: NO_LIMITS, database: shop.database });
    const bodies = [
      await aPaymentStart(shop, { cart: cartOf([mixed, 1]) }),
      await aPaymentStart(shop, { cart: cartOf(['box40', 1]) }),
    ];
    const starts = await crowd(100, (i) =>
      startPayment(i % 4 < 2 ? second : shop, bodies[i % 2] ?? {}, randomUUID()).then((answer) => ({ i, answer })),
    );
    const taken = starts.filter(({ answer }) => answer.statusCode === 200);
    expect(new Set(starts.map(({ answer }) => answer.statusCode))).toEqual(new Set([200, 409]));
    expect(taken.reduce((sum, { i }) => sum + (i % 2 ? 1 : 2), 0)).toBe(10);
    for (const { answer } of taken) {
      const { clientSecret } = answer.json<{ clientSecret: string }>();
      const paymentId = clientSecret.split('_secret_')[0] ?? '';
      await payByCard(shop, { paymentId, clientSecret });
      expect((await confirm(second, paymentId)).statusCode).toBe(200);
    }
    await second.close();
    expect(await find('box40')).toMatchObject({ onHand: 0, available: 0 });
    expect(await find(mixed)).toMatchObject({ available: 0 });
    expect(await shop.deps.db.$count(paymentAnomalies)).toBe(0);

    // The control decides outside of the transaction that writes.
    await count('box40', { onHand: 2 });
    const decided = await Promise.all([
      find(mixed).then(({ available }) => (available === 1 ? 2 : 0)),
      find('box40').then(({ available }) => (available === 2 ? 1 : 0)),
    ]);
    const expiresAt = new Date(shop.clock.now().getTime() + 60_000);
    for (const quantity of decided) {
      if (quantity === 0) continue;
      await shop.deps.db
        .insert(stockHolds)
        .values({ attemptKey: randomUUID(), productId: 'box40', quantity, expiresAt });
    }
    expect(await find('box40')).toMatchObject({ available: -1 });
  });

  test('assortments that name the same products in both orders wait for each other and end', async () => {
    for (const id of ['box40', 'box20double']) await count(id, { onHand: 1_000 });
    const names = localized('a', 'a');
    const parts = [
      { id: 'box40', quantity: 2, names },
      { id: 'box20double', quantity: 1, names },
    ];
    const line = (components: typeof parts) => [{ id: 'mixed', name: 'mixed', quantity: 1, components }];
    await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        holdStock(shop.deps, {
          attemptKey: `a${i}`,
          caller: null,
          device: null,
          lines: line(i % 2 ? parts : [...parts].reverse()),
          language: 'en',
        }),
      ),
    );
    expect([(await find('box40')).available, (await find('box20double')).available]).toEqual([880, 940]);
  });
});

test('the number of assortments is rounded down, and a refused line says how many are left', () => {
  const left = new Map([
    ['a', 7],
    ['b', -1],
  ]);
  expect(wholeOnes([{ id: 'a', quantity: 2 }], left)).toBe(3);
  expect(wholeOnes([{ id: 'b', quantity: 2 }], left)).toBe(-1);
  expect(wholeOnes([{ id: 'c', quantity: 2 }], left)).toBeNull();
  const names = localized('A', 'A');
  const mixed = { id: 'm', name: 'm', quantity: 3, components: [{ id: 'a', quantity: 2, names }] };
  expect(findShortLine([mixed], left)).toBeNull();
  expect(findShortLine([mixed, { id: 'a', name: 'a', quantity: 2 }], left)).toMatchObject({ left: 1 });
});
