import { randomUUID } from 'node:crypto';
import { eq, like, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emails, orders } from '#server/tables.ts';
import type { Lot, PackedOrders } from '#shared/lots/lots.ts';
import type { Recall, RecallDetail, RecallFound, RecallInput, RecallPreview } from '#shared/lots/recalls.ts';
import { aHelper } from '#test/helpers.ts';
import { anOrder, insertOrders, type MadeOrder } from '#test/orders.ts';
import { adminOf, shopForEach } from '#test/shop.ts';
import { writeRecallMails } from './recall-mails.ts';
import { showNotices } from './shown.ts';

const shop = shopForEach();
const call = adminOf(shop);
const A = '/api/admin';

const both = (en: string, es = en) => ({ en, es });
const words = {
  subject: both('Please return your *box*', 'Devuelve tu caja'),
  reason: both('A metal splinter was found.', 'Apareció una astilla de metal.'),
  todo: both('Do not eat it. We pay you back.', 'No te lo comas. Te devolvemos el dinero.'),
};
const recallOf = (changes: Partial<RecallInput> = {}): RecallInput => ({
  id: randomUUID(),
  productId: 'box40',
  lotId: null,
  maybe: null,
  isUnsentToo: false,
  notice: null,
  ...words,
  ...changes,
});

async function aLot(code: string, changes: object = {}): Promise<Lot> {
  const lot = { productId: 'box40', madeOn: '2026-01-02', bestBy: '2036-01-01', quantity: null, code, ...changes };
  return (await call('POST', `${A}/lots`, lot)).json<Lot>();
}

type Change = NonNullable<Parameters<typeof anOrder>[0]>;

/** Orders that were packed from the open lots, and sent. */
async function sent(...changes: Change[]): Promise<MadeOrder[]> {
  const made = changes.map((change) => anOrder(change));
  await insertOrders(shop, made);
  await call('PATCH', `${A}/orders/status`, { ids: made.map(({ id }) => id), status: 'shipped' });
  return made;
}

const begin = (input: RecallInput) => call('POST', `${A}/recalls`, input);
const found = async (query: string) => (await call('GET', `${A}/recalls/found?${query}`)).json<RecallFound>();
const detail = async (id: string) => (await call('GET', `${A}/recalls/${id}`)).json<RecallDetail>();
const mails = () => shop.deps.db.select().from(emails).where(like(emails.dedupeKey, 'recall:%'));
const write = () => writeRecallMails(shop.deps);

test('a recall of a lot finds who got it, and writes to each person once, in their language', async () => {
  const lot = await aLot('A-1');
  const [first] = await sent(
    { email: 'ana@shopper.example', createdAt: new Date('2026-03-01') },
    { email: 'Ana@shopper.example', createdAt: new Date('2026-03-02') },
    { email: 'beto@shopper.example', preferredLanguage: 'es', createdAt: new Date('2026-03-03') },
  );
  await call('PATCH', `${A}/lots/${lot.id}`, { isOpen: false });
  await aLot('B-2');
  await sent({ email: 'other@shopper.example' });
  expect(await found(`product=box40&lot=${lot.id}`)).toMatchObject({ sure: 3, maybe: 0, people: 2, unsent: 0 });
  const started = await begin(recallOf({ lotId: lot.id }));
  expect(started.statusCode, started.body).toBe(201);
  await write();
  const sentMails = await mails();
  expect(sentMails.map(({ to, language }) => [to.toLowerCase(), language]).sort()).toEqual([
    ['ana@shopper.example', 'en'],
    ['beto@shopper.example', 'es'],
  ]);
  const spanish = sentMails.find(({ language }) => language === 'es');
  expect(spanish?.subject).toBe('Devuelve tu caja');
  for (const part of ['astilla', 'No te lo comas', 'Lote: A-1']) expect(spanish?.text).toContain(part);
  const { id } = started.json<Recall>();
  const read = await detail(id);
  expect(read).toMatchObject({ orderCount: 3, lots: [{ code: 'A-1' }], people: { stored: 2, reached: 0 } });
  expect(read.orders.map(({ orderId }) => orderId)).toContain(first?.id);
});

test('pressed twice, in two tabs, and for a recalled lot again: one recall and one mail each', async () => {
  const lot = await aLot('A-1');
  await sent({ email: 'ana@shopper.example' }, { email: 'beto@shopper.example' });
  const input = recallOf({ lotId: lot.id });
  const answers = await Promise.all([begin(input), begin(input), begin(recallOf({ lotId: lot.id }))]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 201]);
  const [one] = answers.map((answer) => answer.json<Recall>().id);
  expect(answers.every((answer) => answer.json<Recall>().id === one)).toBe(true);
  await Promise.all([write(), write(), write()]);
  await write();
  expect(await mails()).toHaveLength(2);
});

