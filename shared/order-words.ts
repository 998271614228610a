import { products } from '#brand/catalogue.ts';
import type { Language } from './language.ts';
import { nameIn, shippingMethodIn } from './names.ts';
import { parseOrderItems } from './orders.ts';

/**
 * Translates the names of an order's products and of its free shipping; the order stores the names that its shopper
 * saw. A name that is not a current one in either language stays unchanged, as does a carrier's.
 */
export function orderIn<T extends { items: string; shippingMethod: string | null }>(order: T, language: Language): T {
  const items = parseOrderItems(order.items).map((item) => {
    const product = products.find(({ id }) => id === item.id);
    return product ? { ...item, name: nameIn(item.name, product.name, language) } : item;
  });
  return {
    ...order,
    items: JSON.stringify(items),
    shippingMethod: order.shippingMethod && shippingMethodIn(order.shippingMethod, language),
  };
}
