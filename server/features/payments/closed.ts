import { AppError } from '#server/errors.ts';
import type { PaymentProvider } from './provider.ts';

/**
 * The provider of a shop that cannot take money now. It has the name of the real one, whose open payments then stay as
 * they are until its keys are back.
 */
export function closedPayments(): PaymentProvider {
  const refuse = () => Promise.reject(new AppError('payments_closed'));
  return {
    name: 'stripe',
    createPayment: refuse,
    findPayment: refuse,
    cancelPayment: refuse,
    createRefund: refuse,
    listRefunds: refuse,
    listDisputes: refuse,
    stageEvidence: refuse,
  };
}
