import type { OrderDetail } from '#shared/admin-orders.ts';
import { hasMoved } from '#shared/labels.ts';

/** Whether an order has a label that no carrier has seen, so that it can be cancelled and the label voided. */
export function hasUnusedLabel({ status, labels, trackingNumber, events }: OrderDetail): boolean {
  const label = labels.find(({ state }) => state === 'bought');
  if (!label || status === 'delivered' || status === 'cancelled') return false;
  return (trackingNumber ?? label.trackingNumber) === label.trackingNumber && !hasMoved(events, label.trackingNumber);
}
