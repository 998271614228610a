import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STRIPE_CALL_MS } from '#server/features/payments/stripe.ts';
import type { CreatePaymentIntentAnswer } from '#shared/checkout/checkout.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { findSecrets } from '#test/log-secrets.ts';
import { aCart, anAddress, aPaymentStart, confirm, paymentIdOf, startedCheckout, startPayment } from '#test/makers.ts';
import { type FaultMode, FaultProxy } from '#test/stand-ins/fault-proxy.ts';
import { StripeStandIn } from '#test/stand-ins/stripe.ts';
import { count, type StripeShop, startStripeShop } from '#test/stripe-shop.ts';
import { reconcileCheckouts } from './reconcile.ts';
import { insertCheckout, savePaymentId } from './repository.ts';
import { checkouts } from './schema.ts';

/** The shop answers within 12 s; half as much more for a busy machine. Without the limit it takes 20 s or forever. */
const LIMIT_MS = 18_000;

let stripe: StripeStandIn;
let database: TestDatabase;
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  stripe = await StripeStandIn.start();
  database = await openTestDatabase();
});
afterAll(async () => {
  for (const close of closing) await close();
  await database.remove();
  await stripe.close();
});

/** A shop that reaches Stripe through a proxy with injectable faults. */
async function shopBehindProxy(): Promise<{ shop: StripeShop; proxy: FaultProxy }> {
  const proxy = await FaultProxy.start(stripe.url);
  const shop = await startStripeShop({ stripe, database, env: { STRIPE_API_URL: proxy.url } });
  closing.push(shop.close, () => proxy.close());
  return { shop, proxy };
}

const madeFor = (key: string) => stripe.requests.filter((r) => r.idempotencyKey === key).length;
const secretOf = (answer: { json<T>(): T }) => answer.json<CreatePaymentIntentAnswer>().clientSecret;

// These three wait for time limits, each in its own shop, so they run concurrently.
test.concurrent('Stripe slow, silent, trickling or cut off: an answer within 12 s, and the rest still works (P19)', async () => {
  const modes: [FaultMode, number?][] = [
    ['black-hole'],
    ['slow', 30_000],
    ['trickle'],
    ['reset'],
    ['reset-after-reply'],
  ];
  const results = await Promise.all(
    modes.map(async ([mode, delay]) => {
      const { shop, proxy } = await shopBehindProxy();
      const body = await aPaymentStart(shop);
      proxy.set(mode, delay);
      const start = performance.now();
      let isPending = true;
      const payment = startPayment(shop, body).finally(() => {
        isPending = false;
      });
      // Requests that do not need Stripe are answered while the payment still waits.
      const others = await Promise.all(
        ['/readyz', '/api/store-locations', '/healthz'].map((url) => shop.app.inject(url)),
      );
      // A connection that is cut off may be answered earlier; the other faults keep it waiting.
      const wasPending = isPending || mode.startsWith('reset');
      const answer = await payment;
      return { mode, answer, ms: performance.now() - start, others: others.map((o) => o.statusCode), wasPending };
    }),
  );
  expect(STRIPE_CALL_MS).toBeLessThan(12_000);
  for (const { mode, answer, ms, others, wasPending } of results) {
    expect([mode, answer.statusCode]).toEqual([mode, 504]);
    expect(Object.keys(answer.json())).toEqual(['message']);
    expect(ms).toBeLessThan(LIMIT_MS);
    expect([mode, ...others, wasPending]).toEqual([mode, 200, 200, 200, true]);
  }
});

test.concurrent('a start that needs several slow calls still ends within 12 s, and the next try pays (P19)', async () => {
  const { shop, proxy } = await shopBehindProxy();
  const attempt = randomUUID();
  const body = await aPaymentStart(shop);
  const { paymentId } = await startedCheckout(shop, { attempt });
  stripe.cancel(paymentId);
  // Two older payments that are still payable, as after failed cancellations.
  for (const quantity of [2, 3]) {
    const older = await startedCheckout(shop, { cart: aCart(quantity) });
    await shop.deps.db
      .update(checkouts)
      .set({ attemptKey: attempt })
      .where(eq(checkouts.paymentIntentId, older.paymentId));
  }
  proxy.set('slow', 4_000);
  const start = performance.now();
  const answer = await startPayment(shop, body, attempt);
  expect(performance.now() - start).toBeLessThan(LIMIT_MS);
  expect(answer.statusCode).toBe(504);
  proxy.set('pass');
  const again = await startPayment(shop, body, attempt);
  expect(again.statusCode).toBe(200);
  const id = paymentIdOf(secretOf(again));
  stripe.confirm(id);
  expect((await confirm(shop, id)).statusCode).toBe(200);
});

