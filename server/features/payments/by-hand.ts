import { CURRENCY } from '#shared/checkout/limits.ts';
import { isManual } from '#shared/written-orders/written-orders.ts';
import type { PaymentProvider } from './provider.ts';

/**
 * The provider of a shop whose owner also takes cash, checks and transfers. The provider knows nothing of such a payment
 * and is never asked about it. Its refund is the owner's own: the shop only records that it was paid back.
 */
export function withPaymentsByHand(provider: PaymentProvider): PaymentProvider {
  return {
    ...provider,
    findPayment: async (id) => (isManual(id) ? null : provider.findPayment(id)),
    cancelPayment: async (id) => (isManual(id) ? null : provider.cancelPayment(id)),
    createRefund: async (refund) => {
      const { refundId, paymentId, amountCents } = refund;
      if (!isManual(paymentId)) return provider.createRefund(refund);
      return { id: `manual_${refundId}`, refundId, amountCents, currency: CURRENCY, status: 'succeeded' };
    },
    listRefunds: async (id) => (isManual(id) ? [] : provider.listRefunds(id)),
    listDisputes: async (id) => (isManual(id) ? [] : provider.listDisputes(id)),
  };
}
