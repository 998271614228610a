import { randomUUID } from 'node:crypto';
import { AppError, type ErrorCode } from '#server/errors.ts';
import type { CatalogueSnapshot } from '#server/features/catalogue/live-catalogue.ts';
import {
  type AppliedDiscount,
  applyCode,
  bestAutomatic,
  betterOf,
  type DiscountedCart,
  listAutomatic,
} from '#server/features/codes/service.ts';
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
import { centsToText, formatPrice, textToCents } from '#shared/core/money.ts';
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
 * @param caller the network that asks, as a hash
 * @throws AppError `product_unknown` · `sold_out` · `code_unknown` · `code_planned` · `code_ended` · `code_products` ·
 * `code_minimum` · `code_used_up` · `address_unserved` · `tax_address` · `tax_unavailable` · `rates_failed` ·
 * `rates_timeout` · `heat_hold` · `heat_closed` · `heat_service`
 */
export async function quoteRates(
  deps: CheckoutDeps,
  input: ShippingRatesInput,
  language: Language,
  { attempt, caller }: Shopper,
): Promise<ShippingRatesAnswer> {
  const { quoteId, rates, lines, discount, taxRule, heat } = await recordStep(
    deps,
    'rates',
    () =>
      withCurrentCatalogue(deps, async (catalogue) => {
        const cart = priceCart(catalogue, input.items, language);
        // A typed code's limit per person is decided at the payment, which names the reason.
        const code = await applyTyped(deps, catalogue, input.code, { ...cart, attempt, language });
        const shipment = { ...cart, address: input.shippingAddress };
        const first = await quoteShipping(deps, { ...shipment, freeByCode: freeByCode(code) }, language);
        const buyer = { ...cart, attempt, email: input.email };
        const automatic = await bestAutomatic(deps, first.automatic, buyer, caller);
        const isEitherOr = code?.kind === 'free_shipping' && automatic !== null;
        // A code for free shipping is worth the cheapest rate of a quote without it.
        const paid = isEitherOr ? await quoteShipping(deps, shipment, language) : null;
        const savedCents = Math.min(...(paid?.rates ?? []).map(({ amountCents }) => amountCents));
        const isCodeBetter = isEitherOr && savedCents > automatic.discountCents;
        const quote = paid && !isCodeBetter ? paid : first;
        if (quote.isCounted) await requireStock(deps, cart.lines, language, attempt);
        const discount = isCodeBetter ? code : betterOf(code, automatic);
        return { ...quote, lines: withShares(cart.lines, discount), discount };
      }),
    ({ rates: { length } }) => ({ rates: length }),
  );
  const discountCents = discount?.discountCents ?? 0;
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
  return {
    quoteId,
    rates: offered,
    lines: lines.map(toWireLine),
    discount: centsToText(discountCents),
    discountName: discount?.name ?? null,
    heat,
  };
}

/** The shopper: the attempt of the browser's checkout, and the network as a hash. */
type Shopper = { attempt?: string | undefined; caller: string };

const applyTyped = (
  deps: CheckoutDeps,
  { find }: Pick<CatalogueSnapshot, 'find'>,
  typed: string | null | undefined,
  cart: DiscountedCart,
) => applyCode(deps, typed, cart, (id) => find(id)?.name[cart.language]);

/** The lines with their shares of the discount, on which tax, refunds and order lines are based. */
const withShares = <Line extends object>(lines: readonly Line[], discount: AppliedDiscount | null) =>
  lines.map((line, i) => ({ ...line, ...(discount && { discountCents: discount.shares[i] ?? 0 }) }));

const freeByCode = (code: AppliedDiscount | null) => (code?.kind === 'free_shipping' ? code.code : undefined);

/**
 * The discount of a cart before an address is known: the code's, or the automatic one if it gives at least as much.
 * Holds nothing. A code for free shipping always wins here, because its worth is not known yet.
 *
 * @throws AppError `product_unknown` · `sold_out` · `code_unknown` · `code_planned` · `code_ended` · `code_products` ·
 * `code_minimum` · `code_used_up`
 */
