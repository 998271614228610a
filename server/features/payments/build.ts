import type { BaseDeps } from '#server/deps.ts';
import { withPaymentsByHand } from './by-hand.ts';
import { closedPayments } from './closed.ts';
import type { PaymentProvider } from './provider.ts';
import { sandboxPayments } from './sandbox.ts';

type Deps = Pick<BaseDeps, 'db' | 'config' | 'clock' | 'log'>;

export const buildPayments = async (deps: Deps): Promise<PaymentProvider> =>
  withPaymentsByHand(await buildProvider(deps));

/**
 * Stripe when its keys are set, else the sandbox where it is allowed. Its SDK is loaded only then, because its 160 files take time and
 * memory.
 */
async function buildProvider(deps: Deps): Promise<PaymentProvider> {
  const { stripe, closed } = deps.config;
  if (closed) return closedPayments();
  if (!stripe) return sandboxPayments(deps);
  if (stripe.webhookSecrets.length === 0) {
    deps.log.warn(
      'STRIPE_WEBHOOK_SECRET is not set: the webhook answers 503. Orders of shoppers who close the tab come from the reconciliation alone, and refunds and disputes go unnoticed.',
    );
  }
  const { stripePayments } = await import('./stripe.ts');
  return stripePayments(stripe);
}
