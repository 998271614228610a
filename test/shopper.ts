import {
  ATTEMPT_HEADER,
  type CartLine,
  type CheckoutAddress,
  type ConfirmOrderAnswer,
  type CreatePaymentIntentAnswer,
  PROOF_HEADER,
  type ShippingRate,
} from '#shared/checkout/checkout.ts';
import { aCart, aNewYorkAddress, paymentIdOf, shippingDataOf } from './makers.ts';
import { proofFor } from './proof.ts';

/** A call of the running program; throws unless it is answered with 2xx. */
export async function call<T>(
  url: string,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<T> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as T;
}

type Start = {
  cart?: CartLine[];
  address?: CheckoutAddress;
  attempt?: string;
  source?: string;
  onRate?: (cents: number) => void;
};

/**
 * Quotes and starts a payment; returns the secret with which a browser would pay it. For a scarce product it proves its
 * work, like the shop's page.
 *
 * @param start.attempt identifies the purchase, like a browser
 * @param start.source of the link that brought the shopper
 * @param start.onRate called with the offered shipping before the payment is requested
 */
export async function startPaymentFor(
  url: string,
  { cart = aCart(), address = aNewYorkAddress(), attempt, source, onRate }: Start = {},
): Promise<string> {
  const quoted = { items: cart, shippingAddress: address };
  const { rates } = await call<{ rates: ShippingRate[] }>(url, '/api/shipping-rates', quoted);
  const [rate] = rates;
  onRate?.(Math.round(Number(rate?.amount) * 100));
  const body = { cartItems: cart, addressData: address, shippingData: shippingDataOf(rate), source };
  const headers: Record<string, string> = attempt === undefined ? {} : { [ATTEMPT_HEADER]: attempt };
  const path = '/api/create-payment-intent';
  const { clientSecret } = await call<CreatePaymentIntentAnswer>(url, path, body, headers).catch(async (error) => {
    const [, refusal] = /answered 428: (.*)/.exec(String(error)) ?? [];
    if (refusal === undefined) throw error;
    return call<CreatePaymentIntentAnswer>(url, path, body, { ...headers, [PROOF_HEADER]: await proofFor(refusal) });
  });
  return clientSecret;
}

/** Quotes, starts a payment and pays it with the sandbox card, without creating the order. */
export async function payFor(url: string, start: Omit<Start, 'onRate'> = {}): Promise<string> {
  const clientSecret = await startPaymentFor(url, start);
  const paymentId = paymentIdOf(clientSecret);
  await call(url, `/api/sandbox-payments/${paymentId}/confirm`, {
    clientSecret,
    cardNumber: '4242 4242 4242 4242',
    expiry: '12/40',
    cvc: '123',
  });
  return paymentId;
}

/** Creates the order of a paid payment. @param attempt that started it, for callers who want the order's link */
export function confirmOrder(url: string, paymentId: string, attempt?: string): Promise<ConfirmOrderAnswer> {
  const body = { paymentIntentId: paymentId };
  return call(url, '/api/confirm-order', body, attempt ? { [ATTEMPT_HEADER]: attempt } : {});
}
