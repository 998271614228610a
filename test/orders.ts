import { randomUUID } from 'node:crypto';
import { orderLines, orders } from '#server/features/orders/schema.ts';
import { textToCents } from '#shared/core/money.ts';
import type { TestApp } from './app.ts';

type NewOrder = typeof orders.$inferInsert;
export type MadeOrder = NewOrder & { id: string };

/** A paid order as the checkout writes it; by default one box to Hialeah, pending. */
export function anOrder(changes: Partial<NewOrder> = {}): MadeOrder {
  const id = changes.id ?? randomUUID();
  return {
    customerName: 'María Núñez',
    email: 'maria@shopper.example',
    phone: '+1 305-555-0111',
    addressLine1: '12 Palm Avenue',
    addressLine2: null,
    city: 'Hialeah',
    state: 'FL',
    zipCode: '33010',
    totalAmount: '19.99',
    shippingCost: '0.00',
    shippingMethod: 'Ground',
    shippingCarrier: 'USPS',
    stripePaymentIntentId: `pi_${id.replaceAll('-', '')}`,
    items: JSON.stringify([{ id: 'box40', name: 'Box of 40', quantity: 1, price: '19.99' }]),
    statusToken: `token-${id}`,
    ...changes,
    id,
  };
}

/** The lines in the `items` text of an order. */
export function linesOf({ id: orderId, items }: Pick<MadeOrder, 'id' | 'items'>): (typeof orderLines.$inferInsert)[] {
  const written = JSON.parse(items) as { id: string; name: string; quantity: number; price: string }[];
  return written.map(({ id, name, quantity, price }, position) => ({
    ...{ orderId, position, productId: id, name, quantity },
    unitPriceCents: textToCents(price) ?? 0,
  }));
}

/** Inserts these orders with their lines. */
export async function insertOrders(shop: TestApp, made: MadeOrder[]): Promise<void> {
  const { db } = shop.database.connection;
  for (let i = 0; i < made.length; i += 500) {
    const part = made.slice(i, i + 500);
    await db.insert(orders).values(part);
    const lines = part.flatMap(linesOf);
    if (lines.length > 0) await db.insert(orderLines).values(lines);
  }
}
