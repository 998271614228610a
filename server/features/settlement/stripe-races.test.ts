import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSecrets } from '#test/log-secrets.ts';
import { confirm, startedCheckout } from '#test/makers.ts';
import { count, type StripeShop, startStripeShop, webhook } from '#test/stripe-shop.ts';
import { reconcileCheckouts } from './reconcile.ts';

const PAYMENTS = process.env.FULL === '1' ? 200 : 80;
const TOGETHER = 20;
const MAX_WAIT_MS = 120;

let shop: StripeShop;
beforeAll(async () => {
  shop = await startStripeShop();
});
afterAll(() => shop.close());

const soon = () => new Promise((done) => setTimeout(done, Math.random() * MAX_WAIT_MS));

/** One shopper pays; then the browser, Stripe's events or neither arrive, at any time. */
async function buy(id: string, index: number): Promise<{ id: string; statuses: number[]; isSilent: boolean }> {
  if (index % 7 === 0) shop.stripe.confirm(id, 'declined');
  if (index % 5 === 0) {
    shop.stripe.confirm(id, 'asks');
    shop.stripe.finish(id, 'succeeded');
  } else shop.stripe.confirm(id);
  const isConfirmed = Math.random() < 0.5;
  const deliveries = Math.floor(Math.random() * 4);
  const tell = async (event: (typeof shop.stripe.events)[number]) => {
    await soon();
    return (await webhook(shop, event)).statusCode;
  };
  const asks = isConfirmed ? [soon().then(async () => (await confirm(shop, id)).statusCode)] : [];
  const events = shop.stripe.eventsOf(id);
  const tells = Array.from({ length: deliveries }, () => events.map(tell)).flat();
  return { id, statuses: await Promise.all([...asks, ...tells]), isSilent: !isConfirmed && deliveries === 0 };
}

test(`${PAYMENTS} payments with any timing of confirm and webhooks: one order and two mails each (P1 to P7, N1, N4)`, async () => {
  const bought: Awaited<ReturnType<typeof buy>>[] = [];
  for (let i = 0; i < PAYMENTS; i += TOGETHER) {
    const started: string[] = [];
    // One after the other: on a busy machine, twenty concurrent starts take longer than the time limit for Stripe.
    for (let k = 0; k < TOGETHER; k++) started.push((await startedCheckout(shop)).paymentId);
    bought.push(...(await Promise.all(started.map((id, k) => buy(id, i + k)))));
  }
  const ids = bought.map(({ id }) => id);
  expect(bought.flatMap(({ statuses }) => statuses).filter((status) => status !== 200)).toEqual([]);

  // The control: without the reconciliation, unreported payments are lost.
  const silent = bought.filter(({ isSilent }) => isSilent).length;
  expect(silent).toBeGreaterThan(0);
  expect(await count(shop, ids)).toMatchObject({ orders: PAYMENTS - silent, lost: silent });

  shop.clock.advance(60_000);
  // Two instances reconcile at once.
  await Promise.all([reconcileCheckouts(shop.deps), reconcileCheckouts(shop.deps)]);
  expect(await count(shop, ids)).toEqual({ orders: PAYMENTS, mails: 2 * PAYMENTS, anomalies: 0, double: 0, lost: 0 });
  expect(shop.stripe.countByStatus('succeeded')).toBe(PAYMENTS);
  expect(findSecrets(shop.logLines)).toEqual([]);
});
