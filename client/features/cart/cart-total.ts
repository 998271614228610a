import type { Localized } from '#shared/core/language.ts';
import { pageContent } from '../../lib/catalogue.ts';
import { createStoredValue } from '../../lib/stored-value.ts';
import type { Cart } from './cart.ts';
import { subtotalCents } from './cart-prices.ts';

/** The automatic discount of a cart, and its total with it, in US cents; `name` is `null` without a discount. */
export type CartDiscount = { of: Cart; name: Localized | null; discountCents: number; totalCents: number };

/** The last answer about the discount; never read from the storage. */
export const cartDiscount = createStoredValue<CartDiscount | null>({
  key: 'discount',
  area: 'session',
  initial: null,
  read: () => null,
});

/** The total of a cart. `isOld`: still that of the previous cart, until the discount of the changed one is known. */
export function useCartTotal(cart: Cart): { cents: number; isOld: boolean } {
  const found = cartDiscount.use();
  if (!pageContent().hasDiscount) return { cents: subtotalCents(cart), isOld: false };
  return { cents: found?.totalCents ?? subtotalCents(cart), isOld: found !== null && found.of !== cart };
}
