import type { Order, OrderStatus } from '#shared/admin-orders.ts';
import type { OrderRow } from './repository.ts';

/** What a change of status leaves in an order's history. */
export function statusEvent(order: OrderRow, to: OrderStatus, createdAt: Date) {
  return { orderId: order.id, kind: 'status', detail: { from: order.status, to }, createdAt };
}

/** An order as the admin reads it; the address of its customer's page stays here. */
export function toWire({ statusToken: _, createdAt, ...row }: OrderRow): Order {
  return { ...row, status: row.status as OrderStatus, createdAt: createdAt.toISOString() };
}
