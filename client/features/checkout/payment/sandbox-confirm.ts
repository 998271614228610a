import * as m from '#messages';
import { paymentIntentIdOf } from '#shared/checkout/client-secret.ts';
import { ApiError, callApi, keptTextOfError } from '../../../lib/api-client.ts';
import type { CardText } from './card-text.ts';
import type { PaymentOutcome } from './port.ts';

type Answer = { status: 'succeeded' | 'requires_action' | 'processing'; nextUrl?: string };

/**
 * Pays with a test card.
 *
 * @param returnPath where the bank's page comes back to, if that is not the shop
 * @returns `null` when the bank's page follows
 */
export async function confirmPayment(
  clientSecret: string,
  card: CardText,
  returnPath?: string,
): Promise<PaymentOutcome | null> {
  try {
    const path = `/api/sandbox-payments/${encodeURIComponent(paymentIntentIdOf(clientSecret))}/confirm`;
    const answer = await callApi<Answer>(path, { method: 'POST', payload: { clientSecret, ...card } });
    if (answer.status === 'succeeded') return { type: 'succeeded' };
    if (answer.status === 'requires_action' && answer.nextUrl) {
      const back = returnPath === undefined ? '' : `&return=${encodeURIComponent(returnPath)}`;
      location.assign(answer.nextUrl + back);
      return null;
    }
    return { type: answer.status === 'processing' ? 'processing' : 'open' };
  } catch (error) {
    if (!(error instanceof ApiError)) return { type: 'lost' };
    return { type: 'failed', message: keptTextOfError(error, m.checkout_payment_failed) };
  }
}
