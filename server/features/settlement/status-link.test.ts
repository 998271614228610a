import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConfirmOrderAnswer } from '#shared/checkout/checkout.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { confirm, NO_LIMITS, startedCheckout } from '#test/makers.ts';
import { FaultProxy } from '#test/stand-ins/fault-proxy.ts';
import { StripeStandIn } from '#test/stand-ins/stripe.ts';
import { type StripeShop, startStripeShop } from '#test/stripe-shop.ts';

let stripe: StripeStandIn;
let proxy: FaultProxy;
let database: TestDatabase;
let shop: StripeShop;
beforeAll(async () => {
  stripe = await StripeStandIn.start();
  proxy = await FaultProxy.start(stripe.url);
  database = await openTestDatabase();
  shop = await startStripeShop({ stripe, database, env: { ...NO_LIMITS, STRIPE_API_URL: proxy.url } });
});
afterAll(async () => {
  await shop.close();
  await proxy.close();
  await database.remove();
  await stripe.close();
});

async function paid() {
  const attempt = randomUUID();
  const checkout = await startedCheckout(shop, { attempt });
  stripe.confirm(checkout.paymentId);
  return { ...checkout, attempt };
}
const ask = async (paymentId: string, proof: { attempt?: string; clientSecret?: string } = {}) => {
  const answer = await confirm(shop, paymentId, proof);
  expect(answer.statusCode).toBe(200);
  return answer.json<ConfirmOrderAnswer>();
};
const number = expect.stringMatching(/^[\dA-F]{8}$/);
const link = expect.stringMatching(/^\/order\/[\w-]{32}$/);

test('the reference alone creates the order and returns its number; the link needs attempt or secret', async () => {
  const { paymentId, attempt, clientSecret } = await paid();
  expect(await ask(paymentId)).toEqual({ orderNumber: number });
  const whole = { orderNumber: number, number: expect.any(Number), statusUrl: link };
  expect(await ask(paymentId, { attempt })).toEqual(whole);
  expect(await ask(paymentId, { clientSecret })).toEqual(whole);
  // The right proof together with one of another purchase, from another tab.
  expect(await ask(paymentId, { attempt: randomUUID(), clientSecret })).toEqual(whole);
  expect(await ask(paymentId, { attempt, clientSecret: 'pi_other_secret_1' })).toEqual(whole);
});

test('the link comes with the first confirmation too', async () => {
  const first = await paid();
  expect(await ask(first.paymentId, { attempt: first.attempt })).toHaveProperty('statusUrl', link);
  const second = await paid();
  expect(await ask(second.paymentId, { clientSecret: second.clientSecret })).toHaveProperty('statusUrl', link);
});

test('proofs of another payment, and secrets that are cut, longer or empty, give no link', async () => {
  const { paymentId, clientSecret } = await paid();
  const other = await paid();
  const secrets = [
    other.clientSecret,
    other.clientSecret.replace(other.paymentId, paymentId),
    clientSecret.slice(0, -1),
    `${clientSecret}0`,
    `${paymentId}_secret_`,
    '',
  ];
  for (const secret of secrets) expect(await ask(paymentId, { clientSecret: secret })).toEqual({ orderNumber: number });
  expect(await ask(paymentId, { attempt: other.attempt })).toEqual({ orderNumber: number });
  // Two wrong proofs do not make a right one.
  const wrong = { attempt: other.attempt, clientSecret: other.clientSecret };
  expect(await ask(paymentId, wrong)).toEqual({ orderNumber: number });
});

test('while the provider is down an existing order is confirmed; the attempt still gets its link', async () => {
  const { paymentId, attempt, clientSecret } = await paid();
  await ask(paymentId);
  proxy.set('reset');
  expect(await ask(paymentId, { clientSecret })).toEqual({ orderNumber: number });
  expect(await ask(paymentId, { attempt })).toHaveProperty('statusUrl', link);
  proxy.set('pass');
  expect(await ask(paymentId, { clientSecret })).toHaveProperty('statusUrl', link);
});
