import type { Product } from '#shared/catalogue/products.ts';
import { orderTotals } from '#shared/core/totals.ts';
import { buyableLines, type Cart, findProduct, type ProductId } from './cart.ts';

export function getProduct(id: ProductId): Product {
  const product = findProduct(id);
  if (!product) throw new Error(`The catalogue has no ${id}`);
  return product;
}

/** The packed weight of the buyable lines, in ounces. */
export function weightOz(cart: Cart): number {
  return buyableLines(cart).reduce((sum, { id, quantity }) => sum + getProduct(id).weightOz * quantity, 0);
}

/** The sum of price times quantity of the buyable lines, in US cents, without shipping. */
export function subtotalCents(cart: Cart): number {
  const lines = buyableLines(cart).map(({ id, quantity }) => ({ priceCents: getProduct(id).priceCents, quantity }));
  return orderTotals(lines).subtotalCents;
}
