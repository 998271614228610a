import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClock } from '#test/app.ts';
import { openTestDatabase } from '#test/database.ts';
import { anAddress } from '#test/makers.ts';
import { StripeStandIn } from '#test/stand-ins/stripe.ts';
import type { Payment, PaymentProvider } from './provider.ts';
import { authenticateSandboxPayment, confirmSandboxPayment, sandboxPayments } from './sandbox.ts';
import { stripePayments } from './stripe.ts';

/*
 * What the shop relies on, whatever provider takes the money. A new implementation is one more entry in
 * IMPLEMENTATIONS.
 */

const MINUTE_MS = 60_000;
const CARDS = { good: '4242424242424242', declined: '4000000000000002', asks: '4000002500003155' };
type Card = keyof typeof CARDS;

/** A provider and its far end: the browser's actions there, and its clock. */
type Subject = {
  provider: PaymentProvider;
  /** Tries a card; a refusal does not throw here. */
  pay(payment: Payment, card: Card): Promise<void>;
  /** Completes the extra step that a card required. */
  finish(payment: Payment): Promise<void>;
  /** Advances the provider's clock. */
  advance(ms: number): void;
  close(): Promise<void>;
};

async function sandbox(): Promise<Subject> {
  const database = await openTestDatabase();
  const clock = new TestClock();
  const deps = { db: database.connection.db, clock };
  const onDecline = async () => {};
  return {
    provider: sandboxPayments(deps),
    pay: async ({ id, clientSecret }, card) => {
      const input = { clientSecret, cardNumber: CARDS[card], expiry: '12/34', cvc: '123' };
      await confirmSandboxPayment({ ...deps, onDecline }, id, input).catch(() => {});
    },
    finish: async ({ id, clientSecret }) => {
      await authenticateSandboxPayment(deps, id, { clientSecret, outcome: 'complete' });
    },
    advance: (ms) => clock.advance(ms),
    close: () => database.remove(),
  };
}

async function stripe(): Promise<Subject> {
  const standIn = await StripeStandIn.start();
  const { secretKey, publishableKey, webhookSecret } = standIn.keys;
  const outcomes = { good: 'succeeds', declined: 'declined', asks: 'asks' } as const;
  return {
    provider: stripePayments({
      secretKey,
      publishableKey,
      webhookSecrets: [webhookSecret],
      isAccountShared: false,
      apiUrl: standIn.url,
    }),
    pay: async ({ id }, card) => {
      try {
        standIn.confirm(id, outcomes[card]);
      } catch {
        // As in a browser: the payment can no longer be paid.
      }
    },
    finish: async ({ id }) => void standIn.finish(id, 'succeeded'),
    advance: (ms) => standIn.advance(ms),
    close: () => standIn.close(),
  };
}

const IMPLEMENTATIONS = { sandbox, stripe };

