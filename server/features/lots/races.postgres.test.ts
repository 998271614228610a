import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emails } from '#server/features/emails/schema.ts';
import type { Lot } from '#shared/lots/lots.ts';
import { anOrder, insertOrders } from '#test/orders.ts';
import { adminOf, shopForEach } from '#test/shop.ts';
import { writeRecallMails } from './recall-mails.ts';
import { packedLots, recallOrders } from './schema.ts';

// PGlite runs one statement at a time, so only PostgreSQL has these races.
const shop = shopForEach();
const call = adminOf(shop);
const A = '/api/admin';
const LOT = { productId: 'box40', madeOn: '2026-01-02', bestBy: '2036-01-01', quantity: null };

const aLot = async (code: string, changes: object = {}) =>
  (await call('POST', `${A}/lots`, { ...LOT, code, ...changes })).json<Lot>();
const recorded = () => shop.deps.db.select().from(packedLots);

/** Many slips at once, of a lot with units for ten of them. */
async function packTogether(): Promise<number> {
  const lot = await aLot('FEW', { quantity: 10 });
  await aLot('NEXT', { madeOn: '2026-02-02' });
  const made = Array.from({ length: 24 }, () => anOrder());
  await insertOrders(shop, made);
  await Promise.all(made.map(({ id }) => call('POST', `${A}/lots/pack`, { orders: [id] })));
  return (await recorded()).filter(({ lotId }) => lotId === lot.id).length;
}

test('people who pack at the same time do not give out more of a lot than there is', async () => {
  expect(await packTogether()).toBe(10);
});

test('control: without the lock on the lots they do', async () => {
  // Each statement on its own, so that another one gets between the sum and what is written after it.
  const { transaction } = shop.deps.db;
  shop.deps.db.transaction = ((work: (tx: unknown) => unknown) => work(shop.deps.db)) as never;
  expect(await packTogether()).toBeGreaterThan(10);
  shop.deps.db.transaction = transaction;
});

test('two bulk changes that meet in the lots of two products end, whichever is first', async () => {
  await aLot('A');
  await aLot('B', { productId: 'box20double' });
  const items = (id: string) => JSON.stringify([{ id, name: id, quantity: 1, price: '9.99' }]);
  const made = Array.from({ length: 40 }, (_, i) => anOrder({ items: items(i % 2 ? 'box40' : 'box20double') }));
  await insertOrders(shop, made);
  const halves = [made.slice(0, 20), made.slice(20).reverse()];
  const answers = await Promise.all(
    halves.map((half) => call('PATCH', `${A}/orders/status`, { ids: half.map(({ id }) => id), status: 'shipped' })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(await recorded()).toHaveLength(40);
});

const both = (text: string) => ({ en: text, es: text });

test('a recall during packing: each order from the recalled lot is found, and none gets it afterwards', async () => {
  const lot = await aLot('OLD');
  const next = await aLot('NEXT', { madeOn: '2026-02-02' });
  const made = Array.from({ length: 20 }, () => anOrder());
  await insertOrders(shop, made);
  const [first, ...others] = made.map(
    ({ id }) =>
      () =>
        call('PATCH', `${A}/orders/${id}/status`, { status: 'shipped' }),
  );
  const words = { subject: both('S'), reason: both('R'), todo: both('T') };
  const input = { id: randomUUID(), productId: 'box40', lotId: lot.id, maybe: null, isUnsentToo: false, notice: null };
  await first?.();
  await Promise.all([
    ...others.slice(0, 9).map((send) => send()),
    call('POST', `${A}/recalls`, { ...input, ...words }),
    ...others.slice(9).map((send) => send()),
  ]);
  const rows = await recorded();
  expect(rows).toHaveLength(20);
  expect(new Set(rows.map(({ lotId }) => lotId)).size).toBeLessThanOrEqual(2);
  const affected = rows.filter(({ lotId }) => lotId !== next.id).map(({ orderId }) => orderId);
  const listed = await shop.deps.db.select().from(recallOrders);
  expect(listed.map(({ orderId }) => orderId).sort()).toEqual(affected.sort());
});

test('control: without the lock on their orders, two senders write to one person twice', async () => {
  await aLot('OLD');
  const made = Array.from({ length: 30 }, (_, i) => anOrder({ email: `p${i}@shopper.example` }));
  await insertOrders(shop, made);
  await call('PATCH', `${A}/orders/status`, { ids: made.map(({ id }) => id), status: 'shipped' });
  const words = { subject: both('S'), reason: both('R'), todo: both('T') };
  const input = { id: randomUUID(), productId: 'box40', lotId: null, maybe: null, isUnsentToo: false, notice: null };
  await call('POST', `${A}/recalls`, { ...input, ...words });
  const { db } = shop.deps;
  const { transaction } = db;
  // Each statement on its own, and a slow outbox whose key does not tell people apart.
  await db.execute(sql`create function another_key() returns trigger language plpgsql as $$
    begin perform pg_sleep(0.02); new.dedupe_key := new.id; return new; end $$`);
  await db.execute(sql`create trigger another_key before insert on emails for each row execute function another_key()`);
  db.transaction = ((work: (tx: unknown) => unknown) => work(db)) as never;
  await Promise.allSettled([writeRecallMails(shop.deps), writeRecallMails(shop.deps)]);
  db.transaction = transaction;
  expect((await db.select().from(emails)).length).toBeGreaterThan(30);
});
