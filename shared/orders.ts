import type { OrderStatus } from './admin-orders.ts';

/** The statuses that the card "to process" counts. */
export const TO_PROCESS_STATUSES = ['pending', 'processing'] as const satisfies readonly OrderStatus[];

/** An order's number as everyone sees it: the first 8 characters of its id, in capitals. */
export function orderNumber(orderId: string): string {
  return orderId.slice(0, 8).toUpperCase();
}

/** A line of an order's `items` JSON text; `price` is the unit price as two-decimal text in US dollars. */
export type OrderItem = { id: string; name: string; quantity: number; price: string };

/**
 * Parses an order's `items` column without validation: only our own server writes it.
 *
 * @param items JSON text of `{id, name, quantity, price}` entries
 */
export function parseOrderItems(items: string): OrderItem[] {
  return JSON.parse(items) as OrderItem[];
}
