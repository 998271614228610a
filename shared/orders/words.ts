import { products } from '#brand/catalogue.ts';
import type { OwnText } from '#shared/content/rule-words.ts';
import type { Language } from '#shared/core/language.ts';
import { freeServiceName } from '#shared/shipping/free-service.ts';
import { nameIn, shippingMethodIn } from '#shared/shipping/names.ts';
import type { OrderLine } from './lines.ts';

/**
 * A bought product's name in a reader's language. Orders of an earlier version stored one language only: such a name is
 * translated if the brand has it, else unchanged.
 */
export function lineNameIn({ id, name, names }: Pick<OrderLine, 'id' | 'name' | 'names'>, language: Language): string {
  if (names) return names[language];
  const product = products.find((each) => each.id === id);
  return product ? nameIn(name, product.name, language) : name;
}

/** The contents of a line in a reader's language, with the quantities of the whole line. */
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
 * @param own the owner's wording
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
