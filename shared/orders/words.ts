import { products } from '#brand/catalogue.ts';
import type { OwnText } from '#shared/content/rule-words.ts';
import type { Language } from '#shared/core/language.ts';
import { freeServiceName } from '#shared/shipping/free-service.ts';
import { nameIn, shippingMethodIn } from '#shared/shipping/names.ts';
import { type OrderItem, parseOrderItems } from './orders.ts';

/**
 * A bought product's name in a reader's language. An order of an earlier version kept one language only: its name is
 * translated if it is one of the brand's, and else unchanged.
 */
export function itemNameIn({ id, name, names }: OrderItem, language: Language): string {
  if (names) return names[language];
  const product = products.find((each) => each.id === id);
  return product ? nameIn(name, product.name, language) : name;
}

/** What an item is made of, in a reader's language: as many of each as the whole line has. */
export function contentsIn({ quantity, components = [] }: OrderItem, language: Language) {
  return components.map((part) => ({ id: part.id, name: part.names[language], quantity: part.quantity * quantity }));
}

/**
 * Translates the names of an order's products and of its free shipping; the order stores the names that its shopper
 * saw. A carrier's name stays unchanged.
 *
 * @param own what the owner has made of the words
 */
export function orderIn<T extends { items: string; shippingMethod: string | null }>(
  order: T,
  language: Language,
  own?: OwnText,
): T {
  const items = parseOrderItems(order.items).map((item) => ({ ...item, name: itemNameIn(item, language) }));
  return {
    ...order,
    items: JSON.stringify(items),
    shippingMethod: order.shippingMethod && shippingMethodIn(order.shippingMethod, language, freeServiceName(own)),
  };
}
