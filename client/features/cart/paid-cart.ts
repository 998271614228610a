import { createStoredValue } from '../../lib/stored-value.ts';
import { EMPTY_CART } from './cart.ts';
import { cartStore } from './cart-store.ts';
import { withoutPaid } from './change-cart.ts';

/** Orders whose lines were already removed, so that a second tab with the same order does not change the cart again. */
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

/** Removes an order's lines from the cart, once for all tabs; empties the cart when the lines are unknown. */
export function takePaidFromCart(orderNumber: string, paid: Parameters<typeof withoutPaid>[1] | null): void {
  const booked = bookedStore.get();
  if (booked.includes(orderNumber)) return;
  bookedStore.set([orderNumber, ...booked].slice(0, BOOKED_KEPT));
  cartStore.set(paid ? withoutPaid(cartStore.get(), paid) : EMPTY_CART);
}
