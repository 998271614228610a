import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CheckoutDeps } from '#server/features/checkout/service.ts';
import { NO_LIMITS, startedCheckout } from '#test/makers.ts';
import { ordersOf, type StripeShop, startStripeShop } from '#test/stripe-shop.ts';
import { reconcileCheckouts } from './reconcile.ts';
import { checkouts } from './schema.ts';

/** More than one pass checks; the full tier has a day's flood. */
const OPEN = process.env.FULL === '1' ? 100_000 : 8_000;
const MINUTE = 60_000;

let shop: StripeShop;
beforeAll(async () => {
  shop = await startStripeShop({ env: { ...NO_LIMITS, SWEEP_SECONDS: '6' } });
  const { paymentId } = await startedCheckout(shop);
  // A day's flood of unpaid checkouts, all due in the same five minutes.
  await shop.deps.db.execute(sql`
    insert into checkouts (attempt_key, content_hash, provider, payment_intent_id, lines, address, shipping_method,
      shipping_carrier, subtotal_cents, shipping_cents, total_cents, next_check_at, created_at)
    select 'flood' || i, content_hash, provider, 'pi_flood' || i, lines, address, shipping_method, shipping_carrier,
      subtotal_cents, shipping_cents, total_cents, now() + interval '5 minutes',
      now() - i * interval '1 day' / ${OPEN}::int
    from checkouts, generate_series(1, ${OPEN}::int) i where payment_intent_id = ${paymentId}`);
});
afterAll(() => shop.close());

/** A provider that knows nothing of the flood and answers at once; `onCall` is called for every request. */
function quick(deps: CheckoutDeps, onCall: (call: 'list' | 'find' | 'cancel') => Promise<void> | void): CheckoutDeps {
  const { payments } = deps;
  const { webhook } = payments;
  if (!webhook) throw new Error('a provider without a list');
  const isFlood = (id: string) => id.startsWith('pi_flood');
  return {
    ...deps,
    payments: {
      ...payments,
      webhook: {
        ...webhook,
        listSucceeded: async (since) => {
          await onCall('list');
          return webhook.listSucceeded(since);
        },
      },
      findPayment: async (id) => {
        await onCall('find');
        return isFlood(id) ? null : payments.findPayment(id);
      },
      cancelPayment: async (id) => {
        await onCall('cancel');
        return isFlood(id) ? null : payments.cancelPayment(id);
      },
    },
  };
}

test(`the event list settles a paid checkout first among ${OPEN} open ones, and the pass ends (P30)`, async () => {
  const { paymentId } = await startedCheckout(shop);
  shop.stripe.confirm(paymentId);
  shop.clock.advance(6 * MINUTE);
  const calls: string[] = [];
  let ordersBeforeOthers: number | undefined;
  const deps = quick(shop.deps, async (call) => {
    calls.push(call);
    // The list, the paid one, then the first of the flood.
    if (calls.length === 3) ordersBeforeOthers = (await ordersOf(shop, paymentId)).length;
  });
  const result = await reconcileCheckouts(deps);
  expect(calls[0]).toBe('list');
  expect(ordersBeforeOthers).toBe(1);
  expect(result).toMatchObject({ orders: 1, failed: 0 });
  expect(result.checked).toBeGreaterThan(0);
  expect(result.checked).toBeLessThanOrEqual(5_000);
  // Control: more were due than one pass may check.
  expect(await shop.deps.db.$count(checkouts)).toBeGreaterThan(OPEN);
});

test('if the provider lists nothing, the youngest are checked first (P30)', async () => {
  const { paymentId } = await startedCheckout(shop);
  shop.stripe.confirm(paymentId);
  shop.clock.advance(MINUTE);
  const { webhook: _, ...payments } = quick(shop.deps, () => {}).payments;
  expect(await reconcileCheckouts({ ...shop.deps, payments })).toMatchObject({ orders: 1 });
  expect(await ordersOf(shop, paymentId)).toHaveLength(1);
});
