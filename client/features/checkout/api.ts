import {
  ATTEMPT_HEADER,
  type ConfirmOrderAnswer,
  type CreatePaymentIntentAnswer,
  type CreatePaymentIntentInput,
  PROOF_HEADER,
} from '#shared/checkout.ts';
import { centsToText, textToCents } from '#shared/money.ts';
import type { OrderStatusView } from '#shared/order-status.ts';
import { ApiError, callApi } from '../../lib/api-client.ts';
import { getLanguage } from '../../lib/language.ts';
import { type Cart, findProduct, getProduct } from '../cart/cart.ts';
import { toAddressInput } from './address-rules.ts';
import type { AddressDraft, OpenedPayment } from './checkout-machine.ts';
import { type LooseRate, type ShippingOption, toShippingOptions } from './shipping-option.ts';

const post = <Answer>(path: string, payload: unknown, headers?: Record<string, string>) =>
  callApi<Answer>(path, { method: 'POST', payload, headers });

/**
 * The ways to ship these lines to this address.
 *
 * @throws ApiError also when the answer is a message, or nothing, in place of rates
 */
export async function fetchShippingOptions(lines: Cart, address: AddressDraft): Promise<ShippingOption[]> {
  const { addressLine1, addressLine2, city, state, zipCode } = address;
  const answer = await post<{ quoteId?: string; rates?: LooseRate[]; message?: string }>('/api/shipping-rates', {
    items: lines.map(({ id, quantity }) => {
      const product = getProduct(id);
      return { id, name: product.name[getLanguage()], quantity, price: centsToText(product.priceCents) };
    }),
    shippingAddress: { addressLine1, addressLine2, city, state, zipCode },
  });
  const options = toShippingOptions(answer?.rates, answer?.quoteId);
  if (options.length === 0) throw new ApiError(200, JSON.stringify({ message: answer?.message }));
  return options;
}

/**
 * Opens the payment of one attempt: the same attempt, asked again, is the same payment. A shop in which many cards are
 * declined asks for a computation first, which nobody sees.
 *
 * @throws ApiError also when the answer is a message in place of a payment
 */
export async function openPayment(
  lines: Cart,
  address: AddressDraft,
  option: ShippingOption,
  attempt: string,
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
  } satisfies Record<keyof CreatePaymentIntentInput, unknown>;
  const ask = (proof?: string) =>
    post<Partial<CreatePaymentIntentAnswer> & { message?: string }>('/api/create-payment-intent', input, {
      [ATTEMPT_HEADER]: attempt,
      ...(proof && { [PROOF_HEADER]: proof }),
    });
  const answer = await ask().catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 428) throw error;
    const solve = import('./proof.ts').then(({ solveProof }) => solveProof(error.body));
    // Where it cannot be solved, the server's message says what to do.
    return ask(await solve.catch(() => Promise.reject(error)));
  });
  const charge = answer?.charge && readCharge(answer.charge);
  if (!answer?.clientSecret || !charge) throw new ApiError(200, JSON.stringify({ message: answer?.message }));
  return {
    clientSecret: answer.clientSecret,
    status: answer.status ?? 'open',
    provider: answer.provider ?? 'sandbox',
    publishableKey: answer.publishableKey,
    charge,
  };
}

/** `null` when an amount cannot be read: nobody is shown a price of zero in place of one that is not known. */
function readCharge(charge: NonNullable<CreatePaymentIntentAnswer['charge']>): OpenedPayment['charge'] | null {
  const shippingCents = textToCents(charge.shippingCost);
  const totalCents = textToCents(charge.totalAmount);
  const lines = charge.lines.flatMap(({ id, quantity, price }) => {
    const product = findProduct(id);
    return product ? [{ id: product.id, quantity, priceCents: textToCents(price) }] : [];
  });
  if (shippingCents === null || totalCents === null || !lines.every(isPriced)) return null;
  return { lines, shippingCents, totalCents };
}

function isPriced<Line extends { priceCents: number | null }>(line: Line): line is Line & { priceCents: number } {
  return line.priceCents !== null;
}

/** What an order holds, by its status page's address. */
export async function fetchOrderedLines(statusUrl: string): Promise<OrderStatusView['items']> {
  return (await callApi<OrderStatusView>(`/api${statusUrl.replace('/order/', '/orders/')}`)).items;
}

/** What this browser has of a payment that it started. */
export type PaymentClaim = { attempt: string | null; clientSecret?: string | undefined };

/** Asks the server to turn a paid checkout into its order; safe to repeat. The order's link comes with a proof that holds. */
export function confirmOrder(
  paymentIntentId: string,
  { attempt, clientSecret }: PaymentClaim,
): Promise<ConfirmOrderAnswer> {
  const headers = attempt === null ? undefined : { [ATTEMPT_HEADER]: attempt };
  return post<ConfirmOrderAnswer>('/api/confirm-order', { paymentIntentId, clientSecret }, headers);
}