export async function checkCode(
  deps: CheckoutDeps,
  { items, code }: CodeCheck,
  language: Language,
  { attempt, caller }: Shopper,
): Promise<CodeCheckAnswer> {
  const catalogue = deps.catalogue();
  const cart = priceCart(catalogue, items, language);
  const typed = await applyTyped(deps, catalogue, code, { ...cart, attempt, language });
  const automatic = await bestAutomatic(deps, await listAutomatic(deps), { ...cart, attempt }, caller);
  const applied = typed?.kind === 'free_shipping' ? typed : betterOf(typed, automatic);
  return {
    code: applied?.code ?? null,
    kind: applied?.kind ?? null,
    discount: centsToText(applied?.discountCents ?? 0),
    name: applied?.name ?? null,
  };
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
 * @throws AppError `card_attempts` too many declined cards before · `code_unknown` · `code_planned` · `code_ended` ·
 * `code_products` · `code_minimum` · `code_used_up` · `product_unknown` · `sold_out` · `minimum_order` ·
 * `amount_too_large` · `price_changed` a price differs from the quote, or the discount is less than the shopper saw: a
 * new quote is needed · `quote_expired` the chosen shipping was not quoted for this cart and address, or too long ago ·
 * `conflict` overtaken by a newer start · `already_paid` · `amount_mismatch` an older payment of the attempt turns out
 * to be paid · `payments_closed` · `tax_address` · `tax_unavailable` · `payment_provider_failed` · `payment_provider_timeout`
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
      // Before anything is held or stored for a payment that cannot be made.
      if (deps.config.closed) throw new AppError('payments_closed');
      const startedMs = deps.clock.monotonicMs();
      deps.declines.admit(origin);
      const content = await withCurrentCatalogue(deps, (catalogue) =>
        draftCheckout(deps, catalogue, input, { attempt, caller: origin.caller }),
      );
      const draft = { ...content.draft, ...origin, attemptKey: attempt ?? randomUUID() };
      const { isCounted } = content;
      // The tax provider has used a part of the time.
      const leftMs = START_MS - (deps.clock.monotonicMs() - startedMs);
      try {
        return { draft, ...(await withDeadline(leftMs, () => openPayment(deps, draft, { isCounted }))) };
      } catch (error) {
        throw withoutDiscount(draft, error);
      }
    },
    ({ payment: { id, amountCents } }) => ({ paymentId: id, amountCents }),
  );
  const { clientSecret, status } = payment;
  const charge = {
    lines: draft.lines.map(toWireLine),
    shippingCost: centsToText(draft.shippingCents),
    ...amountTexts(AMOUNTS, draft),
    discountName: draft.discountName,
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

/**
 * The last use of an automatic discount is taken. The shopper cannot remove it like a code, so the quote is refused as
 * changed.
 */
function withoutDiscount({ discountName, discountCents, preferredLanguage: language }: Discounted, error: unknown) {
  const isLost = error instanceof AppError && (error.code === 'code_used_up' || error.code === 'code_unknown');
  return discountName && isLost ? discountFell(discountCents, 0, language, discountName[language]) : error;
}

type Discounted = Pick<CheckoutDraft, 'discountName' | 'discountCents' | 'preferredLanguage'>;

function discountFell(beforeCents: number, afterCents: number, language: Language, name = ''): AppError {
  const [before, after] = [beforeCents, afterCents].map((cents) => `−${formatPrice(cents, language)}`);
  return new AppError('price_changed', { values: { changes: `${name} ${before} → ${after}`.trim() } });
}

/** The payment provider, and the key for its script in the browser. */
export function providerOf({ payments: { name, publishableKey }, config }: Pick<CheckoutDeps, 'payments' | 'config'>) {
  if (config.closed) throw new AppError('payments_closed');
  return { provider: name, ...(publishableKey && { publishableKey }) };
}

async function draftCheckout(
  deps: CheckoutDeps,
  catalogue: CatalogueSnapshot,
  { cartItems, addressData, shippingData, code: typed, shownDiscount, source }: CreatePaymentIntentInput,
  { attempt, caller }: { attempt: string | undefined; caller: string | null },
): Promise<{ draft: Omit<CheckoutDraft, 'attemptKey' | keyof Origin> } & Pick<AtQuote, 'revision' | 'isCounted'>> {
  const language = addressData.preferredLanguage;
  const cart = priceCart(catalogue, cartItems, language);
  const { subtotalCents } = cart;
  checkAmount(language, subtotalCents);
  const buyer = { ...cart, email: addressData.email, attempt, language };
  const code = await applyTyped(deps, catalogue, typed, buyer);
  const choice = {
    service: shippingData.shippingMethod,
    carrier: shippingData.shippingCarrier,
    amountCents: toCents(shippingData.shippingCost),
  };
  const { quoteId, rateId } = shippingData;
  const named = quoteId !== undefined && rateId !== undefined ? { quoteId, index: Number(rateId) } : null;
  const shipment = { ...cart, address: addressData };
  const isFree = code?.kind === 'free_shipping';
  const withCode = await findQuotedRate(deps, { ...shipment, freeByCode: freeByCode(code) }, choice, named, language);
  // If an automatic discount was worth more than free shipping, the quote has no free rate.
  const found = withCode ?? (isFree ? await findQuotedRate(deps, shipment, choice, named, language) : null);
  if (!found) throw await refusalOfQuote(deps, shipment, named?.quoteId, language);
  const { rate, taxRule, automatic: all, ...at } = found;
  const shippingCents = rate.amountCents;
  const automatic = isFree && withCode ? null : await bestAutomatic(deps, all, buyer, caller);
  const discount = isFree && !withCode ? automatic : betterOf(code, automatic);
  const discountCents = discount?.discountCents ?? 0;
  const shownCents = shownDiscount === undefined ? 0 : (textToCents(shownDiscount) ?? 0);
  if (discountCents < shownCents) throw discountFell(shownCents, discountCents, language);
  if (isFree && !discount) throw new AppError('quote_expired');
  const lines = withShares(cart.lines, discount);
  const sale = { lines, discountCents, address: addressData, rule: taxRule };
  const [taxes] = await estimateTaxes(deps, sale, [shippingCents]);
  if (!taxes) throw new AppError('tax_unavailable');
  const amounts = amountsOfSale({ discountCents, taxes });
  checkAmount(language, subtotalCents, shippingCents + sumAmounts(ADDITIONS, amounts));
  const { totalCents } = orderTotals(cart.lines, { shippingCents, ...amounts });
  const draft = {
    lines: lines.map(({ id, name, names, quantity, priceCents, discountCents, components }) => ({
      ...{ id, name, names, quantity, priceCents },
      ...(discountCents !== undefined && { discountCents }),
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
    discountCode: discount?.code ?? null,
    discountName: discount?.name ?? null,
    codeId: discount?.id ?? null,
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
