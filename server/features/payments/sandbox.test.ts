import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { errorText } from '#server/errors.ts';
import {
  aNewYorkAddress,
  anAddress,
  NO_LIMITS,
  payByCard,
  post,
  type StartedCheckout,
  startedCheckout,
} from '#test/makers.ts';
import { shopForAll } from '#test/shop.ts';

const shop = shopForAll({ env: NO_LIMITS });

async function aPayment(): Promise<StartedCheckout> {
  const { id, clientSecret } = await shop.deps.payments.createPayment({
    checkoutId: randomUUID(),
    amountCents: 2500,
    currency: 'usd',
    email: 'maria@shopper.example',
    address: anAddress(),
  });
  return { paymentId: id, clientSecret };
}
const statusOf = async ({ paymentId }: StartedCheckout) => (await shop.deps.payments.findPayment(paymentId))?.status;
const pay = ({ paymentId, clientSecret }: StartedCheckout, changes: object) =>
  post(shop, `/api/sandbox-payments/${paymentId}/confirm`, {
    clientSecret,
    cardNumber: '4242 4242 4242 4242',
    expiry: '12 / 34',
    cvc: '123',
    ...changes,
  });
const authenticate = ({ paymentId, clientSecret }: StartedCheckout, outcome: string) =>
  post(shop, `/api/sandbox-payments/${paymentId}/authenticate`, { clientSecret, outcome });

test('takes the good card', async () => {
  const payment = await aPayment();
  const answer = await pay(payment, {});
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'succeeded' }]);
  expect(await statusOf(payment)).toBe('succeeded');
  expect((await pay(payment, { cardNumber: '4000000000000002' })).json()).toEqual({ status: 'succeeded' });
});

test('declines, then takes another card for the same payment', async () => {
  const payment = await aPayment();
  const declined = await payByCard(shop, payment, '4000000000000002');
  expect([declined.statusCode, declined.json()]).toEqual([
    402,
    { message: 'Your card was declined. Try another card.' },
  ]);
  expect((await payByCard(shop, payment)).statusCode).toBe(200);
});

test('declines in Spanish for a Spanish browser', async () => {
  const { paymentId, clientSecret } = await aPayment();
  const body = { clientSecret, cardNumber: '4000000000000002', expiry: '12/34', cvc: '123' };
  const answer = await post(shop, `/api/sandbox-payments/${paymentId}/confirm`, body, { cookie: 'lang=es' });
  expect(answer.json()).toEqual({ message: 'Tu tarjeta fue rechazada. Intenta con otra.' });
});

test.each([
  ['en', 'es'],
  ['es', 'en'],
] as const)(
  'declines and confirms in the language of the checkout, %s, to a browser in %s',
  async (language, other) => {
    const payment = await startedCheckout(shop, { address: aNewYorkAddress({ preferredLanguage: language }) });
    const headers = { cookie: `lang=${other}`, 'accept-language': other };
    const card = { cardNumber: '4000000000000002', expiry: '12/34', cvc: '123' };
    const body = { clientSecret: payment.clientSecret, ...card };
    const answer = await post(shop, `/api/sandbox-payments/${payment.paymentId}/confirm`, body, headers);
    expect([answer.statusCode, answer.json().message]).toEqual([402, errorText('card_declined', language)]);
    const confirmed = await post(shop, '/api/confirm-order', { paymentIntentId: payment.paymentId }, headers);
    expect([confirmed.statusCode, confirmed.json().message]).toEqual([
      402,
      errorText('payment_not_confirmed', language),
    ]);
  },
);

test('asks for a step on another page, and comes back to the shop paid or not', async () => {
  const payment = await aPayment();
  const query = `payment_intent=${payment.paymentId}&payment_intent_client_secret=${payment.clientSecret}`;
  const asked = await payByCard(shop, payment, '4000002500003155');
  expect(asked.json()).toEqual({ status: 'requires_action', nextUrl: `/sandbox-payment?${query}` });
  expect(await statusOf(payment)).toBe('requires_action');
  expect((await authenticate(payment, 'fail')).json()).toEqual({ nextUrl: `/shop?${query}&redirect_status=failed` });
  expect(await statusOf(payment)).toBe('requires_payment_method');
  expect((await authenticate(payment, 'complete')).json()).toEqual({
    nextUrl: `/shop?${query}&redirect_status=failed`,
  });
  await payByCard(shop, payment, '4000002500003155');
  const done = { nextUrl: `/shop?${query}&redirect_status=succeeded` };
  expect((await authenticate(payment, 'complete')).json()).toEqual(done);
  expect((await authenticate(payment, 'fail')).json()).toEqual(done);
  expect(await statusOf(payment)).toBe('succeeded');
});

