import { isDeepStrictEqual } from 'node:util';
import { errorText } from '#server/errors.ts';
import { enqueueEmails, preparePlainEmail } from '#server/features/emails/outbox.ts';
import { orderNumber } from '#shared/orders.ts';
import { findLastEvent, insertOrderEvent, lockOrderByPaymentId } from './repository.ts';
import type { OrderDeps } from './service.ts';

/** `refund`: detail `refunded`, the sum so far, and `currency`. `dispute`: `dispute`, `status`, `reason`, `disputed`, `currency`. */
export type PaymentEvent = {
  paymentId: string;
  kind: 'refund' | 'dispute';
  detail: Record<string, string>;
};

/**
 * Logs on the order what the owner did, or a bank did, at the payment provider, and tells the owner by mail. The order's
 * status stays: it is the admin's. What the order's history says already is not said again.
 *
 * @returns whether it was news; `false` also when the payment has no order
 */
export async function recordPaymentEvent(deps: OrderDeps, event: PaymentEvent): Promise<boolean> {
  const { paymentId, kind, detail } = event;
  return deps.db.transaction(async (tx) => {
    // Two deliveries of one event wait for each other here.
    const order = await lockOrderByPaymentId(tx, paymentId);
    if (!order) return false;
    const last = await findLastEvent(tx, order.id, kind);
    if (last && isDeepStrictEqual(last.detail, detail)) return false;
    const { id } = await insertOrderEvent(tx, { orderId: order.id, kind, detail, createdAt: deps.clock.now() });
    const language = deps.config.ownerLanguage;
    const values = {
      ...detail,
      number: orderNumber(order.id),
      payment: paymentId,
      admin: `${deps.config.publicUrl}/admin/dashboard`,
    };
    const mail = preparePlainEmail(deps, {
      to: deps.config.ownerEmail,
      language,
      subject: errorText(`payment_${kind}_subject`, language, values),
      body: errorText(`payment_${kind}_body`, language, values),
      orderId: order.id,
      dedupeKey: `payment_${kind}:${id}`,
    });
    await enqueueEmails(tx, [mail]);
    return true;
  });
}
