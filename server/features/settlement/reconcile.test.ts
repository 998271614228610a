import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectDatabase } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import { emails } from '#server/features/emails/schema.ts';
import { orders } from '#server/features/orders/schema.ts';
import { sandboxPayments } from '#server/features/payments/schema.ts';
import { startTestApp, type TestApp, TestClock } from '#test/app.ts';
import { aCart, confirm, NO_LIMITS, paidSandbox, payByCard, startedCheckout } from '#test/makers.ts';
import { databaseForAll } from '#test/shop.ts';
import { reconcileCheckouts, startReconciliation } from './reconcile.ts';
import { claimDueCheckouts } from './repository.ts';
import { checkouts, paymentAnomalies } from './schema.ts';

/** Limits for a small, busy machine. */
const WAIT = { timeout: 60_000 };

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

const database = databaseForAll();
let shop: TestApp;
beforeEach(async () => {
  shop = await startTestApp({ env: NO_LIMITS, database });
});
afterEach(() => shop.close());

const statusOf = async (paymentId: string) => {
  const [row] = await shop.deps.db.select().from(checkouts).where(eq(checkouts.paymentIntentId, paymentId));
  return row?.status;
};

test('makes the orders of 50 closed tabs, with two mails each (P3, P5, N1)', async () => {
  for (let i = 0; i < 50; i++) await paidSandbox(shop);
  shop.clock.advance(MINUTE);
  const result = await reconcileCheckouts(shop.deps);
  expect(result).toMatchObject({ orders: 50, failed: 0, canceled: 0 });
  expect(await shop.deps.db.select().from(orders)).toHaveLength(50);
  expect(await shop.deps.db.select().from(emails)).toHaveLength(100);
  expect(await reconcileCheckouts(shop.deps)).toMatchObject({ checked: 0, orders: 0 });
});

test('two instances and confirm at once make one order for each payment (F7, P4)', async () => {
  const paid = [];
  for (let i = 0; i < 20; i++) paid.push(await paidSandbox(shop));
  shop.clock.advance(MINUTE);
  const { url, dataDir, connection } = shop.database;
  const other = url ? await connectDatabase({ databaseUrl: url, dataDir }) : connection;
  await Promise.all([
    reconcileCheckouts(shop.deps),
    reconcileCheckouts({ ...shop.deps, db: other.db }),
    ...paid.slice(0, 10).map(({ paymentId }) => confirm(shop, paymentId)),
  ]);
  if (url) await other.close();
  expect(await shop.deps.db.select().from(orders)).toHaveLength(20);
  expect(await shop.deps.db.select().from(emails)).toHaveLength(40);
});

test('two instances claim different checkouts (F7)', async () => {
  for (let i = 0; i < 30; i++) await startedCheckout(shop);
  shop.clock.advance(MINUTE);
  const { url, dataDir, connection } = shop.database;
  const other = url ? await connectDatabase({ databaseUrl: url, dataDir }) : connection;
  const now = shop.clock.now();
  const latest = new Date(now.getTime() + HOUR);
  const what = {
    provider: 'sandbox',
    order: 'due' as const,
    limit: 5,
    now,
    latest,
    createdAfter: new Date(now.getTime() - DAY),
  };
  const later = () => new Date(now.getTime() + MINUTE);
  const claims = await Promise.all(
    Array.from({ length: 12 }, (_, i) => claimDueCheckouts(i % 2 ? other.db : shop.deps.db, what, later)),
  );
  if (url) await other.close();
  const ids = claims.flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(0);
});

test('leaves a checkout to the browser at first, and asks ever less often', async () => {
  const { paymentId } = await startedCheckout(shop);
  expect(await reconcileCheckouts(shop.deps)).toMatchObject({ checked: 0 });
  shop.clock.advance(MINUTE);
  expect(await reconcileCheckouts(shop.deps)).toMatchObject({ checked: 1, orders: 0 });
  expect(await reconcileCheckouts(shop.deps)).toMatchObject({ checked: 0 });
  shop.clock.advance(60 * MINUTE);
  expect(await reconcileCheckouts(shop.deps)).toMatchObject({ checked: 1 });
  shop.clock.advance(6 * MINUTE);
  expect(await reconcileCheckouts(shop.deps)).toMatchObject({ checked: 0 });
  shop.clock.advance(MINUTE);
  expect(await reconcileCheckouts(shop.deps)).toMatchObject({ checked: 1 });
  expect(await statusOf(paymentId)).toBe('open');
});

test('cancels payments after exactly two hours, so that they can no longer be paid (P24)', async () => {
  const checkout = await startedCheckout(shop);
  shop.clock.advance(2 * HOUR - MINUTE);
  expect(await reconcileCheckouts(shop.deps)).toMatchObject({ checked: 1, canceled: 0 });
  shop.clock.advance(15 * MINUTE);
  expect(await reconcileCheckouts(shop.deps)).toMatchObject({ canceled: 1 });
  expect(await statusOf(checkout.paymentId)).toBe('canceled');
  expect((await payByCard(shop, checkout)).statusCode).toBe(402);
});

