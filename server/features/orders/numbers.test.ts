import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { connectDatabase } from '#server/db/connect.ts';
import { applyMigrations, listKnown, rowsOf } from '#server/db/migration-state.ts';
import { emails } from '#server/features/emails/schema.ts';
import { NUMBER_TO_COME } from '#server/features/emails/values.ts';
import { liveChanges } from '#server/features/live/schema.ts';
import type { Found } from '#shared/admin/find.ts';
import type { ConfirmOrderAnswer } from '#shared/checkout/checkout.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import { bothNumbers } from '#shared/orders/numbers.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import type { OrderStatusView } from '#shared/orders/status.ts';
import { signIn } from '#test/admin.ts';
import { prepareEngine } from '#test/engine.ts';
import { anAddress, confirm, NO_LIMITS, paidSandbox, post } from '#test/makers.ts';
import { anOrder, insertOrders } from '#test/orders.ts';
import { shopForAll } from '#test/shop.ts';
import { orders } from './schema.ts';

const shop = shopForAll({ env: NO_LIMITS });
let cookie: string;
beforeAll(async () => {
  ({ cookie } = await signIn(shop));
});

const orderOf = async (paymentId: string) => {
  const [order] = await shop.deps.db.select().from(orders).where(eq(orders.stripePaymentIntentId, paymentId));
  if (!order) throw new Error('no order');
  return order;
};
async function bought() {
  const paid = await paidSandbox(shop, { address: anAddress({ fullName: `Ana ${NUMBER_TO_COME}` }) });
  const answer = await confirm(shop, paid.paymentId, paid);
  return { answer: answer.json<Required<ConfirmOrderAnswer>>(), order: await orderOf(paid.paymentId) };
}
const read = async <T>(url: string) => (await shop.app.inject({ url, headers: { cookie } })).json<T>();

test('an order draws the next number, and the buyer, the page and both mails name it', async () => {
  const first = await bought();
  const { answer, order } = await bought();
  expect(order.number).toBe(first.order.number + 1);
  expect(answer).toMatchObject({ number: order.number, orderNumber: orderNumber(order.id) });
  const page = await read<OrderStatusView>(`/api${answer.statusUrl.replace('/order/', '/orders/')}`);
  expect(page.number).toBe(order.number);
  const mails = await shop.deps.db.select().from(emails).where(eq(emails.orderId, order.id));
  expect(mails.map(({ templateKey }) => templateKey).sort()).toEqual([
    'admin_order_notification',
    'order_confirmation',
  ]);
  for (const { subject, html, text } of mails) {
    for (const part of [subject, html, text]) {
      expect(part).toContain(bothNumbers(order));
      expect(part).not.toContain(NUMBER_TO_COME);
    }
  }
});

test('orders booked at once have different numbers, also when each is confirmed twice', async () => {
  const paid = await Promise.all(Array.from({ length: 8 }, () => paidSandbox(shop)));
  await Promise.all([...paid, ...paid].map(({ paymentId }) => confirm(shop, paymentId)));
  const numbers = await Promise.all(paid.map(async ({ paymentId }) => (await orderOf(paymentId)).number));
  expect(new Set(numbers).size).toBe(8);
  // The control: a number that was given is refused.
  const again = shop.deps.db.insert(orders).values(anOrder({ number: numbers[0] as number }));
  await expect(again).rejects.toMatchObject({ cause: { code: '23505', constraint: 'orders_number_unique' } });
});

