import * as m from '#messages';
import type { ConfirmOrderAnswer } from '#shared/checkout/checkout.ts';
import { ApiError, keptTextOfError } from '../../lib/api-client.ts';
import { shopFacts } from '../../lib/catalogue.ts';
import { kept } from '../../lib/text.ts';
import { toast } from '../../ui/toast.ts';
import { takePaidFromCart } from '../cart/paid-cart.ts';
import { confirmOrder, fetchOrder } from './api.ts';
import { endAttempt, findAttempt } from './attempt.ts';
import type { Checkout, Receipt } from './checkout-machine.ts';
import { dispatchCheckout, getCheckout } from './checkout-store.ts';
import { closeWithError } from './close-with-error.ts';
import { codeStore } from './code-store.ts';
import { findStatus } from './payment/find-status.ts';
import { hasReturned } from './payment-return.ts';
import { receiptOfOrder, receiptOfPayment } from './receipt.ts';

/**
 * Without the order's link nothing proves that this browser bought the order. Cart and attempt then belong to another
 * purchase and stay unchanged.
 */
async function finish({ orderNumber, number, statusUrl }: ConfirmOrderAnswer): Promise<void> {
  const paying = getCheckout();
  const receipt = await receiptOf(paying, statusUrl);
  if (statusUrl || paying.step === 'payment') {
    takePaidFromCart(orderNumber, paying.step === 'payment' ? paying.payment.charge.lines : (receipt?.lines ?? null));
    endAttempt();
    codeStore.set('');
  }
  const checkout = dispatchCheckout({ type: 'confirmed', orderNumber, number, statusUrl, receipt });
  if (checkout.step === 'done' && checkout.isEarlier) return;
  toast({ title: m.checkout_success_title, description: m.checkout_success_text });
}

/** This tab knows what it has paid. Any other order, paid elsewhere or on an earlier visit, is read from its page. */
async function receiptOf(checkout: Checkout, statusUrl: string | undefined): Promise<Receipt | undefined> {
  if (checkout.step === 'payment' && !checkout.payment.isEarlier) return receiptOfPayment(checkout);
  return statusUrl ? fetchOrder(statusUrl).then(receiptOfOrder, () => undefined) : undefined;
}

function confirm(paymentIntentId: string): Promise<ConfirmOrderAnswer> {
  const checkout = getCheckout();
  const attempt = checkout.step === 'payment' ? checkout.attempt : findAttempt();
  const clientSecret = checkout.step === 'returned' ? checkout.clientSecret : undefined;
  return confirmOrder(paymentIntentId, { attempt, clientSecret });
}

/**
 * After the provider says succeeded: asks the server to create the order. On failure the shopper sees an error and may
 * retry; the server's webhook and reconciliation create the order in any case.
 */
export async function settlePaid(paymentIntentId: string): Promise<void> {
  try {
    await finish(await confirm(paymentIntentId));
  } catch {
    dispatchCheckout({ type: 'paid' });
    toast({
      title: m.checkout_order_error_title,
      description: () => m.checkout_order_error_text({ email: shopFacts().email }),
      variant: 'destructive',
    });
  }
}

/**
 * Finds the state of a payment after a return or a reload: only the server's answer makes an order (P15). The server
 * does not say why there is none (P10), so a tab with the payment's secret asks the provider.
 */
export async function checkPayment(paymentIntentId: string): Promise<void> {
  try {
    await finish(await confirm(paymentIntentId));
  } catch (error) {
    const answered = error instanceof ApiError ? error.status : null;
    // Paid, but an order is not possible: the server's message says what follows, and the payment is over.
    if (answered === 409) return closeWithError(keptTextOfError(error, m.checkout_notice_unchecked));
    const checkout = getCheckout();
    if (checkout.step !== 'payment') return;
    const status = answered === 402 ? await findStatus(checkout.payment) : null;
    if (status === 'canceled') closeWithError(kept(m.checkout_payment_canceled));
    else if (status === 'open') release(paymentIntentId);
    else if (status === 'succeeded') dispatchCheckout({ type: 'paid' });
    else dispatchCheckout({ type: status ?? 'unchecked' });
  }
}

/**
 * The payment is unpaid and can be paid again. After a return from the bank's page a toast says so; a reload or the
 * browser's Back is not an error.
 */
function release(paymentIntentId: string): void {
  dispatchCheckout({ type: 'released', notice: 'not_completed' });
  if (!hasReturned(paymentIntentId)) return;
  toast({
    title: m.shop_payment_error(),
    description: m.checkout_notice_not_completed(),
    variant: 'destructive',
  });
}
