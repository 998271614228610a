import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { rowsOf } from '#server/db/migration-state.ts';
import { erasedEmail } from '#shared/checkout/person.ts';
import { NEXT_CURSOR_HEADER } from '#shared/core/list-limits.ts';
import type { Customer, CustomerDetail } from '#shared/orders/customers.ts';
import type { Stats } from '#shared/orders/stats.ts';
import { crowd } from '#test/crowd.ts';
import { anOrder, insertOrders } from '#test/orders.ts';
import { adminOf, shopForAll } from '#test/shop.ts';
import { customers, orders } from '../schema.ts';

const shop = shopForAll();
const call = adminOf(shop);
beforeEach(async () => {
  await shop.deps.db.delete(orders);
});

const PATH = '/api/admin/customers';
const noon = (day: string) => new Date(`${day}T17:00:00Z`);
const list = async (query = 'limit=50') => (await call('GET', `${PATH}?${query}`)).json<Customer[]>();
const sold = async (from: string, until: string) =>
  (await call('GET', `/api/admin/stats?from=${from}&until=${until}`)).json<Stats>().sold;
const change = (id: string, values: Partial<typeof orders.$inferInsert>) =>
  shop.deps.db.update(orders).set(values).where(eq(orders.id, id));
/** The stored customers, and the same calculated from the orders. */
const both = async () => {
  const columns = sql.raw('person, name, email, orders::int, net::text, first_order_at::text, last_order_at::text');
  return [
    await rowsOf(shop.deps.db, sql`select ${columns} from customers order by person`),
    await rowsOf(shop.deps.db, sql`select ${columns} from count_customers() order by person`),
  ];
};

test('one per mailbox: orders, net total, first and last order, last name, without canceled orders', async () => {
  const [first, second, canceled] = [
    anOrder({
      customerName: 'Ana R',
      email: 'Ana.Ruiz@gmail.com',
      totalAmount: '20.00',
      createdAt: noon('2026-03-01'),
    }),
    anOrder({
      customerName: 'Ana Ruiz',
      email: 'anaruiz+box@googlemail.com',
      totalAmount: '30.00',
      refundedAmount: '5.50',
      disputedAmount: '1.00',
      createdAt: noon('2026-03-20'),
    }),
    anOrder({
      customerName: 'A',
      email: 'anaruiz@gmail.com',
      totalAmount: '99.00',
      status: 'cancelled',
      createdAt: noon('2026-03-25'),
    }),
  ];
  // The later one first, because backups and imports have no fixed order.
  await insertOrders(shop, [second, canceled]);
  await insertOrders(shop, [first, anOrder({ email: 'bea@store.example', createdAt: noon('2026-03-02') })]);
  const ana = {
    name: 'Ana Ruiz',
    email: 'anaruiz+box@googlemail.com',
    orders: 2,
    net: '43.50',
    firstOrderAt: noon('2026-03-01').toISOString(),
    lastOrderAt: noon('2026-03-20').toISOString(),
  };
  expect(await list()).toMatchObject([ana, { email: 'bea@store.example', orders: 1, net: '19.99' }]);

  const [row] = await list('q=ana');
  const detail = (await call('GET', `${PATH}/${row?.id}`)).json<CustomerDetail>();
  expect(detail).toMatchObject(ana);
  expect(detail.orderList).toMatchObject([
    { id: canceled.id, number: canceled.id.slice(0, 8).toUpperCase(), status: 'cancelled', returned: '0.00' },
    { id: second.id, totalAmount: '30.00', returned: '6.50' },
    { id: first.id, status: 'pending' },
  ]);
  expect((await call('GET', `${PATH}/${first.id}`)).statusCode).toBe(404);

  // A full refund, a corrected name, a canceled order, another address.
  await change(second.id, { refundedAmount: '30.00' });
  expect((await list('q=ana'))[0]).toMatchObject({ orders: 2, net: '20.00' });
  await change(second.id, { customerName: 'Ana María Ruiz' });
  expect((await list('q=ana'))[0]?.name).toBe('Ana María Ruiz');
  await change(second.id, { status: 'cancelled' });
  expect((await list('q=ana'))[0]).toMatchObject({
    name: 'Ana R',
    orders: 1,
    lastOrderAt: first.createdAt?.toISOString(),
  });
  await change(canceled.id, { status: 'pending' });
  expect((await list('q=anaruiz'))[0]).toMatchObject({ name: 'A', orders: 2, net: '119.00' });
  await change(first.id, { email: 'cid@store.example', customerName: 'Cid' });
  await change(canceled.id, { status: 'cancelled' });
  expect((await list()).map(({ name }) => name)).toEqual(['María Núñez', 'Cid']);
});

test('a whole mail address finds only that customer, its beginning all that match', async () => {
  await insertOrders(
    shop,
    ['ana.ruiz@gmail.com', 'anaruiz@gmail.com.example', 'bea@store.example'].map((email) => anOrder({ email })),
  );
  const found = async (q: string) => (await list(`q=${encodeURIComponent(q)}`)).map(({ email }) => email).toSorted();
  expect(await found('AnaRuiz+box@googlemail.com')).toEqual(['ana.ruiz@gmail.com']);
  expect(await found('anaruiz@gmail.com.example')).toEqual(['anaruiz@gmail.com.example']);
  expect(await found('anaruiz@gmail.c')).toEqual(['anaruiz@gmail.com.example']);
  expect(await found('@store.example')).toEqual(['bea@store.example']);
});