test('a booking that is rolled back leaves a gap, and its number is not given again', async () => {
  const drawn: number[] = [];
  const draw = async (tx: Pick<typeof shop.deps.db, 'insert'>) => {
    const [row] = await tx.insert(orders).values(anOrder()).returning({ number: orders.number });
    drawn.push(row?.number ?? 0);
  };
  const undone = shop.deps.db.transaction(async (tx) => {
    await draw(tx);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await draw(shop.deps.db);
  expect(drawn[1]).toBe((drawn[0] as number) + 1);
});

test('the number opens nothing in public; number and mailbox do not mail the link either', async () => {
  const { order } = await bought();
  // As long as the 8 characters of an id.
  const number = 98_765_432;
  await shop.deps.db.update(orders).set({ number }).where(eq(orders.id, order.id));
  for (const path of ['/api/orders/98765432', '/api/orders/%2398765432', '/order/98765432']) {
    expect([path, (await shop.app.inject(path)).statusCode]).toEqual([path, 404]);
  }
  const links = (id: string) =>
    shop.deps.db.$count(emails, and(eq(emails.orderId, id), eq(emails.templateKey, 'customer_message')));
  const find = (orderNumber: string, { email }: { email: string }) =>
    post(shop, '/api/orders/find', { orderNumber, email });
  for (const typed of ['#1042', '1042']) expect((await find(typed, order)).statusCode).toBe(400);
  expect((await find(String(number), order)).statusCode).toBe(202);
  // The control, as its mails write it. Its link is there, so the request before it has ended.
  const { order: other } = await bought();
  expect((await find(bothNumbers(other), other)).statusCode).toBe(202);
  await expect.poll(() => links(other.id)).toBe(1);
  expect(await links(order.id)).toBe(0);
});

test('the admin finds an order by its number, with or without #, above newer ones that begin with it', async () => {
  const [named, ...zipped] = ['Named', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((customerName, i) =>
    anOrder({ customerName, ...(i === 0 ? { number: 7531 } : { zipCode: '75310', state: 'TX' }) }),
  );
  if (!named) throw new Error('no order');
  await insertOrders(shop, [{ ...named, createdAt: new Date('2024-01-01') }, ...zipped]);
  const list = (q: string) => read<Order[]>(`/api/admin/orders?q=${encodeURIComponent(q)}`);
  expect(await list('#7531')).toMatchObject([{ id: named.id, number: 7531 }]);
  const plain = await list('7531');
  expect(plain).toHaveLength(9);
  expect(plain.at(-1)).toMatchObject({ id: named.id });
  for (const q of ['7531', '#7531']) {
    const found = await read<Found>(`/api/admin/find?q=${encodeURIComponent(q)}`);
    expect([q, found.orders[0]?.id, found.orders[0]?.number]).toEqual([q, named.id, 7531]);
  }
  // Not a number of the shop: words, as before.
  expect(await list('#75310')).toHaveLength(8);
  expect(await list('7531 99999999999')).toEqual([]);
  expect(await list('99999999999')).toEqual([]);
});

/** The number of the migration that numbers the orders. */
const NUMBERED = 47;

test('the migration numbers orders by their time from 1001, changes nothing else, and the numbering continues', async () => {
  const engine = await prepareEngine({ isEmpty: true });
  const { dataDir, env } = engine.options;
  const connection = await connectDatabase({ databaseUrl: env.DATABASE_URL, dataDir, isMaintenance: true });
  const undo = new Error('undo');
  const migrated = (days: readonly string[]) =>
    connection.db
      .transaction(async (tx) => {
        await applyMigrations(tx, 0, NUMBERED);
        for (const day of days) {
          await tx.execute(sql`insert into orders (customer_name, email, phone, address_line1, city, state, zip_code,
            total_amount, stripe_payment_intent_id, items, status_token, created_at)
            values ('Ana', 'ana@shopper.example', '1', '1 Main St', 'Miami', 'FL', '33101', '1.00', ${`pi_${day}`}, '[]', ${day}, ${day}::date)`);
        }
        const changes = await tx.$count(liveChanges);
        await applyMigrations(tx, NUMBERED, listKnown().length);
        expect(await tx.$count(liveChanges)).toBe(changes);
        await tx.insert(orders).values(anOrder({ statusToken: 'new' }));
        const rows = await rowsOf(tx, sql`select status_token, number, version from orders order by number`);
        Object.assign(undo, { rows });
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
        return (error as Error & { rows: unknown[] }).rows;
      });
  expect(await migrated([])).toEqual([{ status_token: 'new', number: 1001, version: 1 }]);
  expect(await migrated(['2026-02-02', '2026-03-03', '2026-01-01'])).toEqual([
    { status_token: '2026-01-01', number: 1001, version: 1 },
    { status_token: '2026-02-02', number: 1002, version: 1 },
    { status_token: '2026-03-03', number: 1003, version: 1 },
    { status_token: 'new', number: 1004, version: 1 },
  ]);
  await connection.close();
  await engine.remove();
});
