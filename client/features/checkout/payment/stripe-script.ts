import type { PaymentIntent, Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

const scripts = new Map<string, Promise<Stripe>>();

/** The provider's script, fetched once a key; a failed fetch may be tried again. */
export function loadScript(publishableKey: string): Promise<Stripe> {
  const known = scripts.get(publishableKey);
  if (known) return known;
  const promise = loadStripe(publishableKey).then((stripe) => {
    if (!stripe) throw new Error('The payment script needs a browser');
    return stripe;
  });
  promise.catch(() => scripts.delete(publishableKey));
  scripts.set(publishableKey, promise);
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
