import { AppError } from '#server/errors.ts';
import type { CheckoutStep, OrderSource, StepOutcome } from '#server/metrics.ts';
import type { SettlementDeps } from './deps.ts';
import type { Settlement } from './outcome.ts';

type StepDeps = Pick<SettlementDeps, 'log' | 'metrics'>;

/**
 * Runs a step of a checkout, counts its outcome and logs its success. Refusals and failures are logged by the error
 * handler or the caller.
 *
 * @param about the result's fields for the log line: ids and numbers, no personal data
 */
export async function recordStep<T>(
  { log, metrics }: StepDeps,
  step: CheckoutStep,
  work: () => Promise<T>,
  about: (result: T) => Record<string, string | number>,
): Promise<T> {
  try {
    const result = await work();
    metrics.checkoutSteps.inc({ step, outcome: 'ok' });
    log.info({ event: `checkout_${step}`, ...about(result) }, 'checkout went on');
    return result;
  } catch (error) {
    metrics.checkoutSteps.inc({ step, outcome: outcomeOf(error) });
    throw error;
  }
}

/** The metric's outcome for an error: refused when the caller can fix it. */
export function outcomeOf(error: unknown): StepOutcome {
  return error instanceof AppError && error.status < 500 ? 'refused' : 'failed';
}

/** Logs and counts the new state of a payment, if it is new; `source` is the caller. */
export function recordSettlement(
  { log, metrics }: StepDeps,
  source: OrderSource,
  paymentId: string,
  settlement: Settlement,
): void {
  if (settlement.kind === 'order' && settlement.isNew) {
    metrics.orders.inc({ source });
    const { id, totalAmount } = settlement.order;
    log.info({ event: 'order_placed', source, orderId: id, paymentId, total: totalAmount }, 'order placed');
  }
  if (settlement.kind === 'anomaly') {
    log.error({ event: 'anomaly', kind: 'amount_mismatch', source, paymentId }, 'a payment fits no checkout');
  }
}
