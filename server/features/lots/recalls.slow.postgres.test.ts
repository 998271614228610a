import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { shopForAll } from '#test/shop.ts';
import { findRecalled, getRecallDetail, startRecall } from './recalls.ts';

const shop = shopForAll();
const ORDERS = 100_000;
/** What the owner may wait for the list. */
const MAX_MS = 1_000;
const LOT = '0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de001';
const SMALL_LOT = '0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de002';

/** Half of the orders have a recorded lot, 2,000 of them the small one; 60,000 people. */
beforeAll(async () => {
  const { db } = shop.deps;
  await db.transaction(async (tx) => {
    // Without triggers, which count stats and customers.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`insert into orders (id, number, customer_name, email, phone, address_line1, city, state, zip_code,
        total_amount, stripe_payment_intent_id, items, preferred_language, status, status_token, created_at)
      select gen_random_uuid(), n, 'Customer ' || n, 'person' || n % 60000 || '@shopper.example', '+1 305-555-0111',
        '12 Palm Avenue', 'Hialeah', 'FL', '33010', 19.99, 'pi_' || n, '[]', case n % 2 when 0 then 'en' else 'es' end,
        'shipped', 'token-' || n, timestamptz '2026-01-01' + n * interval '5 minutes'
      from generate_series(1, ${ORDERS}::int) as n`);
    await tx.execute(sql`insert into order_lines (order_id, position, product_id, name, quantity, unit_price_cents)
      select id, 0, 'box40', 'Box of 40', 1, 1999 from orders`);
    await tx.execute(sql`insert into lots (id, product_id, code, made_on, best_by) values
      (${LOT}::uuid, 'box40', 'BIG', '2026-01-01', '2027-01-01'),
      (${SMALL_LOT}::uuid, 'box40', 'SMALL', '2026-01-02', '2027-01-01')`);
    await tx.execute(sql`insert into packed_lots (order_id, lot_id, quantity)
      select id, case when number % 50 = 0 then ${SMALL_LOT}::uuid else ${LOT}::uuid end, 1 from orders where number % 2 = 0`);
  });
  await db.execute(sql`analyze`);
}, 300_000);

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  await work();
  const from = performance.now();
  const answer = await work();
  const ms = Math.round(performance.now() - from);
  process.stdout.write(`${what}: ${ms} ms\n`);
  expect(ms, what).toBeLessThan(MAX_MS);
  return answer;
}

test('among 100,000 orders those of a lot, of a product and of a year are found within a second', async () => {
  const find = (query: object) => findRecalled(shop.deps, { product: 'box40', ...query });
  const small = await timed('a lot in 2,000 orders', () => find({ lot: SMALL_LOT }));
  expect(small).toMatchObject({ sure: 2_000, maybe: 0 });
  const whole = await timed('a product in 50,000 orders', () => find({}));
  expect(whole).toMatchObject({ sure: 50_000, maybe: 0 });
  const maybe = await timed('the same, and 50,000 without a lot', () => find({ from: '2025-12-01', to: '2026-12-31' }));
  expect(maybe).toMatchObject({ sure: 50_000, maybe: 50_000, people: 60_000 });
}, 60_000);

test('a recall of 100,000 orders shows within a second who was reached', async () => {
  const both = { en: 'x', es: 'x' };
  const id = '0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de003';
  const words = { subject: both, reason: both, todo: both, notice: null };
  const scope = {
    productId: 'box40',
    lotId: null,
    maybe: { from: '2025-12-01', to: '2026-12-31' },
    isUnsentToo: false,
  };
  const from = performance.now();
  await startRecall(shop.deps, { id, ...scope, ...words });
  process.stdout.write(`a recall of 100,000 orders began in ${Math.round(performance.now() - from)} ms\n`);
  const { db } = shop.deps;
  await db.execute(sql`insert into emails (id, template_key, language, to_address, subject, html, text, status,
      message_id, dedupe_key, order_id)
    select gen_random_uuid(), 'customer_message', 'en', 'x@shopper.example', 'x', repeat('x', 4000), 'x',
      case when random() < 0.01 then 'failed' else 'sent' end, order_id::text, 'recall:' || ${id} || ':' || order_id, order_id
    from recall_orders where written_for = order_id`);
  await db.execute(sql`update recall_orders set state = 'mailed'`);
  await db.execute(sql`analyze`);
  const read = await timed('who was reached', () => getRecallDetail(shop.deps, id));
  expect(read.orderCount).toBe(ORDERS);
  expect(read.people.reached + read.people.failed).toBe(60_000);
  expect(read.orders[0]?.outcome).toBe('failed');
}, 60_000);
