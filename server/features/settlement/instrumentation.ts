import { AppError } from '#server/errors.ts';
import type { CheckoutStep, OrderSource, StepOutcome } from '#server/metrics.ts';
import type { SettlementDeps } from './deps.ts';
import type { Settlement } from './outcome.ts';

type StepDeps = Pick<SettlementDeps, 'log' | 'metrics'>;

/**
 * Does a step of a checkout, counts how it ended and logs it when it went well; refusals and failures have their line
 * from whoever answers them.
 *
 * @param about what the line says of the result: ids and figures, nothing of a person
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

/** What an error means for the figures: refused when the caller can mend it. */
export function outcomeOf(error: unknown): StepOutcome {
  return error instanceof AppError && error.status < 500 ? 'refused' : 'failed';
}

/** Tells of what a payment has become, if that is news; `source` is who asked. */
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
