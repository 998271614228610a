import { finishLease, takeLease } from '#server/db/leases.ts';
import type { WebhookEvent } from '#server/features/payments/provider.ts';
import type { OrderSource } from '#server/metrics.ts';
import { recordAnomaly } from './anomalies/service.ts';
import { recordDecline, recordListedDeclines } from './declines/service.ts';
import type { SettlementDeps } from './deps.ts';
import type { Settlement } from './outcome.ts';
import { settleOwed } from './owed/service.ts';
import { noteDispute, noteWarning } from './refunds/refunds-and-disputes.ts';
import { noteRefunds } from './refunds/service.ts';
import { adoptPayment } from './repository.ts';
import { settleFrom } from './service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Stripe lists events for 30 days. */
const OLDEST_MS = 30 * 24 * HOUR_MS;
/** An event may appear in the list later than it happened. */
const OVERLAP_MS = 10 * MINUTE_MS;
/** Older declines have no effect. */
const DECLINES_MS = HOUR_MS;
const LEASE = 'payment_events_seen';

/**
 * Handles a webhook event. Safe to repeat, in any order: the current state is read from the provider.
 *
 * @throws AppError and database errors: the event was not handled, and has to be sent again
 */
export async function handleWebhookEvent(deps: SettlementDeps, event: WebhookEvent): Promise<void> {
  if (event.kind === 'declined') await recordDecline(deps, event.paymentId, event.eventId);
  if (event.kind === 'payment' || event.kind === 'declined') await settlePayment(deps, 'webhook', event.paymentId);
  // A refunded payment was paid: its order may not exist yet, and then gets this refund.
  if (event.kind === 'refund' || event.kind === 'dispute' || event.kind === 'warning') {
    const { kind } = await settleFrom(deps, 'webhook', event.paymentId);
    if (kind === 'unknown') await settleOwed(deps, event.paymentId);
  }
  if (event.kind === 'refund') await noteRefunds(deps, event.paymentId);
  if (event.kind === 'dispute') await noteDispute(deps, event.paymentId, event.disputeId);
  if (event.kind === 'warning') await noteWarning(deps, event);
  if (event.kind === 'wrong_mode') {
    deps.log.error(
      { event: 'anomaly', kind: 'wrong_mode', reference: event.reference },
      'an event of the other Stripe mode (test or live) was refused',
    );
    await keepAnomaly(deps, event.reference, 'wrong_mode', {});
  }
  if (event.kind === 'stale') await reportClock(deps, event.ageSeconds);
}

/** If the clock is minutes ahead, every event is refused. Mails the owner about it once a day. */
async function reportClock(deps: SettlementDeps, ageSeconds: number): Promise<void> {
  const now = deps.clock.now().toISOString();
  deps.log.error({ ageSeconds, now }, "a webhook of good signature is too old: is this machine's clock right?");
  await keepAnomaly(deps, `webhook ${now.slice(0, 10)}`, 'stale_event', { clock: now, ageSeconds });
}

/**
 * Settles a payment, even one whose reference was never stored; a payment without a checkout becomes an anomaly. On a
 * shared account, payments without our mark belong to another business. Ours carry the mark from their creation, so
 * that one whose checkout is missing from a restored database still becomes an anomaly.
 */
async function settlePayment(deps: SettlementDeps, source: OrderSource, paymentId: string): Promise<Settlement> {
  const settlement = await settleFrom(deps, source, paymentId);
  if (settlement.kind !== 'unknown' || (await settleOwed(deps, paymentId))) return settlement;
  const payment = await deps.payments.findPayment(paymentId);
  if (payment?.status !== 'succeeded') return settlement;
  const { checkoutId = null, owedId = null, amountCents, currency } = payment;
  // It belongs to an order that exists: never a new one.
  if (owedId !== null && (await settleOwed(deps, paymentId, owedId))) return settlement;
  if (checkoutId !== null) {
    await adoptPayment(deps.db, checkoutId, deps.payments.name, paymentId);
    // Also when `adoptPayment` assigned nothing: another delivery of the same event may have been faster.
    const adopted = await settleFrom(deps, source, paymentId);
    if (adopted.kind !== 'unknown') return adopted;
  }
  if (checkoutId === null && owedId === null && deps.config.stripe?.isAccountShared) {
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
 * Finds succeeded payments that no event reported, including those of unknown checkouts. One instance does it at a
 * time. The first run reads as far back as the provider lists events, later ones to the previous run.
 *
 * @returns how many orders were created
 */
export async function reconcileEvents(deps: SettlementDeps, signal?: AbortSignal): Promise<number> {
  const { webhook } = deps.payments;
  if (!webhook) return 0;
  const now = deps.clock.now();
  const lease = await takeLease(deps.db, LEASE, now, (deps.config.sweepSeconds * 1000) / 2);
  if (!lease) return 0;
  const oldest = now.getTime() - OLDEST_MS;
  const last = lease.lastFinishedAt?.getTime() ?? oldest;
  // A time in the future was written while the clock was ahead, so the events up to it may not have been read.
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