test.concurrent('Stripe trickling between payment and order: an answer within 12 s, and a retry gives the order (P19)', async () => {
  const { shop, proxy } = await shopBehindProxy();
  const { paymentId } = await startedCheckout(shop);
  stripe.confirm(paymentId);
  // Neither the limit of a try nor that of silence ends this one.
  proxy.set('trickle');
  const start = performance.now();
  const answer = await confirm(shop, paymentId);
  expect(performance.now() - start).toBeLessThan(LIMIT_MS);
  expect(answer.statusCode).toBe(504);
  expect(Object.keys(answer.json())).toEqual(['message']);
  proxy.set('pass');
  expect((await confirm(shop, paymentId)).statusCode).toBe(200);
});

test('the next reconciliation cancels an older payment that could not be canceled, not the latest (P14, P19)', async () => {
  const { shop, proxy } = await shopBehindProxy();
  const attempt = randomUUID();
  const first = await startedCheckout(shop, { attempt });
  const refuse = { method: 'POST', path: /cancel$/, status: 400, body: { error: { type: 'api_error' } } };
  stripe.answerNext(refuse);
  const second = await startedCheckout(shop, { attempt, cart: aCart(2) });
  expect(stripe.intent(first.paymentId).status).toBe('requires_payment_method');
  // Back to the first cart, which is the latest start now.
  stripe.answerNext(refuse);
  expect(await startedCheckout(shop, { attempt })).toEqual(first);
  proxy.set('pass');
  shop.clock.advance(60_000);
  await reconcileCheckouts(shop.deps);
  expect(stripe.intent(second.paymentId).status).toBe('canceled');
  expect(stripe.intent(first.paymentId).status).toBe('requires_payment_method');
});

test('after a lost creation answer the retry returns the same payment, one per checkout (P20)', async () => {
  const { shop, proxy } = await shopBehindProxy();
  const made: string[] = [];
  for (let i = 0; i < 4; i++) {
    const body = await aPaymentStart(shop);
    const attempt = randomUUID();
    const before = stripe.intents.size;
    proxy.set('reset-after-reply');
    expect((await startPayment(shop, body, attempt)).statusCode).toBe(504);
    // The control: Stripe has created it, although the answer was lost.
    expect(stripe.intents.size - before).toBe(1);
    proxy.set('pass');
    const answer = await startPayment(shop, body, attempt);
    expect(answer.statusCode).toBe(200);
    expect(stripe.intents.size - before).toBe(1);
    const id = paymentIdOf(secretOf(answer));
    expect(madeFor(stripe.intent(id).metadata.checkoutId ?? '')).toBeGreaterThan(1);
    stripe.confirm(id);
    expect((await confirm(shop, id)).statusCode).toBe(200);
    made.push(id);
  }
  expect(await count(shop, made)).toEqual({ orders: 4, mails: 8, anomalies: 0, double: 0, lost: 0 });
});

test('Stripe refuses in every way that it has: 502 with a message, and the next try pays once (P21)', async () => {
  const { shop } = await shopBehindProxy();
  const error = (type: string, code?: string) => ({ error: { type, code, message: 'internal words sk_test_inside' } });
  const answers = [
    { status: 429, body: error('invalid_request_error', 'rate_limit') },
    { status: 500, body: error('api_error'), saved: true },
    { status: 402, body: error('card_error', 'card_declined'), saved: true },
    { status: 401, body: error('invalid_request_error', 'api_key_expired') },
    { status: 403, body: error('invalid_request_error') },
    { status: 200, raw: '{"id": "pi_', saved: true },
    { status: 200, raw: '<html>proxy</html>' },
    { status: 503, raw: 'upstream connect error' },
  ];
  const paid: string[] = [];
  for (const answer of answers) {
    const body = await aPaymentStart(shop);
    const attempt = randomUUID();
    // The SDK itself retries if that is safe.
    const times = answer.status >= 500 && !answer.saved ? 2 : 1;
    for (let i = 0; i < times; i++) stripe.answerNext({ method: 'POST', path: /payment_intents$/, ...answer });
    const refused = await startPayment(shop, body, attempt);
    expect([answer.status, refused.statusCode]).toEqual([answer.status, 502]);
    expect(refused.json()).toEqual({ message: 'Failed to create payment session' });
    const again = await startPayment(shop, body, attempt);
    expect([answer.status, again.statusCode]).toEqual([answer.status, 200]);
    const id = paymentIdOf(secretOf(again));
    stripe.confirm(id);
    expect((await confirm(shop, id)).statusCode).toBe(200);
    paid.push(id);
  }
  expect(await count(shop, paid)).toEqual({ orders: 8, mails: 16, anomalies: 0, double: 0, lost: 0 });
  // The control: for the same checkout, Stripe repeats its answer for good.
  const payment = {
    checkoutId: randomUUID(),
    amountCents: 1999,
    currency: 'usd',
    email: 'maria@shopper.example',
    address: anAddress(),
  };
  stripe.answerNext({ method: 'POST', path: /payment_intents$/, status: 500, body: error('api_error'), saved: true });
  for (let i = 0; i < 2; i++) {
    await expect(shop.deps.payments.createPayment(payment)).rejects.toMatchObject({ code: 'payment_provider_failed' });
  }
  expect(findSecrets(shop.logLines)).toEqual([]);
});