test.each([
  ['a wrong digit', { cardNumber: '4242424242424241' }, /card number/],
  ['letters', { cardNumber: '4242x' }, /card number/],
  ['too few digits', { cardNumber: '0' }, /card number/],
  ['a month 13', { expiry: '13/34' }, /expiry date/],
  ['no date', { expiry: 'soon' }, /expiry date/],
  ['a past month', { expiry: '01/20' }, /expired/],
  ['a short code', { cvc: '12' }, /security code/],
  ['a long code', { cvc: '12345' }, /security code/],
  ['a card that is not for tests', { cardNumber: '4111111111111111' }, /test card/],
])('refuses %s with what to mend', async (_, changes, words) => {
  const payment = await aPayment();
  const answer = await pay(payment, changes);
  expect(answer.statusCode).toBe(402);
  expect(answer.json<{ message: string }>().message).toMatch(words);
  expect(await statusOf(payment)).toBe('requires_payment_method');
});

test('a card is good through the last day of its month', async () => {
  const now = shop.clock.now();
  const month = `${String(now.getUTCMonth() + 1).padStart(2, '0')}/${now.getUTCFullYear()}`;
  expect((await pay(await aPayment(), { expiry: month })).statusCode).toBe(200);
});

test('an unknown payment and a wrong secret get the same answer', async () => {
  const payment = await aPayment();
  const wrong = await pay(payment, { clientSecret: `${payment.clientSecret}x` });
  const foreign = await pay({ ...payment, clientSecret: (await aPayment()).clientSecret }, {});
  const unknown = await pay({ ...payment, paymentId: 'pi_sandbox_0123456789abcdef' }, {});
  const step = await authenticate({ ...payment, clientSecret: 'x' }, 'complete');
  expect(new Set([wrong, foreign, unknown, step].map((a) => `${a.statusCode} ${a.body}`)).size).toBe(1);
  expect(wrong.statusCode).toBe(404);
  expect(await statusOf(payment)).toBe('requires_payment_method');
});

test('a canceled payment can no longer be paid, a paid one not canceled', async () => {
  const canceled = await aPayment();
  expect((await shop.deps.payments.cancelPayment(canceled.paymentId))?.status).toBe('canceled');
  expect((await payByCard(shop, canceled)).statusCode).toBe(402);
  const paid = await aPayment();
  await payByCard(shop, paid);
  expect((await shop.deps.payments.cancelPayment(paid.paymentId))?.status).toBe('succeeded');
});

test('one key, one payment, however many ask together (P20)', async () => {
  const payment = {
    checkoutId: randomUUID(),
    amountCents: 2500,
    currency: 'usd',
    email: 'maria@shopper.example',
    address: anAddress(),
  };
  const made = await Promise.all(Array.from({ length: 16 }, () => shop.deps.payments.createPayment(payment)));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
});

test('odd payment ids in the path are refused without harm (I16)', async () => {
  const body = { clientSecret: 'x', cardNumber: '4242424242424242', expiry: '12/34', cvc: '123' };
  const ids = [
    '..',
    '%2e%2e%2f',
    '%00',
    'pi_',
    'pi_%00abcdefgh',
    "pi_'; drop table orders;--",
    'x'.repeat(10_000),
    '%ff',
    'pi_ñññññññññ',
  ];
  const answers = [];
  for (const id of ids) answers.push((await post(shop, `/api/sandbox-payments/${id}/confirm`, body)).statusCode);
  expect(answers.filter((status) => status !== 400 && status !== 404)).toEqual([]);
});

test('no card is in any log line (E11)', async () => {
  await payByCard(shop, await aPayment());
  await pay(await aPayment(), { cardNumber: '5105105105105100', cvc: '9876' });
  // The CVC only outside of a request's id, which may contain the same digits.
  const secrets = /4242424242424242|5105105105105100|(?<![\w-])9876(?![\w-])|_secret_/;
  expect(shop.logLines.filter((line) => secrets.test(line))).toEqual([]);
});
