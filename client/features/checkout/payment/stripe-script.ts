import type { PaymentIntent, Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { Language } from '#shared/core/language.ts';
import { lazyImportBy } from '../../../lib/lazy/lazy-import-by.ts';

/**
 * The provider's script, loaded once for each language.
 *
 * @param locale of its messages, such as why a card was declined; Stripe's default is the browser's language
 */
export const stripeScript = lazyImportBy(async (publishableKey: string, locale: Language): Promise<Stripe> => {
  const stripe = await loadStripe(publishableKey, { locale });
  if (!stripe) throw new Error('The payment script needs a browser');
  return stripe;
});

/** The state of a payment at Stripe; `null` when Stripe cannot be reached. */
export async function readStatus(stripe: Stripe, clientSecret: string): Promise<PaymentIntent.Status | null> {
  try {
    return (await stripe.retrievePaymentIntent(clientSecret)).paymentIntent?.status ?? null;
  } catch {
    return null;
  }
}
