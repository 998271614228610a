import * as m from '#messages';
import {
  ATTEMPT_HEADER,
  type ConfirmOrderAnswer,
  type CreatePaymentIntentAnswer,
  type CreatePaymentIntentInput,
  type PaymentProviderAnswer,
  PROOF_HEADER,
  type ShippingRatesAnswer,
} from '#shared/checkout/checkout.ts';
import type { CodeCheckAnswer } from '#shared/checkout/codes.ts';
import { AMOUNTS, type AmountCents, forEachAmountCents } from '#shared/core/amounts.ts';
import type { Localized } from '#shared/core/language.ts';
import { centsOf, centsToText, textToCents } from '#shared/core/money.ts';
import { linkSource } from '#shared/orders/source.ts';
import type { OrderStatusView } from '#shared/orders/status.ts';
import { offeredRates } from '#shared/shipping/offered-rates.ts';
import { ApiError, callApi, keptTextOfError } from '../../lib/api-client.ts';
import { getLanguage } from '../../lib/language.ts';
import type { KeptText } from '../../lib/text.ts';
import { type Cart, findProduct } from '../cart/cart.ts';
import { getProduct } from '../cart/cart-prices.ts';
import { toAddressInput } from './address/address-rules.ts';
import type { AddressDraft, Heat, OpenedPayment, Prices } from './checkout-machine.ts';
import { type LooseRate, type ShippingOption, toShippingOptions } from './shipping-option.ts';

const post = <Answer>(path: string, payload: unknown, headers?: Record<string, string>) =>
  callApi<Answer>(path, { method: 'POST', payload, headers });

/** What a checkout sends with its cart: its attempt, and the discount code unless it was refused. */
type Purchase = { attempt: string; code?: string | undefined; codeError?: KeptText | undefined };
/** `discountCents` is the discount that the shopper sees. */
type SeenPurchase = Purchase & { discountCents?: number | undefined };

type Quoted = {
  options: ShippingOption[];
  prices: Prices;
  discountCents: number;
  discountName: Localized | null;
  heat: Heat;
};

/**
 * Fetches the shipping rates of these lines to this address, with the prices that they are based on. Stock held by the
 * attempt itself counts as available. A code that cannot be used is left out, with the reason in `codeError`; a code
 * that comes with a reason is not sent.
 *
 * @throws ApiError also for an answer without rates, such as a message or nothing
 */
export async function fetchRates(
  lines: Cart,
  address: AddressDraft,
  { attempt, code, codeError }: Purchase,
): Promise<Quoted & { codeError?: KeptText }> {
  if (codeError) return { ...(await askForRates(lines, address, { attempt })), codeError };
  try {
    return await askForRates(lines, address, { attempt, code });
  } catch (error) {
    if (!code || !isCodeRefusal(error)) throw error;
    return fetchRates(lines, address, { attempt, code, codeError: codeErrorOf(error) });
  }
}

async function askForRates(lines: Cart, address: AddressDraft, { attempt, code }: Purchase): Promise<Quoted> {
  const { email, addressLine1, addressLine2, city, state, zipCode } = address;
  const input = {
    items: lines.map(({ id, quantity }) => {
      const product = getProduct(id);
      return { id, name: product.name[getLanguage()], quantity, price: centsToText(product.priceCents) };
    }),
    // A wallet hides the street until the payment is authorized.
    shippingAddress: { addressLine1: addressLine1 || null, addressLine2, city, state, zipCode },
    ...(code && { code }),
    ...(email && { email }),
  };
  const answer = await post<LooseRates>('/api/shipping-rates', input, { [ATTEMPT_HEADER]: attempt });
  const options = offeredRates(toShippingOptions(answer?.rates, answer?.quoteId));
  if (options.length === 0) throw new ApiError(200, JSON.stringify({ message: answer?.message }));
  const prices = (answer.lines ?? []).flatMap(({ id, price }) => {
    const cents = textToCents(price);
    return cents === null ? [] : [[id, cents] as const];
  });
  const discountCents = centsOf(answer.discount ?? '0.00');
  const { discountName = null, heat = null } = answer;
  return { options, prices: Object.fromEntries(prices), discountCents, discountName, heat };
}

/** The payment provider, before there is a payment. */
export const fetchProvider = () => callApi<PaymentProviderAnswer>('/api/payment-provider');

type LooseRates = Partial<Pick<ShippingRatesAnswer, 'quoteId' | 'lines' | 'discount' | 'discountName' | 'heat'>> & {
  rates?: LooseRate[];
  message?: string;
};

/** Whether a call was refused because a price differs from the quote. */
export function isPriceChange(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && error.body.includes('"price_changed"');
}

/** Whether a call was refused because of the shopper's discount code. */
export function isCodeRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && /"code":\s*"code_/.test(error.body);
}

/** Why the code cannot be used, as text. */
export const codeErrorOf = (error: ApiError): KeptText => keptTextOfError(error, m.checkout_code_unchecked);

