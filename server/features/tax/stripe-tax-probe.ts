import Stripe from 'stripe';
import { connectStripe, type StripeSettings } from '#server/features/payments/stripe.ts';

/** The state of Stripe Tax; `pending`: it lacks something that only the owner can enter at Stripe. */
export type StripeTaxProbe = { kind: 'active' | 'pending' | 'refused' | 'unreachable' };

/** Makes one read-only call to Stripe. @param limitMs for the whole call */
export async function probeStripeTax(settings: StripeSettings, limitMs: number): Promise<StripeTaxProbe> {
  const stripe = connectStripe(settings, { timeout: limitMs, maxNetworkRetries: 0 });
  try {
    const { status } = await stripe.tax.settings.retrieve();
    return { kind: status === 'active' ? 'active' : 'pending' };
  } catch (error) {
    const isAnswer = error instanceof Stripe.errors.StripeError && error.statusCode !== undefined;
    return { kind: isAnswer ? 'refused' : 'unreachable' };
  }
}
