import { recordPaymentEvent, recordPaymentWarning } from '#server/features/orders/payment-events.ts';
import type { WebhookEvent } from '#server/features/payments/provider.ts';
import { centsToText } from '#shared/core/money.ts';
import { hasAnomaly } from '../anomalies/repository.ts';
import type { SettlementDeps } from '../deps.ts';
import { noteRefunds } from './service.ts';

/**
 * Records a dispute of a payment on its order, or mails the owner. Safe to repeat.
 *
 * @throws AppError `payment_provider_failed` · `payment_provider_timeout`
 */
export async function noteDispute(deps: SettlementDeps, paymentId: string, disputeId: string): Promise<void> {
  const dispute = await deps.payments.webhook?.findDispute(disputeId);
  if (!dispute) return;
  const { id, status, reason, amountCents, currency } = dispute;
  const detail = { dispute: id, status, reason, disputed: centsToText(amountCents), currency };
  await deps.db.transaction((tx) =>
    recordPaymentEvent(tx, deps, { paymentId, kind: 'dispute', detail }, { isAnomaly: hasAnomaly }),
  );
}

/** Records a warning of the provider about a payment before any dispute. Safe to repeat. */
export async function noteWarning(
  deps: SettlementDeps,
  { paymentId, warning, reason, reference }: Extract<WebhookEvent, { kind: 'warning' }>,
): Promise<void> {
  await deps.db.transaction((tx) => recordPaymentWarning(tx, deps, paymentId, { warning, reason, reference }));
}

/**
 * A payment may have been refunded before its order was created late. A failure to record that does not undo the order.
 */
export async function noteEarlierRefund(deps: SettlementDeps, paymentId: string): Promise<void> {
  try {
    await noteRefunds(deps, paymentId);
  } catch (error) {
    deps.log.warn({ err: error, paymentId }, 'whether a payment booked late was refunded is not known');
  }
}
