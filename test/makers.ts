import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import {
  ATTEMPT_HEADER,
  type CartLine,
  type CheckoutAddress,
  type CreatePaymentIntentAnswer,
  type ShippingRate,
} from '#shared/checkout/checkout.ts';
import type { Language } from '#shared/core/language.ts';
import type { TestApp } from './app.ts';

/** For suites that call more often than people do. */
export const NO_LIMITS = {
  LIMIT_PAYMENT_STARTS: '1000000',
  LIMIT_PAYMENT_STARTS_OVERALL: '1000000',
  LIMIT_RATES: '1000000',
  LIMIT_CONFIRMATIONS: '1000000',
  LIMIT_CHECKOUTS_AT_ONCE: '1000000',
};

/** A valid address, by default in Hialeah. */
export function anAddress(changes: Partial<CheckoutAddress> = {}): CheckoutAddress {
  return {
    fullName: 'María Núñez',
    email: 'maria@shopper.example',
    phone: '+1 305-555-0111',
    addressLine1: '12 Palm Avenue',
    addressLine2: 'Apt 4',
    city: 'Hialeah',
    state: 'FL',
    zipCode: '33010',
    preferredLanguage: 'en',
    ...changes,
  };
}

/** An address in New York, where shipping is paid. */
export function aNewYorkAddress(changes: Partial<CheckoutAddress> = {}): CheckoutAddress {
  return anAddress({ addressLine1: '350 5th Avenue', city: 'New York', state: 'NY', zipCode: '10118', ...changes });
}

/** A valid wholesale inquiry. */
export function anInquiry<T extends object>(changes?: T) {
  return {
    businessName: 'Bodega La Esquina',
    contactName: 'Rosa Peña',
    email: 'rosa@laesquina.example',
    phone: '+1 305-555-0177',
    storeType: 'convenience',
    location: '4102 NW 7th Street, Miami, FL',
    message: 'We would like two displays.',
    preferredLanguage: 'en' as Language,
    ...changes,
  };
}

/** By default one box. */
export function aCart(quantity = 1, id = 'box40'): CartLine[] {
  return [{ id, quantity }];
}

export type CheckoutChoice = {
  cart?: CartLine[];
  address?: CheckoutAddress;
  /** Picks among the quoted rates; by default the first. */
  pick?: (rates: ShippingRate[]) => ShippingRate | undefined;
  attempt?: string;
};

export function post(shop: TestApp, url: string, payload: object, headers: Record<string, string> = {}) {
  return shop.app.inject({ method: 'POST', url, payload, headers });
}

/** Quotes, and returns the body that starts the payment, for tests to change. */
export async function aPaymentStart(shop: TestApp, choice: CheckoutChoice = {}) {
  const { cart = aCart(), address = aNewYorkAddress(), pick = (rates) => rates[0] } = choice;
  const answer = await post(shop, '/api/shipping-rates', { items: cart, shippingAddress: address });
  const { rates } = answer.json<{ rates: ShippingRate[] }>();
  const rate = pick(rates ?? []);
  if (!rate) throw new Error(`No rate to choose: ${answer.body}`);
  return { cartItems: cart, addressData: address, shippingData: shippingDataOf(rate) };
}

/** The fields that the browser sends for the chosen rate, with its ids if there is a quote id. */
export function shippingDataOf(rate: ShippingRate | undefined, quoteId?: string) {
  if (!rate) throw new Error('No rate to choose');
  return {
    shippingCost: rate.amount,
    shippingMethod: rate.servicelevel.name,
    shippingCarrier: rate.carrier,
    ...(quoteId !== undefined && { quoteId, rateId: rate.rateId }),
  };
}

export type StartedCheckout = { paymentId: string; clientSecret: string };

/** A checkout with a started, unpaid payment. */
export async function startedCheckout(shop: TestApp, choice: CheckoutChoice = {}): Promise<StartedCheckout> {
  const answer = await startPayment(shop, await aPaymentStart(shop, choice), choice.attempt);
  if (answer.statusCode !== 200) throw new Error(`The payment did not start: ${answer.body}`);
  const { clientSecret } = answer.json<CreatePaymentIntentAnswer>();
  return { clientSecret, paymentId: paymentIdOf(clientSecret) };
}

/** Starts a payment, by default from a new address, because what one address holds without paying is limited. */
export function startPayment(
  shop: TestApp,
  body: object,
  attempt?: string,
  {
    remoteAddress = addressOf(attempt),
    headers = {},
  }: { remoteAddress?: string; headers?: Record<string, string> } = {},
): Promise<LightMyRequestResponse> {
  return shop.app.inject({
    method: 'POST',
    url: '/api/create-payment-intent',
    payload: body,
    headers: { ...headers, ...(attempt && { [ATTEMPT_HEADER]: attempt }) },
    remoteAddress,
  });
}

const addressOf = (attempt: string = randomUUID()) => `2001:db8:${attempt.slice(0, 4)}:${attempt.slice(4, 8)}::1`;

/** A checkout that is paid in the sandbox but not confirmed, as when the tab is closed at once. */
export async function paidSandbox(shop: TestApp, choice: CheckoutChoice = {}): Promise<StartedCheckout> {
  const checkout = await startedCheckout(shop, choice);
  const answer = await payByCard(shop, checkout);
  if (answer.statusCode !== 200) throw new Error(`The card was not taken: ${answer.body}`);
  return checkout;
}

/** Pays in the sandbox, by default with the card that always succeeds. */
export function payByCard(
  shop: TestApp,
  { paymentId, clientSecret }: StartedCheckout,
  cardNumber = '4242424242424242',
) {
  const card = { cardNumber, expiry: '12/34', cvc: '123' };
  return post(shop, `/api/sandbox-payments/${paymentId}/confirm`, { clientSecret, ...card });
}

/** Confirms with the payment's reference only, or with a proof of its start. */
export function confirm(
  shop: TestApp,
  paymentId: string,
  { attempt, clientSecret }: { attempt?: string; clientSecret?: string } = {},
) {
  const body = { paymentIntentId: paymentId, clientSecret };
  return post(shop, '/api/confirm-order', body, attempt ? { [ATTEMPT_HEADER]: attempt } : {});
}

export function paymentIdOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? '';
}
