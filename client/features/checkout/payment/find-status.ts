import { getLanguage } from '../../../lib/language.ts';
import type { Payment } from '../checkout-machine.ts';

/**
 * How a payment stands that our server calls unpaid, which is all that it may tell: the provider tells the rest to whoever
 * has the secret. `open` may be paid; `null` when the provider is out of reach.
 */
export async function findStatus({
  provider,
  publishableKey = '',
  clientSecret,
}: Payment): Promise<'open' | 'processing' | 'succeeded' | 'canceled' | null> {
  if (provider === 'sandbox') return 'open';
  try {
    const { readStatus, stripeScript } = await import('./stripe-script.ts');
    const status = await readStatus(await stripeScript(publishableKey, getLanguage()).load(), clientSecret);
    return status === 'processing' || status === 'succeeded' || status === 'canceled' ? status : status && 'open';
  } catch {
    return null;
  }
}
