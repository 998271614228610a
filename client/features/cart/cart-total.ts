import type { Localized } from '#shared/core/language.ts';
import { pageContent } from '../../lib/catalogue.ts';
import { createStoredValue } from '../../lib/stored-value.ts';
import type { Cart } from './cart.ts';
import { subtotalCents } from './cart-prices.ts';

/** What a cart gets off without a code, and its total then, in US cents; without a name it gets nothing. */
export type CartDiscount = { of: Cart; name: Localized | null; discountCents: number; totalCents: number };

/** The last answer about the discount; never read from the storage. */
export const cartDiscount = createStoredValue<CartDiscount | null>({
  key: 'discount',
  area: 'session',
  initial: null,
  read: () => null,
});

/** The total of a cart. `isOld`: that of the cart before, until it is known what the changed one gets off. */
export function useCartTotal(cart: Cart): { cents: number; isOld: boolean } {
  const found = cartDiscount.use();
  if (!pageContent().hasDiscount) return { cents: subtotalCents(cart), isOld: false };
  return { cents: found?.totalCents ?? subtotalCents(cart), isOld: found !== null && found.of !== cart };
}
