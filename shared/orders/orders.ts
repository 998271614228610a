import type { SoldComponent } from '#shared/catalogue/assortments.ts';
import type { Localized } from '#shared/core/language.ts';

export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The statuses that the card "to process" counts. */
export const TO_PROCESS_STATUSES = ['pending', 'processing'] as const satisfies readonly OrderStatus[];

/** Whether an order still has to be packed and sent. */
export const isToProcess = ({ status }: { status: string }): boolean =>
  (TO_PROCESS_STATUSES as readonly string[]).includes(status);

/** An order's number as everyone sees it: the first 8 characters of its id, in capitals. */
export function orderNumber(orderId: string): string {
  return orderId.slice(0, 8).toUpperCase();
}

/**
 * A line of an order's `items` JSON text; `price` is the unit price as two-decimal text in US dollars. `name` is the one
 * that the shopper saw, `names` the same in all languages; an order of an earlier version has no `names`. `components` is
 * what one of it was made of. `paidBack` of them were paid back before the order was shipped, and are not sent.
 */
export type OrderItem = {
  id: string;
  name: string;
  names?: Localized;
  quantity: number;
  price: string;
  components?: readonly SoldComponent[];
  paidBack?: number;
};

/**
 * Parses an order's `items` column without validation: only our own server writes it.
 *
 * @param items JSON text of `{id, name, names, quantity, price}` entries
 */
export function parseOrderItems(items: string): OrderItem[] {
  return JSON.parse(items) as OrderItem[];
}

/** What of an order is to be sent, or was: its items without the pieces that were paid back before. */
export function itemsToSend(items: string): OrderItem[] {
  return parseOrderItems(items).flatMap((item) => {
    const quantity = item.quantity - (item.paidBack ?? 0);
    return quantity > 0 ? [{ ...item, quantity }] : [];
  });
}

/** Most orders that are changed at once. */
export const MAX_BULK = 200;
