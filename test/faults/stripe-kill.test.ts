import { expect, test } from 'vitest';
import { emails, orders, paymentAnomalies } from '#server/db/schema.ts';
import { type Engine, prepareEngine } from '#test/engine.ts';
import { findSecrets } from '#test/log-secrets.ts';
import { NO_LIMITS, paymentIdOf } from '#test/makers.ts';
import { type Program, startProgram } from '#test/program.ts';
import { confirmOrder, startPaymentFor } from '#test/shopper.ts';
import { StripeStandIn } from '#test/stand-ins/stripe.ts';

/** More rounds by hand: FAULT_ROUNDS=20 npx vitest run test/faults/stripe-kill */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1);
const isCreation = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path === '/v1/payment_intents';
const isReading = ({ method, path }: { method: string; path: string }) =>
  method === 'GET' && path.startsWith('/v1/payment_intents/');

/** Where the process dies. Each gets the program and ends when it is gone or about to go. */
const POINTS: Record<string, (stripe: StripeStandIn, program: Program) => Promise<void>> = {
  'draft saved, Stripe not asked yet': async (stripe, program) => {
    stripe.onRequest = (request) => isCreation(request) && program.process.kill('SIGKILL');
    await startPaymentFor(program.url).catch(() => {});
  },
  'payment made, its reference not kept': async (stripe, program) => {
    stripe.onEvent = () => program.process.kill('SIGKILL');
    await startPaymentFor(program.url).catch(() => {});
  },
  'secret given, the shopper pays while we are gone': async (stripe, program) => {
    const secret = await startPaymentFor(program.url);
    await program.stop('SIGKILL');
    stripe.confirm(paymentIdOf(secret));
  },
  'payment read in confirm-order': async (stripe, program) => {
    const id = paymentIdOf(await startPaymentFor(program.url));
    stripe.confirm(id);
    stripe.onRequest = (request) => isReading(request) && program.process.kill('SIGKILL');
    await confirmOrder(program.url, id).catch(() => {});
  },
  'payment read in the webhook': async (stripe, program) => {
    const id = paymentIdOf(await startPaymentFor(program.url));
    stripe.onRequest = (request) => isReading(request) && program.process.kill('SIGKILL');
    stripe.confirm(id);
    const event = stripe.eventsOf(id).at(-1);
    if (event) await stripe.deliver(event, `${program.url}/api/stripe/webhook`, { tries: 1 });
  },
  'just before, in or after the booking': async (stripe, program) => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => startPaymentFor(program.url).then(paymentIdOf)));
    for (const id of ids) stripe.confirm(id);
    stripe.onRequest = (request) =>
      isReading(request) && setTimeout(() => program.process.kill('SIGKILL'), Math.random() * 40);
    await Promise.all(ids.map((id) => confirmOrder(program.url, id).catch(() => {})));
  },
};

function optionsFor(engine: Engine, stripe: StripeStandIn) {
  const env = { ...engine.options.env, ...NO_LIMITS, ...stripe.env(), SWEEP_SECONDS: '1', LOG_LEVEL: 'debug' };
  return { ...engine.options, env };
}

/** One whole pass of the sweep: it ends with Stripe's list of events, and the next list means that it has ended. */
async function sweepOnce(stripe: StripeStandIn): Promise<void> {
  const lists = () => stripe.requests.filter(({ path }) => path === '/v1/events').length;
  const before = lists();
  await expect.poll(lists, { timeout: 60_000 }).toBeGreaterThanOrEqual(before + 2);
}

async function expectNothingLost(engine: Engine, stripe: StripeStandIn): Promise<number> {
  const found = await engine.read(async (db) => ({
    orders: await db.select().from(orders),
    mails: await db.select().from(emails),
    anomalies: await db.select().from(paymentAnomalies),
  }));
  const paid = [...stripe.intents.values()].filter(({ status }) => status === 'succeeded').map(({ id }) => id);
  expect(found.orders.map((order) => order.stripePaymentIntentId).sort()).toEqual(paid.sort());
  expect(found.mails).toHaveLength(2 * paid.length);
  expect(found.anomalies).toEqual([]);
  return paid.length;
}

test('P23 N1 N4: killed at each point between draft and booking, every payment becomes one order after the restart', async () => {
  const engine = await prepareEngine();
  const stripe = await StripeStandIn.start();
  const points = Object.values(POINTS);
  const logs: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const die of points) {
      const program = await startProgram(optionsFor(engine, stripe));
      await die(stripe, program);
      await program.stop('SIGKILL');
      stripe.onRequest = () => {};
      stripe.onEvent = () => {};
      logs.push(...program.output().split('\n'));
    }
  }
  // The control: without another start some of what was paid has no order.
  const atDeath = await engine.read((db) => db.select().from(orders));
  expect(atDeath.length).toBeLessThan(stripe.countByStatus('succeeded'));
  const last = await startProgram(optionsFor(engine, stripe));
  await sweepOnce(stripe);
  expect(await last.stop()).toBe(0);
  const count = await expectNothingLost(engine, stripe);
  expect(count).toBe(ROUNDS * 8);
  expect(findSecrets([...logs, ...last.output().split('\n')])).toEqual([]);
  console.log(`P23 ${engine.name}: ${ROUNDS * points.length} kills, ${count} payments, ${count} orders, 0 lost`);
  await stripe.close();
  await engine.remove();
}, 240_000);

test('P5: 20 payments while the shop is down are 20 orders after its start', async () => {
  const engine = await prepareEngine();
  const stripe = await StripeStandIn.start();
  const first = await startProgram(optionsFor(engine, stripe));
  const ids = await Promise.all(Array.from({ length: 20 }, () => startPaymentFor(first.url).then(paymentIdOf)));
  await first.stop('SIGKILL');
  for (const id of ids) stripe.confirm(id);
  const second = await startProgram(optionsFor(engine, stripe));
  await sweepOnce(stripe);
  expect(await second.stop()).toBe(0);
  expect(await expectNothingLost(engine, stripe)).toBe(20);
  await stripe.close();
  await engine.remove();
}, 120_000);
