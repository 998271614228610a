import { parcelName } from '#shared/checkout/gift.ts';
import type { Order } from '#shared/orders/admin-orders.ts';

type Addressed = Pick<
  Order,
  'customerName' | 'recipientName' | 'addressLine1' | 'addressLine2' | 'city' | 'state' | 'zipCode'
>;

/** The lines of a shipping label, the name first. */
export function addressLines(order: Addressed): string[] {
  return [
    parcelName(order),
    order.addressLine1,
    order.addressLine2 ?? '',
    `${order.city}, ${order.state} ${order.zipCode}`,
  ].filter((line) => line !== '');
}
