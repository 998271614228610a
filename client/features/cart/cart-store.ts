import { createStoredValue } from '../../lib/stored-value.ts';
import { type Cart, EMPTY_CART, readCart } from './cart.ts';

/** The cart in local storage: it survives a reload and is the same in every tab. */
export const cartStore = createStoredValue<Cart>({ key: 'cart', area: 'local', initial: EMPTY_CART, read: readCart });
