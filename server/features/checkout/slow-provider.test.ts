import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { AppError } from '#server/errors.ts';
import { orders } from '#server/features/orders/schema.ts';
import type { PaymentProvider } from '#server/features/payments/provider.ts';
import { checkouts } from '#server/features/settlement/schema.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { aPaymentStart, confirm, payByCard, paymentIdOf, startedCheckout, startPayment } from '#test/makers.ts';
import { databaseForAll } from '#test/shop.ts';

const database = databaseForAll();
let shop: TestApp;
afterEach(() => shop.close());

/** A provider that answers a call only when the test releases it. */
function gated(method: 'createPayment' | 'findPayment') {
  const opened = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const wrap = (payments: PaymentProvider): PaymentProvider => ({
    ...payments,
    [method]: async (argument: never) => {
      reached.resolve();
      await opened.promise;
      return payments[method](argument);
    },
  });
  return { wrap, reached: reached.promise, open: opened.resolve };
}

/** Fails if a plain read gets no answer while the provider is silent. */
async function readMeanwhile(): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const guard = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('a read waited for the payment provider')), 60_000);
  });
  await Promise.race([shop.deps.db.select().from(orders), guard]);
  clearTimeout(timer);
  if (shop.database.url) {
    const open = await shop.deps.db.execute(
      sql`select pid from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
    );
    expect((open as unknown as { rows: unknown[] }).rows).toEqual([]);
  }
}

test('no transaction is open while the provider is asked for a payment (F8)', async () => {
  const gate = gated('findPayment');
  shop = await startTestApp({ database, parts: ({ payments }) => ({ payments: gate.wrap(payments) }) });
  const checkout = await startedCheckout(shop);
  await payByCard(shop, checkout);
  const answer = confirm(shop, checkout.paymentId);
  await gate.reached;
  await readMeanwhile();
  gate.open();
  expect((await answer).statusCode).toBe(200);
});

test('no transaction is open while a payment is created, and the checkout is stored before (F8, P23)', async () => {
  const gate = gated('createPayment');
  shop = await startTestApp({ database, parts: ({ payments }) => ({ payments: gate.wrap(payments) }) });
  const answer = startPayment(shop, await aPaymentStart(shop));
  await gate.reached;
  await readMeanwhile();
  expect(await shop.deps.db.select().from(checkouts)).toHaveLength(1);
  gate.open();
  expect((await answer).statusCode).toBe(200);
});

test('control: a transaction that waits for the provider holds up a read on one connection (F8)', async () => {
  shop = await startTestApp({ database });
  if (shop.database.url) return;
  const opened = Promise.withResolvers<void>();
  const order: string[] = [];
  const transaction = shop.deps.db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    await opened.promise;
    order.push('transaction');
  });
  const read = shop.deps.db
    .select()
    .from(orders)
    .then(() => order.push('read'));
  await new Promise((done) => setImmediate(done));
  opened.resolve();
  await Promise.all([transaction, read]);
  expect(order).toEqual(['transaction', 'read']);
});

test('a failing provider gives the contract’s message, and the same attempt continues later (P19, P20)', async () => {
  let failing = true;
  shop = await startTestApp({
    database,
    parts: ({ payments }) => ({
      payments: {
        ...payments,
        createPayment: async (payment) => {
          const made = await payments.createPayment(payment);
          // The payment was created, but the answer is lost.
          if (failing) throw new AppError('payment_provider_timeout');
          return made;
        },
      },
    }),
  });
  const body = await aPaymentStart(shop);
  const attempt = '6a1f0b8e-7f59-4b57-9d0c-8c2f6d4f7a11';
  const lost = await startPayment(shop, body, attempt);
  expect([lost.statusCode, Object.keys(lost.json())]).toEqual([504, ['message']]);
  failing = false;
  const retry = await startPayment(shop, body, attempt);
  expect(retry.statusCode).toBe(200);
  const { rows } = (await shop.deps.db.execute(sql`select id from sandbox_payments`)) as unknown as {
    rows: { id: string }[];
  };
  expect(rows.map(({ id }) => id)).toEqual([paymentIdOf(retry.json<{ clientSecret: string }>().clientSecret)]);
});

test('a rate source that fails gives the contract’s message and stores no quote (I5)', async () => {
  const failures = ['rates_failed', 'rates_timeout'] as const;
  for (const code of failures) {
    shop = await startTestApp({
      database,
      parts: () => ({ rates: { listRates: () => Promise.reject(new AppError(code)) } }),
    });
    await expect(aPaymentStart(shop)).rejects.toThrow(/shipping/);
    if (code !== failures.at(-1)) await shop.close();
  }
});
