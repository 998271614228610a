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

/** Whether an endpoint of the account points to our webhook; `unknown` for a key that may not read that. */
export async function probeWebhook(
  settings: StripeSettings,
  url: string,
  limitMs: number,
): Promise<'enabled' | 'disabled' | 'absent' | 'unknown'> {
  const stripe = connectStripe(settings, { timeout: limitMs, maxNetworkRetries: 0 });
  try {
    const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
    const own = data.filter((endpoint) => endpoint.url === url);
    if (own.some(({ status }) => status === 'enabled')) return 'enabled';
    return own.length > 0 ? 'disabled' : 'absent';
  } catch {
    return 'unknown';
  }
}

/**
 * Whether both keys belong to one account: a token made with the publishable key has to be found with the secret key.
 * The token stands for nothing and is never used.
 */
export async function probeKeyPair(
  settings: StripeSettings & { publishableKey: string },
  limitMs: number,
): Promise<'same' | 'other' | 'refused' | 'unknown'> {
  const limits = { timeout: limitMs, maxNetworkRetries: 0 };
  try {
    const browser = connectStripe({ ...settings, secretKey: settings.publishableKey }, limits);
    const { id } = await browser.tokens.create({ pii: { id_number: '000000000' } });
    await connectStripe(settings, limits).tokens.retrieve(id);
    return 'same';
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError) return 'refused';
    const isOther = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
    return isOther ? 'other' : 'unknown';
  }
}

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
