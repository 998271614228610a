import { products } from '#brand/catalogue.ts';
import type { Language } from './language.ts';
import { nameIn, shippingMethodIn } from './names.ts';
import { parseOrderItems } from './orders.ts';

/**
 * An order with its products and its free shipping named in a reader's language; the order keeps the names that its
 * shopper saw. A name that is not today's in either language stays as it was sold, a carrier's own name too.
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