test('a lost answer to confirm-order: the order is there, and asking again gives it (P22)', async () => {
  const { shop, proxy } = await shopBehindProxy();
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) {
    const { paymentId } = await startedCheckout(shop);
    stripe.confirm(paymentId);
    ids.push(paymentId);
  }
  proxy.set('reset');
  const lost = await Promise.all(ids.map((id) => confirm(shop, id)));
  expect(lost.map((answer) => answer.statusCode)).toEqual([504, 504, 504, 504, 504]);
  proxy.set('pass');
  const again = await Promise.all(ids.map((id) => confirm(shop, id)));
  expect(again.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 200]);
  expect(await count(shop, ids)).toEqual({ orders: 5, mails: 10, anomalies: 0, double: 0, lost: 0 });
});

test('the reconciliation survives an hour without Stripe and books everything once it is back (P5, N10)', async () => {
  const { shop, proxy } = await shopBehindProxy();
  const ids: string[] = [];
  for (let i = 0; i < 20; i++) {
    const { paymentId } = await startedCheckout(shop);
    stripe.confirm(paymentId);
    ids.push(paymentId);
  }
  proxy.set('reset');
  shop.clock.advance(60_000);
  expect((await reconcileCheckouts(shop.deps)).failed).toBeGreaterThan(0);
  expect(await count(shop, ids)).toMatchObject({ orders: 0 });
  proxy.set('pass');
  shop.clock.advance(3_600_000);
  await reconcileCheckouts(shop.deps);
  expect(await count(shop, ids)).toEqual({ orders: 20, mails: 40, anomalies: 0, double: 0, lost: 0 });
});

test('two clicks at once on a slow Stripe open one payment (P13)', async () => {
  const { shop } = await shopBehindProxy();
  const body = await aPaymentStart(shop);
  const attempt = randomUUID();
  const before = stripe.intents.size;
  stripe.latencyMs = 50;
  const answers = await Promise.all(Array.from({ length: 5 }, () => startPayment(shop, body, attempt)));
  stripe.latencyMs = 0;
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(answers.map(secretOf)).size).toBe(1);
  expect(stripe.intents.size - before).toBe(1);
});

test('of equal starts at once none takes the checkout for its own predecessor, whichever is slower (P13)', async () => {
  const { shop } = await shopBehindProxy();
  const { db } = shop.deps;
  const attempt = randomUUID();
  const older = await startedCheckout(shop, { attempt, cart: aCart(2) });
  const latest = await startedCheckout(shop, { attempt });
  const [row] = await db.select().from(checkouts).where(eq(checkouts.paymentIntentId, latest.paymentId));
  if (!row) throw new Error('no checkout');
  const at = (seconds: number) => new Date(row.createdAt.getTime() + seconds * 1_000);
  const { id: _, ...draft } = row;
  // Read by a start that began later, then updated by one that began earlier.
  const { checkout: read } = await insertCheckout(db, { ...draft, createdAt: at(2) });
  const { checkout: again } = await insertCheckout(db, { ...draft, createdAt: at(1) });
  expect([read.id, again.id, again.createdAt]).toEqual([row.id, row.id, at(2)]);
  await db
    .update(checkouts)
    .set({ createdAt: at(1) })
    .where(eq(checkouts.id, row.id));
  // The control: the older one is found if it is still open.
  await db.update(checkouts).set({ status: 'open' }).where(eq(checkouts.attemptKey, attempt));
  const found = await insertCheckout(db, { ...draft, createdAt: at(1) });
  expect(found.older.map(({ paymentIntentId }) => paymentIntentId)).toEqual([older.paymentId]);
  expect((await savePaymentId(db, row.id, latest.paymentId))?.older).toEqual(found.older);
});

test('of two concurrent starts that missed each other the later cancels the other first (P13, P14)', async () => {
  const { shop } = await shopBehindProxy();
  const { db, payments } = shop.deps;
  const attempt = randomUUID();
  const other = await startedCheckout(shop, { attempt, cart: aCart(2) });
  const find = async () => {
    const [row] = await db.select().from(checkouts).where(eq(checkouts.paymentIntentId, other.paymentId));
    if (!row) throw new Error('no checkout');
    return row;
  };
  // Not there yet when the second start is stored, but there while its payment is opened.
  await db.update(checkouts).set({ attemptKey: 'elsewhere' }).where(eq(checkouts.paymentIntentId, other.paymentId));
  const create = payments.createPayment.bind(payments);
  payments.createPayment = async (payment) => {
    await db.update(checkouts).set({ attemptKey: attempt }).where(eq(checkouts.paymentIntentId, other.paymentId));
    return create(payment);
  };
  try {
    const answer = await startPayment(shop, await aPaymentStart(shop), attempt);
    expect(answer.statusCode).toBe(200);
  } finally {
    payments.createPayment = create;
  }
  expect((await find()).status).toBe('canceled');
  expect(stripe.intents.get(other.paymentId)?.status).toBe('canceled');
});