test.each([
  { what: 'a day ahead', jump: DAY },
  { what: '40 days ahead', jump: 40 * DAY },
  { what: 'a day back', jump: -DAY },
])('a clock that is set $what while a shopper pays cancels and forgets nothing (F9)', async ({ jump }) => {
  const checkout = await startedCheckout(shop);
  shop.clock.advance(MINUTE);
  shop.clock.set(jump);
  expect(await reconcileCheckouts(shop.deps)).toMatchObject({ canceled: 0, deleted: 0 });
  expect(await statusOf(checkout.paymentId)).toBe('open');
  expect((await payByCard(shop, checkout)).statusCode).toBe(200);
  // Unpaid payments are canceled two hours after the jump.
  const unpaid = await startedCheckout(shop);
  shop.clock.advance(2 * HOUR + MINUTE);
  expect(await reconcileCheckouts(shop.deps)).toMatchObject({ canceled: 1 });
  expect(await statusOf(unpaid.paymentId)).toBe('canceled');
});

test('after a start with a clock days ahead, an earlier unpaid checkout stays payable (F9)', async () => {
  const checkout = await startedCheckout(shop);
  const clock = new TestClock();
  clock.set(3 * DAY);
  const started = await startTestApp({ env: NO_LIMITS, database, clock });
  expect(await reconcileCheckouts(started.deps)).toMatchObject({ checked: 1, canceled: 0 });
  expect((await payByCard(started, checkout)).statusCode).toBe(200);
  await started.close();
});

test('deletes unpaid checkouts once the provider cannot report them, and keeps paid ones (P28)', async () => {
  const [paid, unpaid] = [await paidSandbox(shop), await startedCheckout(shop)];
  shop.clock.advance(MINUTE);
  await reconcileCheckouts(shop.deps);
  shop.clock.advance(2 * HOUR);
  expect(await reconcileCheckouts(shop.deps)).toMatchObject({ canceled: 1, deleted: 0 });
  shop.clock.advance(34 * DAY);
  expect(await reconcileCheckouts(shop.deps)).toMatchObject({ deleted: 0 });
  shop.clock.advance(DAY);
  expect(await reconcileCheckouts(shop.deps)).toMatchObject({ deleted: 1 });
  // The sandbox's own rows are deleted with their checkouts.
  const payments = await shop.deps.db.select({ id: sandboxPayments.id }).from(sandboxPayments);
  expect(payments).toEqual([{ id: paid.paymentId }]);
  expect((await payByCard(shop, unpaid)).statusCode).toBe(404);
  expect([await statusOf(paid.paymentId), await statusOf(unpaid.paymentId)]).toEqual(['paid', undefined]);
});

test('books a payment that comes while it is being canceled', async () => {
  const { paymentId } = await startedCheckout(shop);
  shop.clock.advance(DAY + MINUTE);
  const { payments } = shop.deps;
  const cancelPayment = async (id: string) => {
    await shop.deps.db.update(sandboxPayments).set({ status: 'succeeded' }).where(eq(sandboxPayments.id, id));
    return payments.cancelPayment(id);
  };
  await reconcileCheckouts({ ...shop.deps, payments: { ...payments, cancelPayment } });
  expect(await statusOf(paymentId)).toBe('paid');
  expect(await shop.deps.db.select().from(orders)).toHaveLength(1);
});

test('still makes the order of a checkout paid after 29 days (P28)', async () => {
  const { paymentId } = await startedCheckout(shop);
  // The bank has been processing it all the time.
  await shop.deps.db.update(sandboxPayments).set({ status: 'processing' }).where(eq(sandboxPayments.id, paymentId));
  const { payments } = shop.deps;
  const deps = { ...shop.deps, payments: { ...payments, cancelPayment: payments.findPayment } };
  shop.clock.advance(29 * DAY);
  expect(await reconcileCheckouts(deps)).toMatchObject({ checked: 1, canceled: 0 });
  await shop.deps.db.update(sandboxPayments).set({ status: 'succeeded' }).where(eq(sandboxPayments.id, paymentId));
  shop.clock.advance(20 * MINUTE);
  expect(await reconcileCheckouts(deps)).toMatchObject({ orders: 1 });
});

test('a checkout that fails delays no other and is retried', async () => {
  const [bad, good] = [await paidSandbox(shop), await paidSandbox(shop)];
  shop.clock.advance(MINUTE);
  const { payments } = shop.deps;
  const findPayment = async (id: string) => {
    if (id === bad.paymentId) throw new AppError('payment_provider_failed');
    return payments.findPayment(id);
  };
  expect(await reconcileCheckouts({ ...shop.deps, payments: { ...payments, findPayment } })).toMatchObject({
    orders: 1,
    failed: 1,
  });
  expect(await statusOf(good.paymentId)).toBe('paid');
  shop.clock.advance(2 * MINUTE);
  expect(await reconcileCheckouts(shop.deps)).toMatchObject({ orders: 1 });
});

