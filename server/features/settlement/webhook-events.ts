import { finishLease, takeLease } from '#server/db/leases.ts';
import type { WebhookEvent } from '#server/features/payments/provider.ts';
import type { OrderSource } from '#server/metrics.ts';
import { recordAnomaly } from './anomalies.ts';
import { recordDecline, recordListedDeclines } from './declines.ts';
import type { SettlementDeps } from './deps.ts';
import type { Settlement } from './outcome.ts';
import { noteDispute, noteRefund } from './refunds-and-disputes.ts';
import { adoptPayment } from './repository.ts';
import { settleFrom } from './service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Stripe tells of its events for 30 days. */
const OLDEST_MS = 30 * 24 * HOUR_MS;
/** An event may show up in the list later than it happened. */
const OVERLAP_MS = 10 * MINUTE_MS;
/** Older declines change nothing any more. */
const DECLINES_MS = HOUR_MS;
const LEASE = 'payment_events_seen';

/**
 * Does what a webhook event asks for. Safe to repeat, in any order: how things stand is asked of the provider.
 *
 * @throws AppError and database errors: the work was not done, and the event has to come again
 */
export async function handleWebhookEvent(deps: SettlementDeps, event: WebhookEvent): Promise<void> {
  if (event.kind === 'declined') await recordDecline(deps, event.paymentId, event.eventId);
  if (event.kind === 'payment' || event.kind === 'declined') await settlePayment(deps, 'webhook', event.paymentId);
  // What was given back was paid: its order may still have to be made, and then this is noted on it.
  if (event.kind === 'refund' || event.kind === 'dispute') await settleFrom(deps, 'webhook', event.paymentId);
  if (event.kind === 'refund') await noteRefund(deps, event.paymentId);
  if (event.kind === 'dispute') await noteDispute(deps, event.paymentId, event.disputeId);
  if (event.kind === 'wrong_mode') {
    deps.log.error(
      { event: 'anomaly', kind: 'wrong_mode', reference: event.reference },
      'an event of the other Stripe mode (test or live) was refused',
    );
    await keepAnomaly(deps, event.reference, 'wrong_mode', {});
  }
  if (event.kind === 'stale') await reportClock(deps, event.ageSeconds);
}

/** With a clock that is minutes ahead every event is refused, and nobody would know: the owner hears of it once a day. */
async function reportClock(deps: SettlementDeps, ageSeconds: number): Promise<void> {
  const now = deps.clock.now().toISOString();
  deps.log.error({ ageSeconds, now }, "a webhook of good signature is too old: is this machine's clock right?");
  await keepAnomaly(deps, `webhook ${now.slice(0, 10)}`, 'stale_event', { clock: now, ageSeconds });
}

/**
 * Books a payment, also one whose reference we failed to keep; money that fits no checkout becomes an anomaly. On a shared
 * account what does not carry our mark is another business's: each payment of ours carries it from its making, so that
 * one of a checkout that a restored database does not have still becomes an anomaly.
 */
async function settlePayment(deps: SettlementDeps, source: OrderSource, paymentId: string): Promise<Settlement> {
  const settlement = await settleFrom(deps, source, paymentId);
  if (settlement.kind !== 'unknown') return settlement;
  const payment = await deps.payments.findPayment(paymentId);
  if (payment?.status !== 'succeeded') return settlement;
  const { checkoutId = null, amountCents, currency } = payment;
  if (checkoutId !== null) {
    await adoptPayment(deps.db, checkoutId, deps.payments.name, paymentId);
    // Also when it was not we who gave it back: another delivery of the same event may have been faster.
    const adopted = await settleFrom(deps, source, paymentId);
    if (adopted.kind !== 'unknown') return adopted;
  }
  if (checkoutId === null && deps.config.stripe?.isAccountShared) {
    deps.metrics.foreignPayments.inc({});
    deps.log.info(
      { event: 'foreign_payment', source, paymentId },
      "a payment of another business on the shop's account",
    );
    return settlement;
  }
  const detail = { checkoutId, paidCents: amountCents, paidCurrency: currency };
  if (await keepAnomaly(deps, paymentId, 'no_checkout', detail)) {
    deps.log.error({ event: 'anomaly', kind: 'no_checkout', source, paymentId }, 'a payment fits no checkout');
  }
  return settlement;
}

function keepAnomaly(
  deps: SettlementDeps,
  paymentId: string,
  kind: 'no_checkout' | 'wrong_mode' | 'stale_event',
  detail: Record<string, string | number | null>,
): Promise<boolean> {
  return deps.db.transaction((tx) => recordAnomaly(tx, deps, { paymentId, kind, detail }));
}

/**
 * Looks for payments that succeeded while nobody told us, also those of checkouts that we do not have. One
 * instance does it at a time; the first look goes back as far as the provider remembers, later ones to the last look.
 *
 * @returns how many orders were made
 */
export async function reconcileEvents(deps: SettlementDeps, signal?: AbortSignal): Promise<number> {
  const { webhook } = deps.payments;
  if (!webhook) return 0;
  const now = deps.clock.now();
  const lease = await takeLease(deps.db, LEASE, now, (deps.config.sweepSeconds * 1000) / 2);
  if (!lease) return 0;
  const oldest = now.getTime() - OLDEST_MS;
  const last = lease.lastFinishedAt?.getTime() ?? oldest;
  // A look that has yet to come was had by a clock that was ahead: nobody knows what it saw.
  const since = new Date(last > now.getTime() ? oldest : Math.max(oldest, last - OVERLAP_MS));
  const paymentIds = await webhook.listSucceeded(since);
  let orders = 0;
  for (const paymentId of paymentIds) {
    if (signal?.aborted) return orders;
    const settlement = await settlePayment(deps, 'events', paymentId);
    if (settlement.kind === 'order' && settlement.isNew) orders += 1;
  }
  const declinesSince = new Date(Math.max(since.getTime(), now.getTime() - DECLINES_MS));
  await recordListedDeclines(deps, await webhook.listDeclined(declinesSince));
  await finishLease(deps.db, LEASE, now);
  return orders;
}
