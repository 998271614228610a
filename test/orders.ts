import { randomUUID } from 'node:crypto';
import { orders } from '#server/features/orders/schema.ts';
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

/** Inserts orders unchanged. */
export async function insertOrders(shop: TestApp, made: NewOrder[]): Promise<void> {
  for (let i = 0; i < made.length; i += 500) {
    await shop.database.connection.db.insert(orders).values(made.slice(i, i + 500));
  }
}
