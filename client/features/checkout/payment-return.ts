const RETURN_PARAMETERS = ['payment_intent', 'payment_intent_client_secret', 'redirect_status'];

let returnedId: string | null = null;

/** Whether this document was opened by the provider's page, with this payment. */
export function hasReturned(paymentIntentId: string): boolean {
  return paymentIntentId === returnedId;
}

/**
 * After a payment's step on another page: takes the payment's reference out of the address, and with it the secret,
 * before anything else can read or keep it. What `redirect_status` claims is not looked at (P15).
 */
export function takePaymentReturn(): string | null {
  const url = new URL(location.href);
  const id = url.searchParams.get('payment_intent');
  if (!RETURN_PARAMETERS.some((name) => url.searchParams.has(name))) return null;
  for (const name of RETURN_PARAMETERS) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
  returnedId = id && /^pi_\w{8,120}$/.test(id) ? id : null;
  return returnedId;
}
