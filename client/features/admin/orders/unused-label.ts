import type { OrderDetail } from '#shared/orders/admin-orders.ts';
import { unusedLabels } from '#shared/shipping/labels.ts';

/**
 * Whether an order has a label that no carrier has scanned, so that the order can be cancelled and the label voided.
 */
export function hasUnusedLabel({ status, labels, trackingNumber, events }: OrderDetail): boolean {
  if (status === 'delivered' || status === 'cancelled') return false;
  return unusedLabels(labels, trackingNumber, events).length > 0;
}