test('an order that comes twice for one payment counts once', async () => {
  const order = anOrder({ email: 'ana@store.example' });
  await insertOrders(shop, [order]);
  const again = { ...anOrder({ email: 'ana@store.example' }), stripePaymentIntentId: order.stripePaymentIntentId };
  const target = orders.stripePaymentIntentId;
  await shop.deps.db.insert(orders).values(again).onConflictDoNothing({ target });
  expect(await list()).toMatchObject([{ orders: 1, net: '19.99' }]);
});

test('a stat says how many orders were first ones; each order is one or comes from a returning customer', async () => {
  const of = (email: string, day: string, more: object = {}) => anOrder({ email, createdAt: noon(day), ...more });
  const first = of('ana@store.example', '2026-05-01');
  await insertOrders(shop, [
    of('ana+x@store.example', '2026-05-03'),
    of('ANA@store.example', '2026-06-01'),
    of('bea@store.example', '2026-05-03'),
    of('cid@store.example', '2026-05-03', { status: 'cancelled' }),
    first,
  ]);
  const counts = async (from: string, until: string) => {
    const { orders, firstOrders } = (await sold(from, until)) ?? {};
    return [orders, firstOrders];
  };
  expect(await counts('2026-05-01', '2026-05-31')).toEqual([3, 2]);
  expect(await counts('2026-05-02', '2026-05-03')).toEqual([2, 1]);
  expect(await counts('2026-06-01', '2026-06-30')).toEqual([1, 0]);
  expect(await counts('2026-07-01', '2026-07-30')).toEqual([0, 0]);
  // Without the first order, the next one is the first.
  await change(first.id, { status: 'cancelled' });
  expect(await counts('2026-05-02', '2026-05-03')).toEqual([2, 2]);
  expect(await counts('2026-05-01', '2026-05-01')).toEqual([0, 0]);
});

test('equals a sum over the orders after random inserts, changes and deletions', async () => {
  const { db } = shop.deps;
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const some = <T>(...values: T[]) => values[random(values.length)] as T;
  const email = () => some('a.b@gmail.com', 'AB@googlemail.com', 'c@pm.me', 'd+1@store.example', 'd@store.example', '');
  for (let i = 0; i < 60; i++) {
    await insertOrders(
      shop,
      Array.from({ length: 1 + random(4) }, () =>
        anOrder({
          email: email(),
          customerName: some('Ana', 'Bea', 'Cid'),
          status: some('pending', 'shipped', 'cancelled'),
          totalAmount: `${20 + random(80)}.${10 + random(90)}`,
          createdAt: new Date(Date.UTC(2026, random(3), 1 + random(28), random(24), random(60))),
        }),
      ),
    );
    await db.execute(sql`update orders set status = ${some('delivered', 'cancelled')}, refunded_amount = '1.50',
      email = ${email()}, customer_name = ${some('Ana', 'Dora')}
      where id in (select id from orders order by md5(id::text || ${i}::text) limit ${random(4)})`);
    if (i % 3 === 0) {
      await db.execute(sql`delete from orders where id in (select id from orders order by id limit ${random(6)})`);
    }
    const [kept, counted] = await both();
    expect([i, kept]).toEqual([i, counted]);
  }
  const days = () =>
    rowsOf(
      db,
      sql`select day::text, sum(orders)::int as orders from order_day_parts where part = 'customer'
        group by 1 having sum(orders) <> 0 order by 1`,
    );
  const kept = await days();
  await db.execute(sql`delete from order_day_parts`);
  await db.execute(sql`select count_all_order_parts(shop_time_zone())`);
  expect(kept).toEqual(await days());
  expect(kept.length).toBeGreaterThan(1);
});

test('a change that does not concern a customer writes nothing', async () => {
  const order = anOrder();
  await insertOrders(shop, [order]);
  const rowVersion = async () => (await rowsOf(shop.deps.db, sql`select xmin::text, ctid::text from customers`))[0];
  const before = await rowVersion();
  await change(order.id, { status: 'shipped', trackingNumber: '9400', notes: 'rings twice' });
  expect(await rowVersion()).toEqual(before);
});

test('orders of one customer that come and are canceled at once: none is lost', async () => {
  const made = Array.from({ length: 24 }, (_, i) =>
    anOrder({
      email: i % 2 ? 'ana@gmail.com' : 'a.na@gmail.com',
      totalAmount: '10.00',
      createdAt: new Date(noon('2026-04-10').getTime() + ((i * 7) % 24) * 60_000),
    }),
  );
  await insertOrders(shop, made.slice(0, 8));
  await crowd(24, async (i) => {
    const order = made[i] as (typeof made)[number];
    if (i < 8) await change(order.id, { status: 'cancelled' });
    else await insertOrders(shop, [order]);
  });
  const [kept, counted] = await both();
  expect(kept).toEqual(counted);
  expect(kept).toMatchObject([{ person: 'ana@gmail.com', orders: 16, net: '160.00' }]);

  // The control reads first and writes back what it has read, so that one of two orders is lost.
  const read = async () => (await list())[0]?.orders ?? 0;
  for (const seen of await Promise.all([read(), read()]))
    await shop.deps.db.update(customers).set({ orders: seen + 1 });
  expect(await read()).toBe(17);
});

