import { createStoredValue } from '../../lib/stored-value.ts';
import { type Cart, EMPTY_CART, readCart, withoutPaid } from './cart.ts';

/** The visitor's cart, in local storage: it survives a reload and is the same in every tab. */
export const cartStore = createStoredValue<Cart>({ key: 'cart', area: 'local', initial: EMPTY_CART, read: readCart });

/** Orders whose lines are out of the cart, so that a second tab that sees the same order leaves the cart alone. */
const bookedStore = createStoredValue<readonly string[]>({
  key: 'booked',
  area: 'local',
  initial: [],
  read: (text) => {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.filter((number) => typeof number === 'string') : [];
  },
});
const BOOKED_KEPT = 20;

/** Takes an order's lines out of the cart, once in all tabs; the whole cart when nobody can say what was paid. */
export function takePaidFromCart(orderNumber: string, paid: Parameters<typeof withoutPaid>[1] | null): void {
  const booked = bookedStore.get();
  if (booked.includes(orderNumber)) return;
  bookedStore.set([orderNumber, ...booked].slice(0, BOOKED_KEPT));
  cartStore.set(paid ? withoutPaid(cartStore.get(), paid) : EMPTY_CART);
}
