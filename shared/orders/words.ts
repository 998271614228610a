import { products } from '#brand/catalogue.ts';
import type { OwnText } from '#shared/content/rule-words.ts';
import type { Language } from '#shared/core/language.ts';
import { freeServiceName } from '#shared/shipping/free-service.ts';
import { nameIn, shippingMethodIn } from '#shared/shipping/names.ts';
import type { OrderLine } from './lines.ts';

/**
 * A bought product's name in a reader's language. An order of an earlier version kept one language only: its name is
 * translated if it is one of the brand's, and else unchanged.
 */
export function lineNameIn({ id, name, names }: Pick<OrderLine, 'id' | 'name' | 'names'>, language: Language): string {
  if (names) return names[language];
  const product = products.find((each) => each.id === id);
  return product ? nameIn(name, product.name, language) : name;
}

/** What a line is made of, in a reader's language: as many of each as the whole line has. */
export function contentsIn({ quantity, components }: Pick<OrderLine, 'quantity' | 'components'>, language: Language) {
  return (components ?? []).map((part) => ({
    id: part.id,
    name: part.names[language],
    quantity: part.quantity * quantity,
  }));
}

/**
 * Translates the names of an order's products and of its free shipping; the order stores the names that its shopper
 * saw. A carrier's name stays unchanged.
 *
 * @param own what the owner has made of the words
 */
export function orderIn<T extends { lines: readonly OrderLine[]; shippingMethod: string | null }>(
  order: T,
  language: Language,
  own?: OwnText,
): T {
  return {
    ...order,
    lines: order.lines.map((line) => ({ ...line, name: lineNameIn(line, language) })),
    shippingMethod: order.shippingMethod && shippingMethodIn(order.shippingMethod, language, freeServiceName(own)),
  };
}
