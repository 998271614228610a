const RETURN_PARAMETERS = ['payment_intent', 'payment_intent_client_secret', 'redirect_status'];

let returnedId: string | null = null;

/** Whether this document was opened by the provider's page, with this payment. */
export function hasReturned(paymentIntentId: string): boolean {
  return paymentIntentId === returnedId;
}

/** A payment's reference, and its secret where the address had one. */
export type PaymentReturn = { paymentIntentId: string; clientSecret?: string | undefined };

/**
 * After a payment's step on another page: takes the payment's reference out of the address, and with it the secret,
 * before anything else can read or keep it. What `redirect_status` claims is not looked at (P15).
 */
export function takePaymentReturn(): PaymentReturn | null {
  const url = new URL(location.href);
  const id = url.searchParams.get('payment_intent');
  const clientSecret = url.searchParams.get('payment_intent_client_secret');
  if (!RETURN_PARAMETERS.some((name) => url.searchParams.has(name))) return null;
  for (const name of RETURN_PARAMETERS) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
  returnedId = id && /^pi_\w{8,120}$/.test(id) ? id : null;
  if (returnedId === null) return null;
  return { paymentIntentId: returnedId, ...(clientSecret && { clientSecret }) };
}
