import { FALLBACK_LANGUAGE, type Language } from '#shared/core/language.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import { contentsIn } from '#shared/orders/words.ts';

/** The names of an order's products, with the contents of assortments, in their order. */
function namesOf({ lines }: Pick<Order, 'lines'>, language: Language): Map<string, string> {
  return new Map(
    lines.flatMap((line) => [
      [line.id, line.name] as const,
      ...contentsIn(line, language).map(({ id, name }) => [id, name] as const),
    ]),
  );
}

export function orderNames(order: Pick<Order, 'lines'>, language: Language): (id: string) => string {
  const names = namesOf(order, language);
  return (id) => names.get(id) ?? id;
}

/** Lots in the order of the items that they belong to. */
export function inItemOrder<T extends { productId: string }>(lots: readonly T[], order: Pick<Order, 'lines'>): T[] {
  const ids = [...namesOf(order, FALLBACK_LANGUAGE).keys()];
  return [...lots].sort((a, b) => ids.indexOf(a.productId) - ids.indexOf(b.productId));
}
