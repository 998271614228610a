import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { emails, orders, productStock } from '#server/tables.ts';
import type { AdminProduct } from '#shared/catalogue/products.ts';
import type { CreatePaymentIntentAnswer } from '#shared/checkout/checkout.ts';
import { asAdmin } from '#test/admin.ts';
import { startTestApp } from '#test/app.ts';
import { crowd } from '#test/crowd.ts';
import { aCart, aPaymentStart, confirm, NO_LIMITS, payByCard, paymentIdOf, startPayment } from '#test/makers.ts';

const MINUTE_MS = 60_000;
const STRANGERS = Array.from({ length: process.env.FULL === '1' ? 200 : 80 }, (_, i) => ({
  remoteAddress: `198.51.${100 + (i >> 7)}.${i & 127}`,
}));

test(`${STRANGERS.length} addresses that never pay block others for ten minutes, with one mail to the owner (P33)`, async () => {
  const shop = await startTestApp({ env: NO_LIMITS });
  const call = await asAdmin(shop);
  await call('PATCH', '/api/admin/products/box40/stock', { onHand: 50 });
  const second = await startTestApp({ env: NO_LIMITS, database: shop.database });
  const available = async () => {
    const products = (await call('GET', '/api/admin/products')).json<AdminProduct[]>();
    return products.find(({ id }) => id === 'box40')?.available;
  };
  /** All of them, on two instances. */
  const flood = (body: object, attempts: readonly string[]) =>
    crowd(STRANGERS.length, (i) => startPayment(i % 2 ? second : shop, body, attempts[i], STRANGERS[i]));
  const attempts = STRANGERS.map(() => randomUUID());
  const honest = await aPaymentStart(shop, { cart: aCart(1) });
  await flood(honest, attempts);
  expect(await available()).toBe(0);
  const refused = await startPayment(shop, honest, randomUUID());
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toEqual({
    code: 'sold_out',
    message:
      'All that is left of Box of 40 individual sandwiches is in other shoppers’ carts. Look again in 5 min. Nothing was charged.',
  });
  // They start anew whenever they can.
  for (let minute = 0; minute < 9; minute += 3) {
    shop.clock.advance(3 * MINUTE_MS);
    second.clock.advance(3 * MINUTE_MS);
    await flood(honest, attempts);
  }
  expect((await startPayment(shop, honest, randomUUID())).statusCode).toBe(409);
  shop.clock.advance(MINUTE_MS);
  second.clock.advance(MINUTE_MS);
  await flood(honest, attempts);
  expect(await available()).toBe(50);
  for (let i = 0; i < 2; i++) expect((await startPayment(shop, honest, randomUUID())).statusCode).toBe(200);
  const { clientSecret } = (await startPayment(second, honest, randomUUID())).json<CreatePaymentIntentAnswer>();
  const paymentId = paymentIdOf(clientSecret);
  await payByCard(shop, { paymentId, clientSecret });
  expect((await confirm(shop, paymentId)).statusCode).toBe(200);
  expect(await shop.deps.db.$count(orders)).toBe(1);
  const told = (await shop.deps.db.select().from(emails)).filter((mail) =>
    mail.dedupeKey?.startsWith('stock_crowded:'),
  );
  expect(told.map(({ to, subject }) => [to, subject])).toEqual([
    [shop.deps.config.ownerEmail, 'Box of 40 individual sandwiches: in carts that nobody pays for'],
  ]);
  // A sale restarts the rule: holds count again.
  const [row] = await shop.deps.db.select().from(productStock);
  expect(row).toMatchObject({ onHand: 49, crowdedSince: null });
  expect(await available()).toBeLessThan(49);
  await second.close();
  await shop.close();
});