/**
 * What is deducted from these lines by a code or, if this gives at least as much, without one, in US cents.
 *
 * @param code `''` for none
 * @throws ApiError also for a code that cannot be used
 */
export async function checkCode(
  lines: Cart,
  code: string,
  attempt: string,
): Promise<Omit<CodeCheckAnswer, 'discount'> & { discountCents: number }> {
  const items = lines.map(({ id, quantity }) => ({ id, quantity }));
  const answer = await post<CodeCheckAnswer>('/api/codes/check', { items, code }, { [ATTEMPT_HEADER]: attempt });
  return { ...answer, discountCents: centsOf(answer.discount) };
}

/**
 * Starts the payment of one attempt; the same attempt with the same content gives the same payment. While the shop has
 * many declined cards, the server requires a proof of work first, which the shopper does not see.
 *
 * @throws ApiError also for an answer without a payment
 */
export async function openPayment(
  lines: Cart,
  address: AddressDraft,
  option: ShippingOption,
  { attempt, code, codeError, discountCents }: SeenPurchase,
): Promise<OpenedPayment> {
  const input = {
    cartItems: lines.map(({ id, quantity }) => ({ id, quantity })),
    addressData: toAddressInput(address),
    shippingData: {
      shippingCost: centsToText(option.rateCents),
      shippingMethod: option.serviceName,
      shippingCarrier: option.carrier,
      ...option.quoted,
    },
    ...(code && !codeError && { code }),
    ...(discountCents && { shownDiscount: centsToText(discountCents) }),
    ...sourceOfVisit(),
  } satisfies Partial<Record<keyof CreatePaymentIntentInput, unknown>>;
  const ask = (proof?: string) =>
    post<Partial<CreatePaymentIntentAnswer> & { message?: string }>('/api/create-payment-intent', input, {
      [ATTEMPT_HEADER]: attempt,
      ...(proof && { [PROOF_HEADER]: proof }),
    });
  const answer = await ask().catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 428) throw error;
    const solve = import('./proof.ts').then(({ solveProof }) => solveProof(error.body));
    // When it cannot be solved, the server's message says what to do.
    return ask(await solve.catch(() => Promise.reject(error)));
  });
  const charge = answer?.charge && readCharge(answer.charge);
  if (!answer?.clientSecret || !charge) throw new ApiError(200, JSON.stringify({ message: answer?.message }));
  return {
    clientSecret: answer.clientSecret,
    status: answer.status ?? 'open',
    provider: answer.provider ?? 'sandbox',
    publishableKey: answer.publishableKey,
    ...(answer.heldSeconds !== undefined && { heldUntil: Date.now() + answer.heldSeconds * 1000 }),
    charge,
  };
}

/** The source in the link that opened this page. It is not stored, so another document does not have it. */
function sourceOfVisit(): { source?: string } {
  const [visit] = performance.getEntriesByType('navigation');
  const source = linkSource(new URLSearchParams(visit?.name.split('?')[1]?.split('#')[0]));
  return source ? { source } : {};
}

/** `null` when an amount cannot be parsed: an unknown price must not appear as zero. */
function readCharge(charge: NonNullable<CreatePaymentIntentAnswer['charge']>): OpenedPayment['charge'] | null {
  const shippingCents = textToCents(charge.shippingCost);
  const amounts = forEachAmountCents(AMOUNTS, (name) => textToCents(charge[name] ?? '0.00'));
  const totalCents = textToCents(charge.totalAmount);
  const lines = charge.lines.flatMap(({ id, quantity, price }) => {
    const product = findProduct(id);
    return product ? [{ id: product.id, quantity, priceCents: textToCents(price) }] : [];
  });
  if (shippingCents === null || totalCents === null || !isKnown(amounts)) return null;
  const { discountName } = charge;
  return lines.every(isPriced) ? { lines, shippingCents, ...amounts, discountName, totalCents } : null;
}

const isKnown = (amounts: Record<keyof AmountCents, number | null>): amounts is AmountCents =>
  !Object.values(amounts).includes(null);

function isPriced<Line extends { priceCents: number | null }>(line: Line): line is Line & { priceCents: number } {
  return line.priceCents !== null;
}

/** An order, read from its status page's path. */
export function fetchOrder(statusUrl: string): Promise<OrderStatusView> {
  return callApi<OrderStatusView>(`/api${statusUrl.replace('/order/', '/orders/')}`);
}

/** This browser's proof for a payment that it started. */
export type PaymentClaim = { attempt: string | null; clientSecret?: string | undefined };

/**
 * Asks the server to create the order of a paid checkout; safe to repeat. The order's link is returned only with a
 * valid proof.
 */
export function confirmOrder(
  paymentIntentId: string,
  { attempt, clientSecret }: PaymentClaim,
): Promise<ConfirmOrderAnswer> {
  const headers = attempt === null ? undefined : { [ATTEMPT_HEADER]: attempt };
  return post<ConfirmOrderAnswer>('/api/confirm-order', { paymentIntentId, clientSecret }, headers);
}
