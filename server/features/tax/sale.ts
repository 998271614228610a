import type { BaseDeps } from '#server/deps.ts';
import { lockOrder } from '#server/features/orders/service.ts';
import { isErased } from '#shared/checkout/person.ts';
import { centsOf } from '#shared/core/money.ts';
import type { TaxedSale } from './provider.ts';

/** The sale of an order in the provider's form; `null` when a product or the address is no longer known. */
export async function findSale(
  { db, catalogue }: Pick<BaseDeps, 'db' | 'catalogue'>,
  orderId: string,
): Promise<{ sale: TaxedSale; shippingCents: number } | null> {
  const order = await db.transaction((tx) => lockOrder(tx, orderId));
  if (isErased(order.email)) return null;
  const lines: TaxedSale['lines'][number][] = [];
  for (const { id, quantity, unitPriceCents, discountCents } of order.lines) {
    const product = catalogue().find(id);
    if (!product) return null;
    lines.push({ id, quantity, priceCents: unitPriceCents, taxCode: product.taxCode, discountCents });
  }
  const discountCents = centsOf(order.discount);
  return {
    sale: { lines, discountCents, address: order, rule: null },
    shippingCents: centsOf(order.shippingCost ?? '0.00'),
  };
}
