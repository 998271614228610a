import { useMedia } from '../../../lib/use-media.ts';
import { buyableLines } from '../../cart/cart.ts';
import { cartStore } from '../../cart/cart-store.ts';
import { currentAttempt } from '../attempt.ts';
import { type Checkout, CLOSED, moveCheckout } from '../checkout-machine.ts';
import { dispatchCheckout } from '../checkout-store.ts';
import { codeStore } from '../code-store.ts';
import { startCheckout } from '../start-checkout.ts';
import { ExpressPay } from './express-pay.tsx';

export type CartExpressProps = {
  isSidebar?: boolean;
  /** Called after a payment, or when it is refused. */
  onLeave: () => void;
};

/** The wallets' buttons in the cart. */
export default function CartExpress({ isSidebar = false, onLeave }: CartExpressProps) {
  // The sidebar is hidden in narrow windows.
  const isShown = useMedia('(min-width: 64rem)') || !isSidebar;
  return isShown && <ExpressPay purchase={{ begin, enter, leave: onLeave }} isInCart />;
}

function begin(): Checkout {
  const started = moveCheckout(CLOSED, {
    type: 'start',
    lines: buyableLines(cartStore.get()),
    attempt: currentAttempt(),
  });
  return moveCheckout(started, coded());
}

function enter(): void {
  startCheckout();
  dispatchCheckout({ type: 'back', to: 'address' });
  dispatchCheckout(coded());
}

const coded = () => ({ type: 'coded', code: codeStore.get() }) as const;
