import { createStoredValue } from '../../lib/stored-value.ts';
import { dismissToasts } from '../../ui/toast.ts';
import {
  CHECKOUT_VERSION,
  type Checkout,
  type CheckoutEvent,
  CLOSED,
  moveCheckout,
  readCheckout,
} from './checkout-machine.ts';

type Kept = { version: typeof CHECKOUT_VERSION; checkout: Checkout };
const keep = (checkout: Checkout): Kept => ({ version: CHECKOUT_VERSION, checkout });

/** This tab's checkout, in session storage: a reload continues where it was, with the same payment (P15). */
const store = createStoredValue<Kept>({
  key: 'checkout',
  area: 'session',
  initial: keep(CLOSED),
  read: (text) => keep(readCheckout(text)),
});

export function getCheckout(): Checkout {
  return store.get().checkout;
}

/** The step that stays in view while a wallet pays, because the provider's element must stay in the page. */
let held: Checkout | null = null;

/** Keeps the current step in view until `releaseView`, while checkout and history move on as with the form. */
export function holdView(): void {
  held = getCheckout();
}

export function releaseView(): void {
  held = null;
  store.set(keep(getCheckout()));
}

/** The checkout to show. */
export function useCheckout(): Checkout {
  const { checkout } = store.use();
  return held ?? checkout;
}

/**
 * Applies an event and returns the new value. Closes the toast of the previous step; a new toast is shown afterwards.
 */
export function dispatchCheckout(event: CheckoutEvent): Checkout {
  const before = getCheckout();
  const after = moveCheckout(before, event);
  if (after !== before) store.set(keep(after));
  if (after.step !== before.step) dismissToasts();
  return after;
}
