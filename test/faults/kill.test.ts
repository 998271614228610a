import { expect, test } from 'vitest';
import { emails, orders, sandboxPayments } from '#server/db/schema.ts';
import { type Engine, prepareEngine } from '#test/engine.ts';
import { NO_LIMITS } from '#test/makers.ts';
import { spawnProgram, startProgram } from '#test/program.ts';
import { confirmOrder, payFor } from '#test/shopper.ts';

/** More rounds by hand: FAULT_ROUNDS=25 npx vitest run test/faults/kill */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 3);
const SHOPPERS = 6;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Shops until the program is gone; what was answered is written down at once. */
async function shopUntilGone(url: string, paid: Set<string>, ordered: Map<string, string>): Promise<void> {
  try {
    for (;;) {
      const paymentId = await payFor(url, (id) => paid.add(id));
      ordered.set(paymentId, (await confirmOrder(url, paymentId)).orderNumber);
    }
  } catch (error) {
    // The connection broke; a refusal by the shop itself would be another matter.
    if (/answered \d/.test(String(error))) throw error;
  }
}

async function contents(engine: Engine) {
  return engine.read(async (db) => ({
    orders: await db.select().from(orders),
    mails: await db.select({ orderId: emails.orderId, key: emails.templateKey }).from(emails),
    payments: await db.select().from(sandboxPayments),
  }));
}

test(`F1 N1 N4 N6: ${ROUNDS} kills under load lose nothing that was answered`, async () => {
  const engine = await prepareEngine();
  const paid = new Set<string>();
  const ordered = new Map<string, string>();
  const options = { ...engine.options, env: { ...engine.options.env, ...NO_LIMITS, SWEEP_SECONDS: '1' } };
  for (let round = 0; round < ROUNDS; round++) {
    const program = await startProgram(options);
    const load = Array.from({ length: SHOPPERS }, () => shopUntilGone(program.url, paid, ordered));
    // In the middle of the work, at another point each time.
    const enough = ordered.size + 2 + Math.floor(Math.random() * 10);
    await expect.poll(() => ordered.size, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(enough);
    await program.stop('SIGKILL');
    await Promise.all(load);
  }
  // One more start: the sweep books what was paid and not confirmed.
  const last = await startProgram(options);
  for (const paymentId of paid) {
    await expect
      .poll(() => confirmOrder(last.url, paymentId).then(() => 'order', String), { timeout: 60_000 })
      .toBe('order');
  }
  expect(await last.stop()).toBe(0);

  const found = await contents(engine);
  const byPayment = Map.groupBy(found.orders, (order) => order.stripePaymentIntentId);
  const lost = [...ordered].filter(([id, number]) => !byPayment.get(id)?.[0]?.id.startsWith(number.toLowerCase()));
  expect(lost).toEqual([]);
  for (const payment of found.payments.filter(({ status }) => status === 'succeeded')) {
    const [order, ...more] = byPayment.get(payment.id) ?? [];
    expect(order && Math.round(Number(order.totalAmount) * 100)).toBe(payment.amountCents);
    expect(more).toEqual([]);
  }
  for (const order of found.orders) {
    const keys = found.mails.filter((mail) => mail.orderId === order.id).map((mail) => mail.key);
    expect(keys.sort()).toEqual(['admin_order_notification', 'order_confirmation']);
    expect(found.payments.find(({ id }) => id === order.stripePaymentIntentId)?.status).toBe('succeeded');
  }
  expect(ordered.size).toBeGreaterThan(ROUNDS);
  console.log(`F1 ${engine.name}: ${ROUNDS} kills, ${ordered.size} orders answered, ${paid.size} paid, 0 lost`);
  await engine.remove();
}, 300_000);

const KILL_TIMES_MS = process.env.FAULT_ROUNDS
  ? Array.from({ length: 14 }, (_, i) => 150 + i * 120)
  : [300, 700, 1_200];

test(`F2: a first start that is killed after ${KILL_TIMES_MS.join(', ')} ms starts well the next time`, async () => {
  for (const ms of KILL_TIMES_MS) {
    const engine = await prepareEngine({ isEmpty: true });
    const first = await spawnProgram(engine.options);
    await pause(ms);
    await first.stop('SIGKILL');
    const second = await startProgram({ ...engine.options, env: { ...engine.options.env, ...NO_LIMITS } });
    await confirmOrder(second.url, await payFor(second.url));
    expect(await second.stop()).toBe(0);
    expect((await contents(engine)).orders).toHaveLength(1);
    await engine.remove();
  }
}, 300_000);
