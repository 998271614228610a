import * as m from '#messages';
import type { Product } from '#shared/catalogue/products.ts';
import { formatPrice } from '#shared/core/money.ts';
import { useLanguage } from '../../lib/language.ts';

/** The price of one sandwich of a box; empty for products that are not sandwiches. */
export function usePiecePrice({ priceCents, unit, pieces }: Product): string {
  const language = useLanguage();
  if (unit === null || pieces === null) return '';
  return m.item_piece_price({ price: formatPrice(Math.round(priceCents / pieces), language) });
}
