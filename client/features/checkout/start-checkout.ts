import * as m from '#messages';
import { MIN_ORDER_CENTS } from '#shared/checkout/limits.ts';
import { formatPrice } from '#shared/core/money.ts';
import { getLanguage } from '../../lib/language.ts';
import { toast } from '../../ui/toast.ts';
import { buyableLines, type Cart } from '../cart/cart.ts';
import { subtotalCents } from '../cart/cart-prices.ts';
import { cartStore } from '../cart/cart-store.ts';
import { currentAttempt, findAttempt } from './attempt.ts';
import type { Checkout } from './checkout-machine.ts';
import { dispatchCheckout, getCheckout } from './checkout-store.ts';

/**
 * Starts a checkout with the buyable lines of the cart. If the lines have changed since an abandoned checkout, it
 * starts anew; a payment in progress stays unchanged.
 *
 * @returns false when the cart is below the minimum, which a toast says
 */
export function startCheckout(): boolean {
  const lines = buyableLines(cartStore.get());
  if (subtotalCents(lines) < MIN_ORDER_CENTS) {
    toast({
      title: m.shop_minimum_title,
      description: () => m.shop_minimum_text({ amount: formatPrice(MIN_ORDER_CENTS, getLanguage()) }),
      variant: 'destructive',
    });
    return false;
  }
  if (isOutdated(getCheckout(), lines)) dispatchCheckout({ type: 'closed' });
  dispatchCheckout({ type: 'start', lines, attempt: currentAttempt() });
  return true;
}

/** Forward from the shop: restores the checkout, or starts a new one if purchase or cart have changed since. */
export function resumeCheckout(): void {
  const checkout = getCheckout();
  const lines = buyableLines(cartStore.get());
  if (checkout.step !== 'closed' || lines.length === 0) return;
  const { ahead } = checkout;
  if (ahead && ahead.attempt === findAttempt() && !isOutdated(ahead, lines)) dispatchCheckout({ type: 'forward' });
  else startCheckout();
}

function isOutdated(checkout: Checkout, lines: Cart): boolean {
  if (!('lines' in checkout) || (checkout.step === 'payment' && checkout.payment.phase !== 'open')) return false;
  return JSON.stringify(checkout.lines) !== JSON.stringify(lines);
}
