import type { OrderLine } from './lines.ts';

export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The statuses counted by the card "to process". */
export const TO_PROCESS_STATUSES = ['pending', 'processing'] as const satisfies readonly OrderStatus[];

/** Whether an order still has to be packed and sent. */
export const isToProcess = ({ status }: { status: string }): boolean =>
  (TO_PROCESS_STATUSES as readonly string[]).includes(status);

/** The first 8 characters of an order's id, in capitals. */
export function orderNumber(orderId: string): string {
  return orderId.slice(0, 8).toUpperCase();
}

/** The lines to send, or sent: without units that were refunded before shipping. */
export function linesToSend<Line extends Pick<OrderLine, 'quantity' | 'paidBack'>>(lines: readonly Line[]): Line[] {
  return lines.flatMap((line) => {
    const quantity = line.quantity - line.paidBack;
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}

/** How many orders can be changed at once. */
export const MAX_BULK = 200;
