import { randomUUID } from 'node:crypto';
import type { Product } from '#brand/catalogue.ts';
import { AppError } from '#server/errors.ts';
import { withDeadline } from '#server/features/payments/provider.ts';
import type { Origin } from '#server/features/settlement/decline-watch.ts';
import type { SettlementDeps } from '#server/features/settlement/deps.ts';
import { recordStep } from '#server/features/settlement/instrumentation.ts';
import { type CheckoutDraft, openPayment } from '#server/features/settlement/open-payment.ts';
import type { RateSource } from '#server/features/shipping/rate-source.ts';
import { findQuotedRate, quoteShipping } from '#server/features/shipping/service.ts';
import {
  type CreatePaymentIntentAnswer,
  type CreatePaymentIntentInput,
  CURRENCY,
  type ShippingRatesAnswer,
  type ShippingRatesInput,
} from '#shared/checkout.ts';
import type { Language } from '#shared/language.ts';
import { centsToText, textToCents } from '#shared/money.ts';
import { orderTotals } from '#shared/totals.ts';
import { checkAmount, priceCart } from './cart.ts';

/** `catalogue` is what is for sale, at its prices. */
export type CheckoutDeps = SettlementDeps & { rates: RateSource; catalogue: readonly Product[] };

/** Limit for all provider calls of one start together. A try that exceeds it can be repeated. */
const START_MS = 11_000;

/**
 * Shipping rates for a cart and an address, kept as a quote.
 *
 * @throws AppError `product_unknown` · `address_unserved` · `rates_failed` · `rates_timeout`
 */
export async function quoteRates(
  deps: CheckoutDeps,
  input: ShippingRatesInput,
  language: Language,
): Promise<ShippingRatesAnswer> {
  const { quoteId, rates } = await recordStep(
    deps,
    'rates',
    async () => {
      const cart = priceCart(deps.catalogue, input.items, language);
      return quoteShipping(deps, { ...cart, address: input.shippingAddress }, language);
    },
    ({ rates: { length } }) => ({ rates: length }),
  );
  const offered = rates.map(({ service, carrier, amountCents, estimatedDays }, index) => ({
    rateId: String(index),
    servicelevel: { name: service },
    carrier,
    provider: carrier,
    amount: centsToText(amountCents),
    estimated_days: estimatedDays,
  }));
  return { quoteId, rates: offered };
}

/**
 * Stores the whole checkout, then starts its payment. The same attempt with the same content gives the same payment,
 * even when it is already paid. Other content replaces the earlier payment.
 *
 * @param attempt names one checkout of one browser; without it each call stands alone
 * @param origin who asks
 * @throws AppError `card_attempts` too many declined cards before · `product_unknown` · `minimum_order` ·
 * `amount_too_large` · `quote_expired` the chosen shipping was not quoted for this cart and address, or too long ago ·
 * `conflict` overtaken by a newer start · `already_paid` · `amount_mismatch` an older payment of the attempt turns out
 * to be paid · `payment_provider_failed` · `payment_provider_timeout`
 */
export async function startPayment(
  deps: CheckoutDeps,
  input: CreatePaymentIntentInput,
  attempt: string | undefined,
  origin: Origin,
): Promise<CreatePaymentIntentAnswer> {
  const { draft, payment } = await recordStep(
    deps,
    'payment_start',
    async () => {
      deps.declines.admit(origin);
      const draft = { ...(await draftCheckout(deps, input)), ...origin, attemptKey: attempt ?? randomUUID() };
      return { draft, payment: await withDeadline(START_MS, () => openPayment(deps, draft)) };
    },
    ({ payment: { id, amountCents } }) => ({ paymentId: id, amountCents }),
  );
  const { clientSecret, status } = payment;
  const { name: provider, publishableKey } = deps.payments;
  const charge = {
    lines: draft.lines.map(({ id, quantity, priceCents }) => ({ id, quantity, price: centsToText(priceCents) })),
    shippingCost: centsToText(draft.shippingCents),
    totalAmount: centsToText(draft.totalCents),
  };
  return {
    clientSecret,
    status: status === 'succeeded' || status === 'processing' ? status : 'open',
    provider,
    ...(publishableKey && { publishableKey }),
    charge,
  };
}

async function draftCheckout(
  deps: CheckoutDeps,
  { cartItems, addressData, shippingData }: CreatePaymentIntentInput,
): Promise<Omit<CheckoutDraft, 'attemptKey' | keyof Origin>> {
  const language = addressData.preferredLanguage;
  const cart = priceCart(deps.catalogue, cartItems, language);
  checkAmount(cart.subtotalCents);
  const choice = {
    service: shippingData.shippingMethod,
    carrier: shippingData.shippingCarrier,
    amountCents: toCents(shippingData.shippingCost),
  };
  const { quoteId, rateId } = shippingData;
  const named = quoteId !== undefined && rateId !== undefined ? { quoteId, index: Number(rateId) } : null;
  const rate = await findQuotedRate(deps, { ...cart, address: addressData }, choice, named);
  if (!rate) throw new AppError('quote_expired');
  checkAmount(cart.subtotalCents, rate.amountCents);
  const { subtotalCents, shippingCents, totalCents } = orderTotals(cart.lines, { shippingCents: rate.amountCents });
  return {
    lines: cart.lines.map(({ id, name, quantity, priceCents }) => ({ id, name, quantity, priceCents })),
    address: addressData,
    shippingMethod: rate.service,
    shippingCarrier: rate.carrier,
    subtotalCents,
    shippingCents,
    totalCents,
    currency: CURRENCY,
    preferredLanguage: language,
  };
}

/** A number is accepted only if it prints as plain decimal text: 1e-9 and NaN match no quote. */
function toCents(cost: number | string): number {
  return textToCents(String(cost)) ?? Number.NaN;
}