test('a whole product is recalled once at a time, with all of its lots', async () => {
  await aLot('A-1');
  await aLot('B-2', { madeOn: '2026-02-02' });
  await sent({ email: 'ana@shopper.example' });
  const answers = await Promise.all([begin(recallOf()), begin(recallOf())]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 201]);
  const recall = answers[0]?.json<Recall>();
  expect(recall?.lots.map(({ code }) => code)).toEqual(['A-1', 'B-2']);
  await write();
  expect(await mails()).toHaveLength(1);
  await call('POST', `${A}/recalls/${recall?.id}/end`, {});
  expect((await begin(recallOf())).statusCode).toBe(201);
});

test('a kill between any two batches, or inside one, leaves exactly one mail each', async () => {
  await aLot('A-1');
  await sent(...Array.from({ length: 120 }, (_, i) => ({ email: `p${i}@shopper.example` })));
  await begin(recallOf());
  const { db } = shop.deps;
  const { transaction } = db;
  let left = 2;
  // The second batch is cut off after its mails were stored; then everything stops.
  db.transaction = ((work: (tx: unknown) => Promise<unknown>) =>
    transaction.call(db, async (tx) => {
      left -= 1;
      const done = await work(tx);
      if (left <= 0) throw new Error('killed');
      return done;
    })) as never;
  await expect(write()).rejects.toThrow('killed');
  db.transaction = transaction;
  expect(await mails()).toHaveLength(50);
  await write();
  const to = (await mails()).map((mail) => mail.to);
  expect([to.length, new Set(to).size]).toEqual([120, 120]);
});

test('a recalled lot is packed no more, and cannot be chosen or opened', async () => {
  const [lot] = [await aLot('A-1'), await aLot('B-2', { madeOn: '2026-02-02' })];
  const order = anOrder({ email: 'ana@shopper.example' });
  await insertOrders(shop, [order]);
  const pack = async () =>
    (await call('POST', `${A}/lots/pack`, { orders: [order.id] }))
      .json<PackedOrders>()
      .flatMap(({ lots }) => lots.map(({ code }) => code));
  expect(await pack()).toEqual(['A-1']);
  const started = (await begin(recallOf({ lotId: lot?.id ?? null }))).json<Recall>();
  // It is told as packed and not sent; nobody is written to, and it is packed anew.
  expect(await detail(started.id)).toMatchObject({ people: { unsent: 1 }, orders: [{ hasLeft: false }] });
  await write();
  expect(await mails()).toEqual([]);
  expect(await pack()).toEqual(['B-2']);
  const choose = await call('PUT', `${A}/orders/${order.id}/lots`, { lots: [{ lotId: lot?.id, quantity: 1 }] });
  expect([choose.statusCode, choose.body]).toEqual([400, expect.stringContaining('recalled')]);
  expect((await call('PATCH', `${A}/lots/${lot?.id}`, { isOpen: true })).statusCode).toBe(400);
});

test('orders that are not marked as sent are written to by choice', async () => {
  const lot = await aLot('A-1');
  const order = anOrder({ email: 'ana@shopper.example' });
  await insertOrders(shop, [order]);
  await call('POST', `${A}/lots/pack`, { orders: [order.id] });
  await begin(recallOf({ lotId: lot.id, isUnsentToo: true }));
  await write();
  expect(await mails()).toHaveLength(1);
});

test('orders without a recorded lot in the days are included by choice, and told that they may have it', async () => {
  const inside = new Date('2026-03-10T16:00:00Z');
  const mixed = [{ id: 'box40', names: both('Box of 40'), quantity: 2 }];
  const [, assorted] = await sent(
    { email: 'ana@shopper.example', createdAt: inside },
    {
      email: 'mix@shopper.example',
      createdAt: inside,
      items: '[{"id":"mix","name":"Mix","quantity":3,"price":"1.00"}]',
    },
    { email: 'early@shopper.example', createdAt: new Date('2026-02-01T16:00:00Z') },
  );
  await shop.deps.db.execute(
    sql`update order_lines set components = ${JSON.stringify(mixed)}::jsonb where order_id = ${assorted?.id}::uuid`,
  );
  await insertOrders(shop, [anOrder({ email: 'unsent@shopper.example', createdAt: inside })]);
  await aLot('A-1');
  await sent({ email: 'sure@shopper.example', createdAt: inside });
  const days = { from: '2026-03-10', to: '2026-03-10' };
  expect(await found('product=box40&from=2026-03-10&to=2026-03-10')).toMatchObject({ sure: 1, maybe: 2, people: 3 });
  expect(await found('product=box40')).toMatchObject({ sure: 1, maybe: 0 });
  const { id } = (await begin(recallOf({ maybe: days }))).json<Recall>();
  await write();
  const read = await detail(id);
  expect(read.orders.map(({ email, isSure, quantity }) => [email, isSure, quantity]).sort()).toEqual([
    ['ana@shopper.example', false, 1],
    ['mix@shopper.example', false, 6],
    ['sure@shopper.example', true, 1],
  ]);
  const textTo = async (to: string) => (await mails()).find((mail) => mail.to === to)?.text ?? '';
  expect(await textTo('ana@shopper.example')).toContain('did not note which lot');
  expect(await textTo('sure@shopper.example')).not.toContain('did not note which lot');
});

