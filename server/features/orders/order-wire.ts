import type { Order, OrderStatus } from '#shared/admin-orders.ts';
import type { OrderRow } from './repository.ts';

/** The history event of a status change. */
export function statusEvent(order: OrderRow, to: OrderStatus, createdAt: Date) {
  return { orderId: order.id, kind: 'status', detail: { from: order.status, to }, createdAt };
}

/** An order as the admin reads it, without the token of the customer's page. */
export function toWire({ statusToken: _, createdAt, ...row }: OrderRow): Order {
  return { ...row, status: row.status as OrderStatus, createdAt: createdAt.toISOString() };
}
