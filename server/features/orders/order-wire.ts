import type { Order } from '#shared/orders/admin-orders.ts';
import type { OrderStatus } from '#shared/orders/orders.ts';
import { taxLinesOf } from '#shared/tax/tax.ts';
import { itemsText } from './lines.ts';
import type { OrderRow } from './repository.ts';

/** The history event of a status change. @param by omitted for the owner */
export function statusEvent(order: OrderRow, to: OrderStatus, createdAt: Date, by?: 'customer' | 'carrier') {
  return { orderId: order.id, kind: 'status', detail: { from: order.status, to, ...(by && { by }) }, createdAt };
}

/** An order for lists, without the token of the customer’s page, its policies and the tax of each line. */
export function toWire({ statusToken: _, policies: _seen, taxes, createdAt, refundFailedAt, ...row }: OrderRow): Order {
  return {
    ...row,
    items: itemsText(row.lines),
    taxLines: taxLinesOf({ ...row, taxes }),
    status: row.status as OrderStatus,
    refundFailedAt: refundFailedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
