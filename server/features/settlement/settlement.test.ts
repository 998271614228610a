import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connectDatabase } from '#server/db/connect.ts';
import { errorText } from '#server/errors.ts';
import { emails } from '#server/features/emails/schema.ts';
import { orderEvents, orders } from '#server/features/orders/schema.ts';
import { sandboxPayments as sandbox } from '#server/features/payments/sandbox.ts';
import { sandboxPayments } from '#server/features/payments/schema.ts';
import { settleCheckout } from '#server/features/settlement/service.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import {
  aCart,
  anAddress,
  aPaymentStart,
  confirm,
  NO_LIMITS,
  paidSandbox,
  payByCard,
  post,
  type StartedCheckout,
  startedCheckout,
  startPayment,
} from '#test/makers.ts';
import { checkouts, paymentAnomalies } from './schema.ts';

let shop: TestApp;
/** A second instance: with its own connections if the engine has several. */
let second: Connection;
beforeAll(async () => {
  shop = await startTestApp({ env: NO_LIMITS });
  const { url, dataDir, connection } = shop.database;
  second = url ? await connectDatabase({ databaseUrl: url, dataDir }) : connection;
});
afterAll(async () => {
  if (shop.database.url) await second.close();
  await shop.close();
});

const PARALLEL = 32;
const ordersOf = (paymentId: string) =>
  shop.deps.db.select().from(orders).where(eq(orders.stripePaymentIntentId, paymentId));
const anomaliesOf = (paymentId: string) =>
  shop.deps.db.select().from(paymentAnomalies).where(eq(paymentAnomalies.paymentIntentId, paymentId));
const setPayment = (id: string, values: Partial<typeof sandboxPayments.$inferInsert>) =>
  shop.deps.db.update(sandboxPayments).set(values).where(eq(sandboxPayments.id, id));
const secondDeps = () => ({
  ...shop.deps,
  db: second.db,
  payments: sandbox({ db: second.db, clock: shop.clock }),
});
/**
 * Opens connections first: in a pool without them, the first query is done before the last has begun, which hides
 * races.
 */
const warmUp = async () => {
  if (!shop.database.url) return;
  await Promise.all(
    [shop.deps.db, second.db].flatMap((db) => Array.from({ length: 10 }, () => db.execute(sql`select pg_sleep(0.02)`))),
  );
};

test('32 sources at once, ten times over: one order, one event, two mails each (P6, N1, N4)', async () => {
  const counts: number[][] = [];
  for (let round = 0; round < 10; round++) {
    const { paymentId } = await paidSandbox(shop, { attempt: randomUUID() });
    await warmUp();
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, async (_, i) => {
        if (i % 2 === 0) return (await confirm(shop, paymentId)).statusCode;
        return (await settleCheckout(secondDeps(), paymentId)).kind;
      }),
    );
    expect(new Set(answers)).toEqual(new Set([200, 'order']));
    const found = await ordersOf(paymentId);
    const id = found[0]?.id ?? '';
    const mails = await shop.deps.db.select().from(emails).where(eq(emails.orderId, id));
    const events = await shop.deps.db.select().from(orderEvents).where(eq(orderEvents.orderId, id));
    counts.push([found.length, events.length, mails.length]);
  }
  expect(counts).toEqual(Array.from({ length: 10 }, () => [1, 1, 2]));
});

test('control: the same race without the unique key makes more than one row (P6)', async () => {
  await shop.deps.db.execute(sql`create table control_orders (payment text)`);
  await warmUp();
  await Promise.all(
    Array.from({ length: PARALLEL }, async (_, i) => {
      const { db } = i % 2 === 0 ? shop.deps : second;
      const found = await db.execute(sql`select 1 from control_orders where payment = 'pi_1'`);
      if ((found as unknown as { rows: unknown[] }).rows.length > 0) return;
      await db.execute(sql`insert into control_orders values ('pi_1')`);
    }),
  );
  const rows = await shop.deps.db.execute(sql`select 1 from control_orders`);
  expect((rows as unknown as { rows: unknown[] }).rows.length).toBeGreaterThan(1);
});

