import type { Config } from '#server/config.ts';

/** The payment in Stripe's dashboard; test payments have another path. */
export function paymentUrl({ stripe }: Pick<Config, 'stripe'>, paymentId: string): string | null {
  if (!stripe) return null;
  const mode = stripe.secretKey.includes('_test_') ? 'test/' : '';
  return `https://dashboard.stripe.com/${mode}payments/${encodeURIComponent(paymentId)}`;
}
