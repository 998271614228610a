import type { PaymentIntent, PaymentIntentResult } from '@stripe/stripe-js';
import * as m from '#messages';
import { kept } from '../../../lib/text.ts';
import type { PaymentOutcome } from './port.ts';

/**
 * The result of a payment that has ended or is processing; `null` while it can be paid, or when its state is unknown.
 */
export function endOf(status: PaymentIntent.Status | null | undefined): PaymentOutcome | null {
  return status === 'succeeded' || status === 'canceled' || status === 'processing' ? { type: status } : null;
}

/** The result of a confirmation. */
export function outcomeOf({ error, paymentIntent }: Partial<PaymentIntentResult>): PaymentOutcome {
  // An already paid payment (in another tab, or before a reload) causes an error that includes its state.
  const end = endOf((error?.payment_intent ?? paymentIntent)?.status);
  if (end) return end;
  if (error?.type === 'api_connection_error') return { type: 'lost' };
  return error ? { type: 'failed', message: error.message ?? kept(m.checkout_payment_failed) } : { type: 'open' };
}
