import Stripe from 'stripe';
import { connectStripe, type StripeSettings } from './stripe.ts';

/**
 * Stripe's answer to our key. `lastEventAt` is the time of its newest succeeded payment, `date` its clock when it
 * answered. `forbidden`: a restricted key without permission to read events, which the reconciliation needs.
 */
export type StripeProbe =
  | { kind: 'accepted'; isLive: boolean; lastEventAt: Date | null; date: Date | null }
  | { kind: 'refused' | 'forbidden' | 'unreachable' }
  | { kind: 'failed'; status: number };

/** Makes one read-only call to Stripe. @param limitMs for the whole call */
export async function probeStripe(settings: StripeSettings, limitMs: number): Promise<StripeProbe> {
  const stripe = connectStripe(settings, { timeout: limitMs, maxNetworkRetries: 0 });
  try {
    const list = await stripe.events.list({ type: 'payment_intent.succeeded', limit: 1 });
    const [event] = list.data;
    const date = new Date(String(list.lastResponse.headers.date ?? ''));
    return {
      kind: 'accepted',
      isLive: /^\w\w_live_/.test(settings.secretKey),
      lastEventAt: event ? new Date(event.created * 1000) : null,
      date: Number.isNaN(date.getTime()) ? null : date,
    };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError) return { kind: 'refused' };
    if (error instanceof Stripe.errors.StripePermissionError) return { kind: 'forbidden' };
    const status = error instanceof Stripe.errors.StripeError ? error.statusCode : undefined;
    return status === undefined ? { kind: 'unreachable' } : { kind: 'failed', status };
  }
}