test('found by the beginning of a name, by the address, and by another spelling of it', async () => {
  await insertOrders(shop, [
    anOrder({ customerName: 'José Núñez', email: 'jose.nunez+cookies@gmail.com' }),
    anOrder({ customerName: 'Josefa Peña', email: 'pepa@store.example' }),
  ]);
  const names = async (q: string) => (await list(`q=${encodeURIComponent(q)}`)).map(({ name }) => name).sort();
  const cases: [string, string[]][] = [
    ['jose', ['José Núñez', 'Josefa Peña']],
    ['NUÑ', ['José Núñez']],
    ['pepa@store.example', ['Josefa Peña']],
    ['jose.nunez+cookies@gmail.com', ['José Núñez']],
    ['JoseNunez@googlemail.com', ['José Núñez']],
    ['store', ['Josefa Peña']],
    ['%', []],
    ["'", []],
    ['@', []],
  ];
  for (const [q, found] of cases) expect([q, await names(q)]).toEqual([q, found.toSorted()]);
});

test('sorted and paged, each one once; the CSV has all, in the language of the reader', async () => {
  const all = Array.from({ length: 23 }, (_, i) =>
    Array.from({ length: 1 + (i % 3) }, () =>
      anOrder({
        customerName: `Ana ${i}`,
        email: `ana${i}@store.example`,
        totalAmount: `${(i * 7) % 10}.50`,
        createdAt: noon(`2026-02-${10 + (i % 5)}`),
      }),
    ),
  ).flat();
  await insertOrders(shop, all);
  await insertOrders(shop, [anOrder({ customerName: 'Zoe', email: 'zoe@store.example' })]);
  const by: Record<string, (a: Customer, b: Customer) => number> = {
    newest: (a, b) => b.lastOrderAt.localeCompare(a.lastOrderAt),
    oldest: (a, b) => a.lastOrderAt.localeCompare(b.lastOrderAt),
    highest: (a, b) => Number(b.net) - Number(a.net),
    most: (a, b) => b.orders - a.orders,
  };
  for (const [sort, compare] of Object.entries(by)) {
    for (const q of ['', '&q=ana']) {
      const rows: Customer[] = [];
      let cursor = '';
      do {
        const answer = await call('GET', `${PATH}?sort=${sort}&limit=4${q}${cursor && `&cursor=${cursor}`}`);
        expect(answer.statusCode).toBe(200);
        rows.push(...answer.json<Customer[]>());
        cursor = String(answer.headers[NEXT_CURSOR_HEADER] ?? '');
      } while (cursor);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(q ? 23 : 24);
      expect(rows).toEqual(rows.toSorted(compare));
    }
  }
  expect((await call('GET', `${PATH}?sort=total`)).statusCode).toBe(400);
  const [page] = [await call('GET', `${PATH}?sort=most&limit=1`)];
  const other = `${PATH}?sort=newest&cursor=${page?.headers[NEXT_CURSOR_HEADER]}`;
  expect((await call('GET', other)).statusCode).toBe(400);

  const csv = await call('GET', `${PATH}.csv?q=zoe`, undefined, { 'accept-language': 'es' });
  expect(csv.headers['content-disposition']).toContain('customers.csv');
  const [head, row, ...more] = csv.body.replace('\uFEFF', '').trim().split('\r\n');
  expect([head, more]).toEqual([
    '"Cliente","Correo","Pedidos","Total sin reembolsos","Primer pedido","Último pedido","Id"',
    [],
  ]);
  expect(row).toMatch(/^"Zoe","zoe@store\.example","?1"?,"?19\.99"?,/);
});

test('somebody whose data was erased is in no list, and the stats of the past stay', async () => {
  await insertOrders(shop, [
    anOrder({ email: 'ana@store.example', customerName: 'Ana', createdAt: noon('2026-01-05') }),
    anOrder({ email: 'ana@store.example', customerName: 'Ana', createdAt: noon('2026-01-09') }),
  ]);
  const [row] = await list();
  const before = await sold('2026-01-01', '2026-01-31');
  await shop.deps.db.update(orders).set({ email: erasedEmail('0123abcd'), customerName: 'Erased' });
  expect([await list(), await list('q=erased'), await list('sort=most')]).toEqual([[], [], []]);
  const [kept] = await shop.deps.db.select().from(customers);
  expect(kept).toMatchObject({ name: 'Erased', orders: 2 });
  for (const id of [row?.id, kept?.id]) expect((await call('GET', `${PATH}/${id}`)).statusCode).toBe(404);
  expect((await call('GET', `${PATH}.csv`)).body).not.toMatch(/ana|erased/i);
  expect(await sold('2026-01-01', '2026-01-31')).toEqual(before);
});
