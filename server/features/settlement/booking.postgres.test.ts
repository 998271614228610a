import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '#server/db/migration-state.ts';
import { orders } from '#server/features/orders/schema.ts';
import { aCart, confirm, NO_LIMITS, paidSandbox } from '#test/makers.ts';
import { shopForAll } from '#test/shop.ts';
import { checkouts, paymentAnomalies } from './schema.ts';

const shop = shopForAll({ env: NO_LIMITS });
/** Another transaction that keeps a booking waiting until it ends. */
let other: pg.Client;
beforeAll(async () => {
  other = new pg.Client(shop.database.url);
  await other.connect();
});
afterAll(async () => {
  await other.end();
});

const checkoutOf = async (paymentId: string) => {
  const [row] = await shop.deps.db.select().from(checkouts).where(eq(checkouts.paymentIntentId, paymentId));
  return row;
};
const ordersOf = (paymentId: string) => shop.deps.db.$count(orders, eq(orders.stripePaymentIntentId, paymentId));
const anomaliesOf = (paymentId: string) =>
  shop.deps.db.select().from(paymentAnomalies).where(eq(paymentAnomalies.paymentIntentId, paymentId));

const WAITS = sql`datname = current_database() and wait_event_type = 'Lock' and query like 'with "placed"%'`;

/**
 * Confirms a payment while the other transaction has changed a checkout of the attempt. That transaction ends once the
 * booking waits for it.
 */
async function confirmBehind(paymentId: string, change: string, changed: string, end: 'commit' | 'rollback') {
  await other.query('begin');
  await other.query(`update checkouts set ${change} where payment_intent_id = $1`, [changed]);
  const answer = confirm(shop, paymentId).then(({ statusCode }) => statusCode);
  // On another connection: within a transaction, pg_stat_activity stays as first read.
  const isWaiting = () => shop.deps.db.$count(sql`pg_stat_activity`, WAITS);
  await expect.poll(isWaiting).toBe(1);
  await other.query(end);
  return answer;
}

test('a checkout that another instance changes meanwhile is closed with its order, and keeps the change', async () => {
  const { paymentId } = await paidSandbox(shop);
  expect(await confirmBehind(paymentId, `next_check_at = '2030-01-01Z'`, paymentId, 'commit')).toBe(200);
  const row = await checkoutOf(paymentId);
  expect([row?.status, row?.nextCheckAt.toISOString()]).toEqual(['paid', '2030-01-01T00:00:00.000Z']);
  expect(row?.settledAt).not.toBeNull();
  expect(await ordersOf(paymentId)).toBe(1);
});

test('of two payments of one attempt the waiting one sees the other as paid, unless it rolled back (P14)', async () => {
  for (const [end, kinds] of [
    ['commit', ['possible_duplicate']],
    ['rollback', []],
  ] as const) {
    const attempt = randomUUID();
    const [first, second] = [await paidSandbox(shop), await paidSandbox(shop, { cart: aCart(2) })];
    for (const { paymentId } of [first, second])
      await shop.deps.db.update(checkouts).set({ attemptKey: attempt }).where(eq(checkouts.paymentIntentId, paymentId));
    expect(await confirmBehind(second.paymentId, `status = 'paid'`, first.paymentId, end)).toBe(200);
    const found = await anomaliesOf(second.paymentId);
    expect(found.map(({ kind }) => kind)).toEqual(kinds);
    if (end === 'commit') expect(found[0]?.detail).toMatchObject({ firstPayment: first.paymentId });
    expect(await ordersOf(second.paymentId)).toBe(1);
  }
});

test('a booking beside an open one draws another number, where the highest plus one would be the same', async () => {
  const highest = 'select max(number) + 1 as number from orders';
  const { paymentId } = await paidSandbox(shop);
  await other.query('begin');
  const before = (await other.query(highest)).rows;
  const { rows } = await other.query(
    `insert into orders (customer_name, email, phone, address_line1, city, state, zip_code, total_amount,
      stripe_payment_intent_id, items, status_token)
    values ('', '', '', '', '', '', '', 1, 'pi_beside', '[]', 'beside') returning number`,
  );
  // The control: neither sees the other's order.
  expect(await rowsOf(shop.deps.db, sql.raw(highest))).toEqual(before);
  expect((await confirm(shop, paymentId)).statusCode).toBe(200);
  const [order] = await shop.deps.db.select().from(orders).where(eq(orders.stripePaymentIntentId, paymentId));
  expect(order?.number).toBe(rows[0].number + 1);
  await other.query('rollback');
});
