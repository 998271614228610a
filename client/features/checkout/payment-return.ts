const RETURN_PARAMETERS = ['payment_intent', 'payment_intent_client_secret', 'redirect_status'];

let returnedId: string | null = null;

/** Whether this document was opened by a redirect from the provider's page, with this payment. */
export function hasReturned(paymentIntentId: string): boolean {
  return paymentIntentId === returnedId;
}

/** A payment's reference, and its secret if the URL had one. */
export type PaymentReturn = { paymentIntentId: string; clientSecret?: string | undefined };

/**
 * After the return from a provider's page: removes the payment's reference and secret from the URL, before other code
 * can read or store it. `redirect_status` is not trusted (P15).
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
