import { AppError } from '#server/errors.ts';
import { findOrderByPayment } from '#server/features/orders/service.ts';
import type { ConfirmOrderAnswer } from '#shared/checkout/checkout.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import type { SettlementDeps } from './deps.ts';
import { recordStep } from './instrumentation.ts';
import { holdsPayment, type PaymentClaim } from './payment-claim.ts';
import { findCheckoutByPayment } from './repository.ts';
import { settleFrom } from './service.ts';

/**
 * Runs work about a payment so that its errors are in the language of the payment's checkout, which the call does not
 * carry. The thrown error is otherwise the same.
 */
export async function inCheckoutLanguage<T>(
  { db }: Pick<SettlementDeps, 'db'>,
  paymentId: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) {
      // The database may be the cause of the error; then the reader's language applies.
      const found = await (async () =>
        (await findCheckoutByPayment(db, paymentId)) ?? (await findOrderByPayment(db, paymentId)))().catch(() => null);
      error.language = found?.preferredLanguage;
    }
    throw error;
  }
}

/**
 * Handles the browser's call after the payment. Foreign, unknown and unpaid payments get the same answer, in the
 * checkout's language if there is one. The link to the order's page is returned only to a caller who proves to have
 * started the payment.
 *
 * @throws AppError `payment_not_confirmed` · `amount_mismatch` · `payment_provider_failed` · `payment_provider_timeout`
 */
export async function confirmOrder(
  deps: SettlementDeps,
  paymentId: string,
  claim: PaymentClaim,
): Promise<ConfirmOrderAnswer> {
  const { order, checkout } = await recordStep(
    deps,
    'confirm',
    () =>
      inCheckoutLanguage(deps, paymentId, async () => {
        const settlement = await settleFrom(deps, 'confirm', paymentId);
        if (settlement.kind === 'anomaly') throw new AppError('amount_mismatch');
        if (settlement.kind !== 'order') throw new AppError('payment_not_confirmed');
        return settlement;
      }),
    (settlement) => ({ paymentId, orderId: settlement.order.id }),
  );
  const isTheirs = await holdsPayment(deps, checkout, claim);
  return {
    orderNumber: orderNumber(order.id),
    ...(isTheirs && { number: order.number, statusUrl: `/order/${order.statusToken}` }),
  };
}
