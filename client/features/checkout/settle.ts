import { facts } from '#brand/facts.ts';
import * as m from '#messages';
import type { ConfirmOrderAnswer } from '#shared/checkout.ts';
import { ApiError } from '../../lib/api-client.ts';
import { toast } from '../../ui/toast.ts';
import { clearCart } from '../cart/cart-store.ts';
import { confirmOrder } from './api.ts';
import { endAttempt } from './attempt.ts';
import { dispatchCheckout, getCheckout } from './checkout-store.ts';
import { closeWithError } from './close-with-error.ts';

function finish({ orderNumber, statusUrl }: ConfirmOrderAnswer): void {
  clearCart();
  endAttempt();
  const checkout = dispatchCheckout({ type: 'confirmed', orderNumber, statusUrl });
  if (checkout.step === 'done' && checkout.isEarlier) return;
  toast({ title: m.checkout_success_title(), description: m.checkout_success_text() });
}

/**
 * The provider says succeeded: has the server make the order. When that fails the shopper hears it as specified; the
 * server's webhook and sweep make the order all the same, and the shopper may ask again.
 */
export async function settlePaid(paymentIntentId: string): Promise<void> {
  try {
    finish(await confirmOrder(paymentIntentId));
  } catch {
    dispatchCheckout({ type: 'paid' });
    toast({
      title: m.checkout_order_error_title(),
      description: m.checkout_order_error_text({ email: facts.email }),
      variant: 'destructive',
    });
  }
}

/** After a return or a reload nothing is known here of the payment: only the server's word counts (P15). */
export async function checkPayment(paymentIntentId: string): Promise<void> {
  try {
    finish(await confirmOrder(paymentIntentId));
  } catch (error) {
    const isAnswered = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
    if (getCheckout().step === 'returned' && isAnswered) closeWithError(m.checkout_notice_not_completed());
    else dispatchCheckout(isAnswered ? { type: 'released', notice: 'not_completed' } : { type: 'unchecked' });
  }
}