test('it says who was not reached: failed, without an address, erased, or cancelled before it left', async () => {
  await aLot('A-1');
  const made = await sent(
    { email: 'ok@shopper.example' },
    { email: 'bad@shopper.example' },
    { email: '' },
    { email: 'x@erased.invalid' },
  );
  const cancelled = anOrder({ email: 'never@shopper.example' });
  await insertOrders(shop, [cancelled]);
  await call('POST', `${A}/lots/pack`, { orders: [cancelled.id] });
  await shop.deps.db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, cancelled.id));
  const { id } = (await begin(recallOf({ isUnsentToo: true }))).json<Recall>();
  await write();
  await shop.deps.db.update(emails).set({ status: 'failed' }).where(eq(emails.to, 'bad@shopper.example'));
  await shop.deps.db.update(emails).set({ status: 'sent' }).where(eq(emails.to, 'ok@shopper.example'));
  const read = await detail(id);
  expect(read.people).toEqual({ failed: 1, no_address: 1, erased: 1, stored: 0, unsent: 0, waiting: 0, reached: 1 });
  expect(read.orders.map(({ outcome }) => outcome)).toEqual(['failed', 'no_address', 'erased', 'reached']);
  const csv = (await call('GET', `${A}/recalls.csv?recall=${id}`)).body;
  expect(csv.trim().split('\n')).toHaveLength(made.length + 1);
  expect(csv).toContain('no: the mail failed');
});

test('the preview shows the mail in both languages, and sends nothing', async () => {
  const lot = await aLot('A_1*');
  const answer = await call('POST', `${A}/recalls/preview`, { productId: 'box40', lotId: lot.id, ...words });
  const { en, es } = answer.json<RecallPreview>();
  expect(en.subject).toBe('Please return your *box*');
  expect(en.html).toContain('A_1*');
  expect(es.html).toContain('astilla');
  expect(await mails()).toEqual([]);
  expect((await call('GET', `${A}/recalls`)).json()).toEqual([]);
});

test('the notice stands on the product while the recall runs, in both languages', async () => {
  const shown = () => shop.deps.catalogue().products.find(({ id }) => id === 'box40')?.recall;
  const notice = both('Recalled: lot A-1', 'Retirado: lote A-1');
  const recall = (await begin(recallOf({ notice }))).json<Recall>();
  expect(await showNotices(shop.deps)).toBe(true);
  expect(shown()).toEqual(notice);
  expect(await showNotices(shop.deps)).toBe(false);
  // Mails that are written meanwhile change nothing that the owner sees in the form.
  await write();
  const stale = await call('POST', `${A}/recalls/${recall.id}/end`, { version: recall.version + 7 });
  expect(stale.statusCode).toBe(409);
  const { version } = recall;
  expect((await call('POST', `${A}/recalls/${recall.id}/end`, { version })).statusCode).toBe(200);
  await showNotices(shop.deps);
  expect(shown()).toBeUndefined();
});

test('a helper recalls nothing and reads no recall', async () => {
  const headers = await aHelper(shop);
  const { id } = (await begin(recallOf())).json<Recall>();
  const asked: ['GET' | 'POST', string][] = [
    ['GET', ''],
    ['POST', ''],
    ['GET', `/${id}`],
    ['POST', `/${id}/end`],
    ['POST', '/preview'],
    ['GET', '/found?product=box40'],
    ['GET', `.csv?recall=${id}`],
  ];
  for (const [method, path] of asked) {
    const payload = method === 'POST' ? { payload: recallOf() } : {};
    const answer = await shop.app.inject({ method, url: `${A}/recalls${path}`, headers, ...payload });
    expect([path, answer.statusCode]).toEqual([path, 403]);
  }
});

test('a recall needs words in both languages, and days in order', async () => {
  const missing = { ...recallOf(), todo: { en: 'Return it', es: ' ' } };
  expect((await begin(missing)).statusCode).toBe(400);
  expect((await begin(recallOf({ maybe: { from: '2026-03-02', to: '2026-03-01' } }))).statusCode).toBe(400);
  expect((await begin(recallOf({ productId: 'nothing' }))).statusCode).toBe(400);
  expect((await begin(recallOf({ lotId: randomUUID() }))).statusCode).toBe(404);
  expect((await call('GET', `${A}/recalls`)).json()).toEqual([]);
});
