import { randomUUID } from 'node:crypto';
import { AppError, type ErrorCode } from '#server/errors.ts';
import type { CatalogueSnapshot } from '#server/features/catalogue/live-catalogue.ts';
import { type AppliedCode, applyCode } from '#server/features/codes/service.ts';
import { withDeadline } from '#server/features/payments/provider.ts';
import type { Origin } from '#server/features/settlement/declines/watch.ts';
import type { SettlementDeps } from '#server/features/settlement/deps.ts';
import { recordStep } from '#server/features/settlement/instrumentation.ts';
import { type CheckoutDraft, openPayment } from '#server/features/settlement/open-payment.ts';
import type { RateSource } from '#server/features/shipping/rate-source.ts';
import {
  type AtQuote,
  findQuotedPrices,
  findQuotedRate,
  quoteShipping,
  type Shipment,
} from '#server/features/shipping/service.ts';
import { requireStock } from '#server/features/stock/service.ts';
import { estimateTaxes } from '#server/features/tax/estimate.ts';
import type { TaxProvider } from '#server/features/tax/provider.ts';
import {
  type CodeCheck,
  type CreatePaymentIntentAnswer,
  type CreatePaymentIntentInput,
  CURRENCY,
  type ShippingRatesAnswer,
  type ShippingRatesInput,
} from '#shared/checkout/checkout.ts';
import type { CodeCheckAnswer } from '#shared/checkout/codes.ts';
import { HOLD_MINUTES } from '#shared/checkout/hold-times.ts';
import { ADDITIONS, AMOUNTS, amountTexts, sumAmounts } from '#shared/core/amounts.ts';
import type { Language } from '#shared/core/language.ts';
import { centsToText, textToCents } from '#shared/core/money.ts';
import { orderTotals } from '#shared/core/totals.ts';
import { sourceOf } from '#shared/orders/source.ts';
import { amountsOfSale } from './amounts.ts';
import { checkAmount, describePriceChanges, priceCart } from './cart.ts';

export type CheckoutDeps = SettlementDeps & { rates: RateSource; taxes: TaxProvider };

/** Refusals that may not apply with a newer catalogue. */
const BY_CATALOGUE: ReadonlySet<ErrorCode> = new Set([
  'product_unknown',
  'sold_out',
  'minimum_order',
  'amount_too_large',
  'quote_expired',
  'price_changed',
  'heat_hold',
  'heat_closed',
  'heat_service',
]);

/** Time limit for all provider calls of one start together. A try that exceeds it can be repeated. */
const START_MS = 11_000;

/**
 * Shipping rates for a cart and an address, stored as a quote. It checks the stock but holds nothing.
 *
 * @param attempt of the browser's checkout, whose own hold does not count
 * @throws AppError `product_unknown` · `sold_out` · `code_unknown` · `code_minimum` · `code_used_up` ·
 * `address_unserved` · `tax_address` · `tax_unavailable` · `rates_failed` · `rates_timeout` · `heat_hold` ·
 * `heat_closed` · `heat_service`
 */
export async function quoteRates(
  deps: CheckoutDeps,
  input: ShippingRatesInput,
  language: Language,
  attempt?: string,
): Promise<ShippingRatesAnswer> {
  const { quoteId, rates, lines, discountCents, taxRule, heat } = await recordStep(
    deps,
    'rates',
    () =>
      withCurrentCatalogue(deps, async (catalogue) => {
        const cart = priceCart(catalogue, input.items, language);
        const { subtotalCents } = cart;
        const code = await applyCode(deps, input.code, { subtotalCents, attempt, language });
        const shipment = { ...cart, address: input.shippingAddress, freeByCode: freeByCode(code) };
        const quote = await quoteShipping(deps, shipment, language);
        if (quote.isCounted) await requireStock(deps, cart.lines, language, attempt);
        return { ...quote, lines: cart.lines, discountCents: code?.discountCents ?? 0 };
      }),
    ({ rates: { length } }) => ({ rates: length }),
  );
  const sale = { lines, discountCents, address: input.shippingAddress, rule: taxRule };
  const amounts = rates.map(({ amountCents }) => amountCents);
  const taxes = await estimateTaxes(deps, sale, amounts);
  const offered = rates.map(({ service, carrier, amountCents, estimatedDays, shipBy, arriveBy }, index) => ({
    rateId: String(index),
    servicelevel: { name: service },
    carrier,
    provider: carrier,
    amount: centsToText(amountCents),
    ...amountTexts(ADDITIONS, amountsOfSale({ discountCents, taxes: taxes[index] ?? null })),
    estimated_days: estimatedDays,
    ships_by: shipBy,
    arrives_by: arriveBy,
  }));
  return { quoteId, rates: offered, lines: lines.map(toWireLine), discount: centsToText(discountCents), heat };
}

