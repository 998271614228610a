import { randomBytes } from 'node:crypto';
import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { SANDBOX_STEP_PATH } from '#shared/checkout/checkout.ts';
import { CURRENCY } from '#shared/checkout/limits.ts';
import { checkCard } from './card.ts';
import {
  identityOf,
  isSameSecret,
  type NewRefund,
  type Payment,
  type PaymentProvider,
  type PaymentStatus,
  type ProviderRefund,
  type RefundRefusal,
} from './provider.ts';
import {
  deleteSandboxPayments,
  findSandboxPayment,
  insertSandboxPayment,
  insertSandboxRefund,
  listSandboxRefunds,
  lockSandboxPayment,
  paySandboxPayment,
  type SandboxPayment,
  type SandboxRefund,
  updateSandboxStatus,
} from './repository.ts';
import { TrustedClock } from './trusted-clock.ts';

type SandboxDeps = Pick<BaseDeps, 'db' | 'clock'>;
/** Events that the sandbox reports, like a real provider's webhook. */
export type SandboxEvents = { onDecline(paymentId: string): Promise<void> };
type CardInput = { clientSecret: string; cardNumber: string; expiry: string; cvc: string };

/** Test cards, by the numbers that card providers publish; no other number is accepted. */
const CARDS: Readonly<Record<string, 'succeeds' | 'declined' | 'asks'>> = {
  '4242424242424242': 'succeeds',
  '5555555555554444': 'succeeds',
  '378282246310005': 'succeeds',
  '4000000000000002': 'declined',
  '4000002500003155': 'asks',
  '4000000000005126': 'succeeds',
};
/** It pays, but its refunds fail. */
const CARD_WITHOUT_REFUNDS = '4000000000005126';

/** The embedded payment provider: same interface and states as the real one, and no card is charged. */
export function sandboxPayments(deps: SandboxDeps): PaymentProvider {
  const trustedClock = new TrustedClock(deps.clock);
  const toPayment = ({ id, clientSecret, status, amountCents, currency, createdAt }: SandboxPayment): Payment => ({
    id,
    clientSecret,
    status: status as PaymentStatus,
    amountCents,
    currency,
    ageMs: trustedClock.ageMs(createdAt),
  });
  const toPaymentOrNull = (row: SandboxPayment | null) => row && toPayment(row);
  return {
    name: 'sandbox',
    async createPayment({ amountCents, currency, ...payment }) {
      const id = `pi_sandbox_${randomHex()}`;
      const row = await insertSandboxPayment(deps.db, {
        id,
        idempotencyKey: identityOf(payment).key,
        clientSecret: `${id}_secret_${randomHex()}`,
        amountCents,
        currency,
        status: 'requires_payment_method',
        createdAt: deps.clock.now(),
      });
      return toPayment(row);
    },
    findPayment: async (id) => toPaymentOrNull(await findSandboxPayment(deps.db, id)),
    cancelPayment: async (id) => toPaymentOrNull(await updateSandboxStatus(deps.db, id, 'canceled')),
    createRefund: (refund) => createSandboxRefund(deps, refund),
    listRefunds: async (paymentId) => (await listSandboxRefunds(deps.db, paymentId)).map(toRefund),
    // There is no bank, so there are no disputes.
    listDisputes: async () => [],
    stageEvidence: async () => null,
    forgetPayments: deleteSandboxPayments,
  };
}

async function createSandboxRefund(
  deps: SandboxDeps,
  { refundId, paymentId, amountCents }: NewRefund,
): Promise<ProviderRefund | RefundRefusal> {
  return deps.db.transaction(async (tx) => {
    const payment = await lockSandboxPayment(tx, paymentId);
    if (payment?.status !== 'succeeded') return { refused: 'charge_missing' };
    const made = await listSandboxRefunds(tx, paymentId);
    const known = made.find(({ idempotencyKey }) => idempotencyKey === refundId);
    if (known) return toRefund(known);
    const refunded = made.reduce((sum, row) => sum + (row.status === 'succeeded' ? row.amountCents : 0), 0);
    if (refunded + amountCents > payment.amountCents) return { refused: 'amount_too_large' };
    const row = await insertSandboxRefund(tx, {
      id: `re_sandbox_${randomHex()}`,
      idempotencyKey: refundId,
      paymentId,
      amountCents,
      status: payment.refundsFail ? 'failed' : 'succeeded',
      createdAt: deps.clock.now(),
    });
    return toRefund(row);
  });
}

