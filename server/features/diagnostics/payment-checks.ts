import type { StripeProbe } from '#server/features/payments/stripe-probe.ts';
import { DECLINES } from '#server/features/settlement/declines/watch.ts';
import { countRecentDeclines, findWebhookTime } from '#server/features/settlement/service.ts';
import type { CheckResult, DiagnosticsDeps } from './check-result.ts';

/** Stripe retries for a while; an older event will not come. */
const LATE_MS = 10 * 60_000;

export async function checkPayment(
  { config }: DiagnosticsDeps,
  stripe: () => Promise<StripeProbe>,
): Promise<CheckResult> {
  const check = 'payment';
  if (config.closed) {
    const code = config.closed === 'unset' ? 'payment_closed' : 'payment_unreadable';
    return { check, state: 'fault', code };
  }
  if (!config.stripe) return { check, state: 'warning', code: 'payment_sandbox' };
  const probe = await stripe();
  if (probe.kind === 'failed')
    return { check, state: 'fault', code: 'payment_failed', values: { status: probe.status } };
  if (probe.kind !== 'accepted') return { check, state: 'fault', code: `payment_${probe.kind}` };
  return probe.isLive
    ? { check, state: 'ok', code: 'payment_live' }
    : { check, state: 'warning', code: 'payment_test' };
}

/** `null` while the database is not open. */
export async function checkDeclines({ clock, database }: DiagnosticsDeps): Promise<CheckResult | null> {
  const check = 'declines';
  if (!database.isOpen) return null;
  const count = await countRecentDeclines({ db: database.db, clock });
  return count >= DECLINES.overall
    ? { check, state: 'warning', code: 'declines_many', values: { count } }
    : { check, state: 'ok', code: 'declines_few', values: { count } };
}

/**
 * Whether Stripe's webhook reaches us: compares the last event sent with the last one received. `null` without a
 * webhook.
 */
export async function checkWebhook(
  deps: DiagnosticsDeps,
  stripe: () => Promise<StripeProbe>,
): Promise<CheckResult | null> {
  const { config, clock, database } = deps;
  const check = 'webhook';
  if (!config.stripe) return null;
  const values = { url: `${config.publicUrl}/api/stripe/webhook` };
  if (config.stripe.webhookSecrets.length === 0) return { check, state: 'warning', code: 'webhook_none', values };
  if (!database.isOpen) return { check, state: 'warning', code: 'webhook_unknown' };
  const [receivedAt, probe] = await Promise.all([findWebhookTime(database.db), stripe()]);
  const sentAt = probe.kind === 'accepted' ? probe.lastEventAt : null;
  const isLate = sentAt !== null && clock.now().getTime() - sentAt.getTime() > LATE_MS;
  if (isLate && (receivedAt === null || receivedAt < sentAt)) {
    return { check, state: 'fault', code: 'webhook_missed', values: { ...values, when: sentAt.toISOString() } };
  }
  if (receivedAt === null) return { check, state: 'warning', code: 'webhook_never', values };
  return { check, state: 'ok', code: 'webhook_ok', values: { when: receivedAt.toISOString() } };
}