describe.each(Object.entries(IMPLEMENTATIONS))('%s', (name, start) => {
  let subject: Subject;
  let provider: PaymentProvider;
  beforeAll(async () => {
    subject = await start();
    ({ provider } = subject);
  });
  afterAll(() => subject.close());

  const aPayment = (checkoutId: string = randomUUID()) =>
    provider.createPayment({
      checkoutId,
      amountCents: 2844,
      currency: 'usd',
      email: 'maria@shopper.example',
      address: anAddress(),
    });
  const statusOf = async ({ id }: Payment) => (await provider.findPayment(id))?.status;

  test('has the name that checkouts keep', () => {
    expect(provider.name).toBe(name);
  });

  test('a new payment is unpaid, of the amount and currency asked for, and found again', async () => {
    const payment = await aPayment();
    expect(payment).toMatchObject({ status: 'requires_payment_method', amountCents: 2844, currency: 'usd' });
    expect(payment.id).toMatch(/^pi_\w+$/);
    expect(payment.clientSecret).toMatch(new RegExp(`^${payment.id}_secret_\\w{16,}$`));
    const { ageMs: _, ...found } = (await provider.findPayment(payment.id)) ?? {};
    expect(payment).toMatchObject(found);
  });

  test('one checkout is one payment, however often it is requested; another checkout gets another', async () => {
    const checkoutId = randomUUID();
    const ids = (await Promise.all(Array.from({ length: 5 }, () => aPayment(checkoutId)))).map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
    expect((await aPayment()).id).not.toBe(ids[0]);
  });

  test('knows nothing of a payment that it did not make', async () => {
    expect(await provider.findPayment('pi_unknown')).toBeNull();
    expect(await provider.cancelPayment('pi_unknown')).toBeNull();
  });

  test('a paid payment stays paid, and canceling it says so', async () => {
    const payment = await aPayment();
    await subject.pay(payment, 'good');
    expect(await statusOf(payment)).toBe('succeeded');
    expect((await provider.cancelPayment(payment.id))?.status).toBe('succeeded');
  });

  test('a canceled payment can no longer be paid, and canceling it again changes nothing', async () => {
    const payment = await aPayment();
    expect((await provider.cancelPayment(payment.id))?.status).toBe('canceled');
    await subject.pay(payment, 'good');
    expect(await statusOf(payment)).toBe('canceled');
    expect((await provider.cancelPayment(payment.id))?.status).toBe('canceled');
  });

  test('a declined card leaves the payment open for another', async () => {
    const payment = await aPayment();
    await subject.pay(payment, 'declined');
    expect(await statusOf(payment)).toBe('requires_payment_method');
    await subject.pay(payment, 'good');
    expect(await statusOf(payment)).toBe('succeeded');
  });

  test('a card that asks for more is unpaid until its step is done', async () => {
    const payment = await aPayment();
    await subject.pay(payment, 'asks');
    expect(await statusOf(payment)).toBe('requires_action');
    await subject.finish(payment);
    expect(await statusOf(payment)).toBe('succeeded');
  });

  test('refunds in parts, each once however often it is repeated, and never more than was paid', async () => {
    const payment = await aPayment();
    await subject.pay(payment, 'good');
    const refund = { refundId: randomUUID(), paymentId: payment.id, amountCents: 2000 };
    const answers = await Promise.all(Array.from({ length: 5 }, () => provider.createRefund(refund)));
    const [first] = answers;
    expect(first).toMatchObject({ refundId: refund.refundId, amountCents: 2000, currency: 'usd', status: 'succeeded' });
    expect(new Set(answers.map((answer) => ('id' in answer ? answer.id : null))).size).toBe(1);
    expect(await provider.createRefund({ ...refund, refundId: randomUUID(), amountCents: 845 })).toEqual({
      refused: 'amount_too_large',
    });
    await provider.createRefund({ ...refund, refundId: randomUUID(), amountCents: 844 });
    const found = await provider.listRefunds(payment.id);
    expect(found.map(({ amountCents }) => amountCents).sort()).toEqual([2000, 844]);
    expect(found).toContainEqual(first);
  });

  test('pays nothing back of a payment that is unpaid or unknown', async () => {
    const unpaid = await aPayment();
    for (const paymentId of [unpaid.id, 'pi_unknown']) {
      const answer = await provider.createRefund({ refundId: randomUUID(), paymentId, amountCents: 100 });
      expect(answer).toHaveProperty('refused');
    }
    expect(await provider.listRefunds(unpaid.id)).toEqual([]);
  });

  test('unknown and new payments have no dispute, and evidence without a dispute is not written', async () => {
    const payment = await aPayment();
    await subject.pay(payment, 'good');
    expect(await provider.listDisputes(payment.id)).toEqual([]);
    expect(await provider.listDisputes('pi_unknown')).toEqual([]);
    expect(await provider.stageEvidence('du_unknown', { customer_name: 'Ana' })).toBeNull();
  });

  test('reports the age of a payment by its own clock', async () => {
    const payment = await aPayment();
    expect(Math.floor(payment.ageMs / MINUTE_MS)).toBe(0);
    subject.advance(90 * MINUTE_MS);
    const found = await provider.findPayment(payment.id);
    expect(Math.floor((found?.ageMs ?? 0) / MINUTE_MS)).toBe(90);
  });
});