function toRefund({ id, idempotencyKey, amountCents, status }: SandboxRefund): ProviderRefund {
  return { id, refundId: idempotencyKey, amountCents, currency: CURRENCY, status };
}

/**
 * Pays with a test card, like the provider's own script in the browser. The card's data is not stored.
 *
 * @returns `nextUrl` with `requires_action`: the page of the extra step
 * @throws AppError `not_found` unknown payment or wrong secret · `card_declined` and the other card errors ·
 * `payment_failed` it was canceled
 */
export async function confirmSandboxPayment(
  deps: SandboxDeps & SandboxEvents,
  id: string,
  { clientSecret, ...card }: CardInput,
): Promise<{ status: 'succeeded' | 'requires_action'; nextUrl?: string }> {
  if (await payAtOnce(deps, id, { clientSecret, ...card })) return { status: 'succeeded' };
  const payment = await getPayment(deps, id, clientSecret);
  if (payment.status === 'succeeded') return { status: 'succeeded' };
  const number = checkCard(card, deps.clock.now());
  const behaviour = CARDS[number];
  if (behaviour === undefined) throw new AppError('card_not_test');
  if (behaviour === 'declined') {
    await moveTo(deps, id, 'requires_payment_method');
    await deps.onDecline(id);
    // It may have been canceled meanwhile.
    await moveTo(deps, id, 'requires_payment_method');
    throw new AppError('card_declined');
  }
  if (behaviour === 'asks') {
    await moveTo(deps, id, 'requires_action');
    return { status: 'requires_action', nextUrl: `${SANDBOX_STEP_PATH}?${reference(payment)}` };
  }
  await moveTo(deps, id, 'succeeded', { refundsFail: number === CARD_WITHOUT_REFUNDS });
  return { status: 'succeeded' };
}

/**
 * The usual case in one round trip: an open payment, its secret and a good card. @returns false in all other cases,
 * without a change
 */
async function payAtOnce(deps: SandboxDeps, id: string, { clientSecret, ...card }: CardInput): Promise<boolean> {
  let number: string;
  try {
    number = checkCard(card, deps.clock.now());
  } catch {
    return false;
  }
  if (CARDS[number] !== 'succeeds') return false;
  return paySandboxPayment(deps.db, { id, clientSecret }, { refundsFail: number === CARD_WITHOUT_REFUNDS });
}

/**
 * Ends the extra step that `requires_action` started.
 *
 * @returns `nextUrl`: the shop's page, with `redirect_status` like a real provider (a hint, never a proof)
 * @throws AppError `not_found` unknown payment, wrong secret, or no open step
 */
export async function authenticateSandboxPayment(
  deps: SandboxDeps,
  id: string,
  { clientSecret, outcome }: { clientSecret: string; outcome: 'complete' | 'fail' },
): Promise<{ nextUrl: string }> {
  const payment = await getPayment(deps, id, clientSecret);
  let status = payment.status;
  if (status === 'requires_action') {
    status = (await moveTo(deps, id, outcome === 'complete' ? 'succeeded' : 'requires_payment_method')).status;
  }
  const result = status === 'succeeded' ? 'succeeded' : 'failed';
  return { nextUrl: `/shop?${reference(payment)}&redirect_status=${result}` };
}

async function getPayment(deps: SandboxDeps, id: string, clientSecret: string): Promise<SandboxPayment> {
  const payment = await findSandboxPayment(deps.db, id);
  if (!payment || !isSameSecret(clientSecret, payment.clientSecret)) throw new AppError('not_found');
  return payment;
}

/** @throws AppError `payment_failed` when it was canceled meanwhile */
async function moveTo(
  deps: SandboxDeps,
  id: string,
  status: PaymentStatus,
  more: { refundsFail?: boolean } = {},
): Promise<SandboxPayment> {
  const payment = await updateSandboxStatus(deps.db, id, status, more);
  if (!payment || payment.status === 'canceled') {
    throw new AppError('payment_failed');
  }
  return payment;
}

function reference(payment: SandboxPayment): string {
  return new URLSearchParams({
    payment_intent: payment.id,
    payment_intent_client_secret: payment.clientSecret,
  }).toString();
}

function randomHex(): string {
  return randomBytes(16).toString('hex');
}