const freeByCode = (code: AppliedCode | null) => (code?.kind === 'free_shipping' ? code.code : undefined);

/**
 * The discount of a code on a cart, before an address is known; holds nothing.
 *
 * @throws AppError `product_unknown` · `sold_out` · `code_unknown` · `code_minimum` · `code_used_up`
 */
export async function checkCode(
  deps: CheckoutDeps,
  { items, code }: CodeCheck,
  language: Language,
  attempt?: string,
): Promise<CodeCheckAnswer> {
  const { subtotalCents } = priceCart(deps.catalogue(), items, language);
  const applied = await applyCode(deps, code, { subtotalCents, attempt, language });
  if (!applied) throw new AppError('code_unknown');
  return { code: applied.code, kind: applied.kind, discount: centsToText(applied.discountCents) };
}

const toWireLine = ({ id, quantity, priceCents }: { id: string; quantity: number; priceCents: number }) => ({
  id,
  quantity,
  price: centsToText(priceCents),
});

/**
 * Runs the work with the cached catalogue, and again if the database turned out to have a newer one: another instance
 * may have published within the last second.
 */
async function withCurrentCatalogue<T extends { revision: number }>(
  deps: Pick<CheckoutDeps, 'catalogue' | 'content'>,
  work: (catalogue: CatalogueSnapshot) => Promise<T>,
): Promise<T> {
  const catalogue = deps.catalogue();
  const isOutdated = async () => {
    await deps.content.refresh();
    return deps.catalogue().revision !== catalogue.revision;
  };
  try {
    const result = await work(catalogue);
    if (result.revision === catalogue.revision || !(await isOutdated())) return result;
  } catch (error) {
    // The newer catalogue may have the product on sale, or at another price.
    if (!(error instanceof AppError) || !BY_CATALOGUE.has(error.code) || !(await isOutdated())) throw error;
  }
  return work(deps.catalogue());
}

/**
 * Stores the whole checkout, then starts its payment. The same attempt with the same content gives the same payment,
 * even when it is already paid. Other content replaces the earlier payment.
 *
 * @param attempt identifies one checkout of one browser; without it every call is a new one
 * @param origin who starts it
 * @throws AppError `card_attempts` too many declined cards before · `code_unknown` · `code_minimum` · `code_used_up` ·
 * `product_unknown` · `sold_out` · `minimum_order` · `amount_too_large` · `price_changed` a price differs from the
 * quote: the shopper needs a new one · `quote_expired` the chosen shipping was not quoted for this cart and address, or
 * too long ago · `conflict` overtaken by a newer start · `already_paid` · `amount_mismatch` an older payment of the
 * attempt turns out to be paid · `tax_address` · `tax_unavailable` · `payment_provider_failed` ·
 * `payment_provider_timeout`
 */
export async function startPayment(
  deps: CheckoutDeps,
  input: CreatePaymentIntentInput,
  attempt: string | undefined,
  origin: Origin,
): Promise<CreatePaymentIntentAnswer> {
  const { draft, payment, isHeld } = await recordStep(
    deps,
    'payment_start',
    async () => {
      const startedMs = deps.clock.monotonicMs();
      deps.declines.admit(origin);
      const content = await withCurrentCatalogue(deps, (catalogue) => draftCheckout(deps, catalogue, input, attempt));
      const draft = { ...content.draft, ...origin, attemptKey: attempt ?? randomUUID() };
      const { isCounted } = content;
      // The tax provider has used a part of the time.
      const leftMs = START_MS - (deps.clock.monotonicMs() - startedMs);
      return { draft, ...(await withDeadline(leftMs, () => openPayment(deps, draft, { isCounted }))) };
    },
    ({ payment: { id, amountCents } }) => ({ paymentId: id, amountCents }),
  );
  const { clientSecret, status } = payment;
  const charge = {
    lines: draft.lines.map(toWireLine),
    shippingCost: centsToText(draft.shippingCents),
    ...amountTexts(AMOUNTS, draft),
    totalAmount: centsToText(draft.totalCents),
  };
  return {
    clientSecret,
    status: status === 'succeeded' || status === 'processing' ? status : 'open',
    ...providerOf(deps),
    ...(isHeld !== null && { heldSeconds: isHeld ? HOLD_MINUTES * 60 : 0 }),
    charge,
  };
}

