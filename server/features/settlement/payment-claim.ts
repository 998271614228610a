import { isSameSecret } from '#server/features/payments/provider.ts';
import type { SettlementDeps } from './deps.ts';
import type { Checkout } from './repository.ts';

/** A caller's proof besides the payment's reference: the id of the attempt that started it, or its client secret. */
export type PaymentClaim = { attempt?: string | undefined; clientSecret?: string | undefined };

/**
 * Whether the caller started this payment. The reference alone is not proof, because mails and the provider contain it.
 * Never throws: when the provider cannot be asked, a secret proves nothing.
 */
export async function holdsPayment(
  { payments, log }: Pick<SettlementDeps, 'payments' | 'log'>,
  { paymentIntentId, attemptKey }: Checkout,
  { attempt, clientSecret }: PaymentClaim,
): Promise<boolean> {
  if (attempt !== undefined && isSameSecret(attempt, attemptKey)) return true;
  if (clientSecret === undefined || !clientSecret.startsWith(`${paymentIntentId}_secret_`)) return false;
  try {
    // Only the provider stores the secret.
    const payment = await payments.findPayment(paymentIntentId ?? '');
    return payment !== null && isSameSecret(clientSecret, payment.clientSecret);
  } catch (error) {
    log.warn({ err: error, paymentId: paymentIntentId }, 'an order was confirmed without its link');
    return false;
  }
}
