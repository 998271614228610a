import { getLanguage } from '../../../lib/language.ts';
import type { Payment } from '../checkout-machine.ts';

/**
 * Asks the provider for the state of a payment that our server reports as unpaid. Our server reveals no more, and the
 * provider requires the secret. `open` can be paid; `null` when the provider cannot be reached.
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
