import type { Order } from '#shared/admin-orders.ts';

type Addressed = Pick<Order, 'customerName' | 'addressLine1' | 'addressLine2' | 'city' | 'state' | 'zipCode'>;

/** The lines of a shipping label, the name first. */
export function addressLines(order: Addressed): string[] {
  return [
    order.customerName,
    order.addressLine1,
    order.addressLine2 ?? '',
    `${order.city}, ${order.state} ${order.zipCode}`,
  ].filter((line) => line !== '');
}
