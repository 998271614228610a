import type { PaymentIntent, Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { Language } from '#shared/language.ts';

const scripts = new Map<string, Promise<Stripe>>();

/**
 * The provider's script, fetched once; a failed fetch may be tried again.
 *
 * @param locale of its messages, such as why a card was declined; by itself Stripe takes the browser's
 */
export function loadScript(publishableKey: string, locale: Language): Promise<Stripe> {
  const name = `${publishableKey} ${locale}`;
  const known = scripts.get(name);
  if (known) return known;
  const promise = loadStripe(publishableKey, { locale }).then((stripe) => {
    if (!stripe) throw new Error('The payment script needs a browser');
    return stripe;
  });
  promise.catch(() => scripts.delete(name));
  scripts.set(name, promise);
  return promise;
}

/** How a payment stands, by Stripe's word; `null` when Stripe is out of reach. */
export async function readStatus(stripe: Stripe, clientSecret: string): Promise<PaymentIntent.Status | null> {
  try {
    return (await stripe.retrievePaymentIntent(clientSecret)).paymentIntent?.status ?? null;
  } catch {
    return null;
  }
}