test('stores a payment of another amount as an anomaly and stops checking it (P9)', async () => {
  const { paymentId } = await paidSandbox(shop);
  await shop.deps.db.update(sandboxPayments).set({ amountCents: 1 }).where(eq(sandboxPayments.id, paymentId));
  shop.clock.advance(MINUTE);
  await reconcileCheckouts(shop.deps);
  expect(await shop.deps.db.select().from(paymentAnomalies)).toHaveLength(1);
  shop.clock.advance(DAY);
  expect(await reconcileCheckouts(shop.deps)).toMatchObject({ checked: 0 });
});

test('failing housekeeping is logged separately, and the pass still reports its results', async () => {
  const { paymentId } = await paidSandbox(shop, { attempt: randomUUID() });
  shop.clock.advance(MINUTE);
  const reconciliation = startReconciliation(shop.deps, () => Promise.reject(new Error('no such table')));
  await vi.waitFor(() => expect(shop.logLines.join()).toContain('housekeeping_failed'), WAIT);
  await reconciliation.stop();
  expect(await statusOf(paymentId)).toBe('paid');
  const events = shop.logLines.map((line) => JSON.parse(line).event);
  expect(events).toContain('sweep');
  expect(events).not.toContain('sweep_failed');
});

test('runs at start, and its stop waits for the running pass', async () => {
  const { paymentId } = await paidSandbox(shop, { attempt: randomUUID() });
  shop.clock.advance(MINUTE);
  const { payments } = shop.deps;
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const findPayment = async (id: string) => {
    reached.resolve();
    await opened.promise;
    return payments.findPayment(id);
  };
  const reconciliation = startReconciliation({ ...shop.deps, payments: { ...payments, findPayment } });
  await reached.promise;
  const stopped = reconciliation.stop();
  opened.resolve();
  await stopped;
  expect(await statusOf(paymentId)).toBe('paid');
  expect(shop.logLines.filter((line) => line.includes('checkouts reconciled'))).toHaveLength(1);
});

test('a payment right before a start is settled within 20 seconds of it', async () => {
  const { paymentId } = await paidSandbox(shop, { attempt: randomUUID() });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const reconciliation = startReconciliation(shop.deps);
  const passes = async () =>
    /^shop_sweeps_total\{outcome="ok"\} (\d+)$/m.exec(await shop.deps.metrics.registry.text())?.[1];
  await expect.poll(passes, { timeout: 120_000 }).toBe('1');
  expect(await statusOf(paymentId)).toBe('open');
  shop.clock.advance(20_000);
  vi.advanceTimersByTime(20_000);
  vi.useRealTimers();
  await expect.poll(passes, { timeout: 120_000 }).toBe('2');
  expect(await statusOf(paymentId)).toBe('paid');
  await reconciliation.stop();
});

test('logs nothing when there was nothing to do', async () => {
  const reconciliation = startReconciliation(shop.deps);
  await reconciliation.stop();
  expect(shop.logLines.filter((line) => /swe[ep]/.test(line))).toEqual([]);
});

test('a checkout postponed by a clock a day ahead is checked once the clock is right (F9)', async () => {
  shop.clock.advance(DAY);
  await paidSandbox(shop);
  const { paymentId } = await startedCheckout(shop);
  shop.clock.advance(MINUTE);
  expect(await reconcileCheckouts(shop.deps)).toMatchObject({ checked: 2, orders: 1 });
  shop.clock.advance(-DAY - MINUTE);
  await shop.deps.db.update(sandboxPayments).set({ status: 'succeeded' }).where(eq(sandboxPayments.id, paymentId));
  expect(await reconcileCheckouts(shop.deps)).toMatchObject({ checked: 1, orders: 1 });
});

test('after the clock was set back, the latest start of an attempt stays the latest (F9)', async () => {
  const attempt = randomUUID();
  const first = await startedCheckout(shop, { attempt });
  shop.clock.advance(-HOUR);
  const second = await startedCheckout(shop, { attempt, cart: aCart(3) });
  expect(await statusOf(first.paymentId)).toBe('canceled');
  shop.clock.advance(MINUTE);
  expect(await reconcileCheckouts(shop.deps)).toMatchObject({ checked: 1, canceled: 0 });
  // The first cart again, which is then the latest start.
  const third = await startedCheckout(shop, { attempt });
  expect(await statusOf(second.paymentId)).toBe('canceled');
  shop.clock.advance(MINUTE);
  await reconcileCheckouts(shop.deps);
  expect(await statusOf(third.paymentId)).toBe('open');
  expect((await payByCard(shop, third)).statusCode).toBe(200);
});