test('foreign, unknown and unpaid payments get one body and make no order (P10, N2)', async () => {
  const before = (await shop.deps.db.select().from(orders)).length;
  const bodies = new Set<string>();
  const attempt = randomUUID();
  const ask = async (paymentId: string, clientSecret = `${paymentId}_secret_0`) => {
    for (const proof of [{}, { clientSecret }, { attempt }]) {
      const answer = await confirm(shop, paymentId, proof);
      bodies.add(`${answer.statusCode} ${answer.body}`);
    }
  };
  const statuses = ['requires_payment_method', 'requires_confirmation', 'requires_action', 'requires_capture'];
  for (const status of [...statuses, 'processing', 'canceled']) {
    const { paymentId, clientSecret } = await startedCheckout(shop, { attempt: randomUUID() });
    await setPayment(paymentId, { status });
    await ask(paymentId, clientSecret);
  }
  for (let i = 0; i < 20; i++) await ask(`pi_${randomUUID().replaceAll('-', '')}`);
  // Paid at the provider, but without a checkout of this shop.
  const foreign = await shop.deps.payments.createPayment({
    checkoutId: randomUUID(),
    amountCents: 1999,
    currency: 'usd',
    email: 'a@b.example',
    address: anAddress(),
  });
  await setPayment(foreign.id, { status: 'succeeded' });
  await ask(foreign.id);
  // From before a change of the provider.
  const other = await paidSandbox(shop);
  await shop.deps.db
    .update(checkouts)
    .set({ provider: 'stripe' })
    .where(eq(checkouts.paymentIntentId, other.paymentId));
  await ask(other.paymentId, other.clientSecret);
  expect([...bodies]).toEqual(['402 {"message":"We could not confirm this payment"}']);
  expect((await shop.deps.db.select().from(orders)).length - before).toBe(0);
});

test.each([
  ['a smaller amount', { amountCents: 1 }],
  ['a larger amount', { amountCents: 999_900 }],
  ['another currency', { currency: 'eur' }],
])('%s becomes an anomaly with a mail to the owner, once, and no order (P9, N1)', async (_, change) => {
  const { paymentId } = await paidSandbox(shop);
  await setPayment(paymentId, change);
  const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(shop, paymentId)));
  answers.push(await confirm(shop, paymentId));
  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([409]));
  expect(await ordersOf(paymentId)).toEqual([]);
  const anomalies = await anomaliesOf(paymentId);
  expect(anomalies.map(({ kind, resolvedAt }) => [kind, resolvedAt])).toEqual([['amount_mismatch', null]]);
  const mails = await shop.deps.db
    .select()
    .from(emails)
    .where(eq(emails.dedupeKey, `anomaly:amount_mismatch:${paymentId}`));
  expect(mails.map((mail) => mail.to)).toEqual([shop.config.ownerEmail]);
  expect(mails[0]?.text).toContain(paymentId);
});

test('an older payment that turns out to be paid is booked, and no new one is given away (P14)', async () => {
  const attempt = randomUUID();
  const first = await paidSandbox(shop, { attempt });
  const before = (await shop.deps.db.select().from(sandboxPayments)).length;
  const answer = await startPayment(shop, await aPaymentStart(shop, { cart: aCart(2) }), attempt);
  const [order] = await ordersOf(first.paymentId);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toEqual({
    message: errorText('already_paid', 'en', { number: orderNumber(order?.id ?? '') }),
  });
  expect((await shop.deps.db.select().from(sandboxPayments)).length - before).toBe(0);
});

