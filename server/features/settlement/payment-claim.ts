import { isSameSecret } from '#server/features/payments/provider.ts';
import type { SettlementDeps } from './deps.ts';
import type { Checkout } from './repository.ts';

/** What a caller shows of a payment besides its reference: the name of the attempt that started it, or its client secret. */
export type PaymentClaim = { attempt?: string | undefined; clientSecret?: string | undefined };

/**
 * Whether the caller is who started this payment. Its reference alone shows nothing: it stands in mails and at the
 * provider. Never throws: without the provider's word a secret proves nothing.
 */
export async function holdsPayment(
  { payments, log }: Pick<SettlementDeps, 'payments' | 'log'>,
  { paymentIntentId, attemptKey }: Checkout,
  { attempt, clientSecret }: PaymentClaim,
): Promise<boolean> {
  if (attempt !== undefined && isSameSecret(attempt, attemptKey)) return true;
  if (clientSecret === undefined || !clientSecret.startsWith(`${paymentIntentId}_secret_`)) return false;
  try {
    // The secret is kept by the provider alone.
    const payment = await payments.findPayment(paymentIntentId ?? '');
    return payment !== null && isSameSecret(clientSecret, payment.clientSecret);
  } catch (error) {
    log.warn({ err: error, paymentId: paymentIntentId }, 'an order was confirmed without its link');
    return false;
  }
}