/** The payment provider, and the key for its script in the browser. */
export function providerOf({ payments: { name, publishableKey } }: Pick<CheckoutDeps, 'payments'>) {
  return { provider: name, ...(publishableKey && { publishableKey }) };
}

async function draftCheckout(
  deps: CheckoutDeps,
  catalogue: CatalogueSnapshot,
  { cartItems, addressData, shippingData, code: typed, source }: CreatePaymentIntentInput,
  attempt: string | undefined,
): Promise<{ draft: Omit<CheckoutDraft, 'attemptKey' | keyof Origin> } & Omit<AtQuote, 'taxRule'>> {
  const language = addressData.preferredLanguage;
  const cart = priceCart(catalogue, cartItems, language);
  const { subtotalCents } = cart;
  checkAmount(language, subtotalCents);
  const code = await applyCode(deps, typed, { subtotalCents, email: addressData.email, attempt, language });
  const choice = {
    service: shippingData.shippingMethod,
    carrier: shippingData.shippingCarrier,
    amountCents: toCents(shippingData.shippingCost),
  };
  const { quoteId, rateId } = shippingData;
  const named = quoteId !== undefined && rateId !== undefined ? { quoteId, index: Number(rateId) } : null;
  const shipment = { ...cart, address: addressData, freeByCode: freeByCode(code) };
  const found = await findQuotedRate(deps, shipment, choice, named, language);
  if (!found) throw await refusalOfQuote(deps, shipment, named?.quoteId, language);
  const { rate, taxRule, ...at } = found;
  const shippingCents = rate.amountCents;
  const discountCents = code?.discountCents ?? 0;
  const sale = { lines: cart.lines, discountCents, address: addressData, rule: taxRule };
  const [taxes] = await estimateTaxes(deps, sale, [shippingCents]);
  if (!taxes) throw new AppError('tax_unavailable');
  const amounts = amountsOfSale({ discountCents, taxes });
  checkAmount(language, subtotalCents, shippingCents + sumAmounts(ADDITIONS, amounts));
  const { totalCents } = orderTotals(cart.lines, { shippingCents, ...amounts });
  const draft = {
    lines: cart.lines.map(({ id, name, names, quantity, priceCents, components }) => ({
      ...{ id, name, names, quantity, priceCents },
      ...(components && { components }),
    })),
    address: addressData,
    shippingMethod: rate.service,
    shippingCarrier: rate.carrier,
    shipBy: rate.shipBy ?? null,
    arriveBy: rate.arriveBy ?? null,
    subtotalCents,
    shippingCents,
    ...amounts,
    discountCode: code?.code ?? null,
    codeId: code?.id ?? null,
    source: sourceOf(source),
    taxes,
    totalCents,
    currency: CURRENCY,
    preferredLanguage: language,
  };
  return { draft, ...at };
}

/** Why no rate was found: the quote had other prices, or there is no quote. */
async function refusalOfQuote(
  deps: CheckoutDeps,
  shipment: Shipment,
  quoteId: string | undefined,
  language: Language,
): Promise<AppError> {
  const quoted = await findQuotedPrices(deps, shipment, quoteId);
  const changes = quoted && describePriceChanges(quoted, shipment.lines, language);
  return changes ? new AppError('price_changed', { values: { changes } }) : new AppError('quote_expired');
}

/** A number is accepted only if it prints as plain decimal text: 1e-9 and NaN match no quote. */
function toCents(cost: number | string): number {
  return textToCents(String(cost)) ?? Number.NaN;
}