test('both payments of one attempt are recorded and flagged as a possible duplicate (P14)', async () => {
  const attempt = randomUUID();
  const first = await paidSandbox(shop, { attempt });
  await confirm(shop, first.paymentId);
  // Another tab with another cart.
  const other = await paidSandbox(shop, { attempt, cart: aCart(2) });
  expect(await ordersOf(first.paymentId)).toHaveLength(1);
  expect((await confirm(shop, other.paymentId)).statusCode).toBe(200);
  expect(await ordersOf(other.paymentId)).toHaveLength(1);
  expect(await anomaliesOf(first.paymentId)).toEqual([]);
  const [anomaly] = await anomaliesOf(other.paymentId);
  expect(anomaly).toMatchObject({ kind: 'possible_duplicate', detail: { firstPayment: first.paymentId } });
});

test('two payments of one attempt that settle at the same moment are flagged once (P14)', async () => {
  const attempt = randomUUID();
  const pair: StartedCheckout[] = [];
  for (const cart of [aCart(1), aCart(2)]) {
    // Both payable, as if the older one could not be canceled at the provider.
    const started = await startedCheckout(shop, { cart, attempt: randomUUID() });
    await shop.deps.db
      .update(checkouts)
      .set({ attemptKey: attempt })
      .where(eq(checkouts.paymentIntentId, started.paymentId));
    await payByCard(shop, started);
    pair.push(started);
  }
  await warmUp();
  const [a, b] = pair.map(({ paymentId }) => paymentId);
  await Promise.all([confirm(shop, a ?? ''), settleCheckout(secondDeps(), b ?? '')]);
  expect([...(await ordersOf(a ?? '')), ...(await ordersOf(b ?? ''))]).toHaveLength(2);
  expect([...(await anomaliesOf(a ?? '')), ...(await anomaliesOf(b ?? ''))]).toHaveLength(1);
});

test('nine declines and one success on one payment are one order (P17)', async () => {
  const checkout = await startedCheckout(shop);
  for (let i = 0; i < 9; i++) {
    expect((await payByCard(shop, checkout, '4000000000000002')).statusCode).toBe(402);
    expect((await confirm(shop, checkout.paymentId)).statusCode).toBe(402);
  }
  await payByCard(shop, checkout);
  expect((await confirm(shop, checkout.paymentId)).statusCode).toBe(200);
  expect(await ordersOf(checkout.paymentId)).toHaveLength(1);
});

test('an extra step makes an order after its success and not before (P16)', async () => {
  const checkout = await startedCheckout(shop);
  await payByCard(shop, checkout, '4000002500003155');
  expect((await confirm(shop, checkout.paymentId)).statusCode).toBe(402);
  expect(await ordersOf(checkout.paymentId)).toEqual([]);
  const step = { clientSecret: checkout.clientSecret, outcome: 'complete' };
  await post(shop, `/api/sandbox-payments/${checkout.paymentId}/authenticate`, step);
  expect((await confirm(shop, checkout.paymentId)).statusCode).toBe(200);
  expect(await ordersOf(checkout.paymentId)).toHaveLength(1);
});

test('fifty lost replies to confirm: the orders are there, a retry answers the same (P22)', async () => {
  let missing = 0;
  for (let i = 0; i < 50; i++) {
    const { paymentId } = await paidSandbox(shop);
    await confirm(shop, paymentId);
    const retry = await confirm(shop, paymentId);
    if (retry.statusCode !== 200 || (await ordersOf(paymentId)).length !== 1) missing += 1;
  }
  expect(missing).toBe(0);
});

test('when the mails cannot be written there is no order either (N4)', async () => {
  const { paymentId } = await paidSandbox(shop);
  await shop.deps.db.execute(sql`alter table emails rename to emails_away`);
  const failed = await confirm(shop, paymentId);
  await shop.deps.db.execute(sql`alter table emails_away rename to emails`);
  expect(failed.statusCode).toBe(500);
  expect(failed.body).not.toMatch(/emails|relation|select/);
  expect(await ordersOf(paymentId)).toEqual([]);
  expect((await confirm(shop, paymentId)).statusCode).toBe(200);
});
