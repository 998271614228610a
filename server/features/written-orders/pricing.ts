import { AppError, errorText } from '#server/errors.ts';
import { amountsOfSale } from '#server/features/checkout/amounts.ts';
import { checkAmount, type PricedCart, priceCart } from '#server/features/checkout/cart.ts';
import type { CheckoutDeps } from '#server/features/checkout/service.ts';
import { type AppliedDiscount, applyCode } from '#server/features/codes/service.ts';
import { findQuotedRate, quoteShipping } from '#server/features/shipping/service.ts';
import { estimateTaxes } from '#server/features/tax/estimate.ts';
import { CURRENCY, type ShippingAddress } from '#shared/checkout/checkout.ts';
import { ADDITIONS, type AmountCents, sumAmounts } from '#shared/core/amounts.ts';
import type { Language } from '#shared/core/language.ts';
import { orderTotals } from '#shared/core/totals.ts';
import { stateOfZip } from '#shared/places/zip-states.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import type { OrderTaxes } from '#shared/tax/tax.ts';
import type {
  WrittenOrderInput,
  WrittenPreview,
  WrittenPreviewInput,
  WrittenShipping,
} from '#shared/written-orders/written-orders.ts';
import type { ChangedPrice, WrittenContent } from './content.ts';
import { readRules } from './repository.ts';

type Line = WrittenPreviewInput['lines'][number];
type Cart = PricedCart & { changedPrices: ChangedPrice[] };
/** What a code may depend on. */
type Buyer = { email?: string | null | undefined; language: Language; attempt?: string | undefined };

/**
 * The catalogue's products at the owner's prices.
 *
 * @throws AppError `product_unknown` · `sold_out` · `validation` another price than the catalogue's has no reason
 */
function priceLines({ catalogue }: Pick<CheckoutDeps, 'catalogue'>, lines: readonly Line[], language: Language): Cart {
  const cart = priceCart(catalogue(), lines, language);
  const changedPrices: ChangedPrice[] = [];
  const priced = cart.lines.map((line) => {
    const index = lines.findIndex(({ id }) => id === line.id);
    const { priceCents, reason } = lines[index] ?? {};
    if (typeof priceCents !== 'number' || priceCents === line.priceCents) return line;
    if (!reason) throw new AppError('validation', { issues: [{ path: `lines.${index}.reason`, code: 'required' }] });
    const { id, name, priceCents: fromCents } = line;
    changedPrices.push({ id, name, fromCents, toCents: priceCents, reason });
    return { ...line, priceCents };
  });
  return { lines: priced, subtotalCents: orderTotals(priced).subtotalCents, changedPrices };
}

function applyTyped(deps: CheckoutDeps, code: string | null, cart: Cart, buyer: Buyer) {
  const { find } = deps.catalogue();
  return applyCode(deps, code, { ...cart, ...buyer }, (id) => find(id)?.name[buyer.language]);
}

const isFreeBy = (discount: AppliedDiscount | null) => discount?.kind === 'free_shipping';
const shipmentOf = (cart: Cart, address: ShippingAddress, discount: AppliedDiscount | null) => ({
  ...cart,
  address,
  freeByCode: isFreeBy(discount) ? discount?.code : undefined,
});

type Way = Pick<WrittenContent, 'shippingMethod' | 'shippingCarrier' | 'shippingCents' | 'shipBy' | 'arriveBy'>;

/** A way of shipping without a quote: in the customer's words, without a promised day. */
function ownWay(shipping: Exclude<WrittenShipping, { way: 'rate' }>, language: Language, isFree: boolean): Way {
  return {
    shippingMethod: errorText(`written_${shipping.way}`, language),
    shippingCarrier: '',
    shippingCents: shipping.way === 'pickup' || isFree ? 0 : shipping.amountCents,
    shipBy: null,
    arriveBy: null,
  };
}

/** @throws AppError `quote_expired` the rate was listed for another order, or too long ago · `heat_…` */
async function wayOf(
  deps: CheckoutDeps,
  shipping: WrittenShipping,
  { cart, address, discount, language }: Sale,
): Promise<Way> {
  if (shipping.way !== 'rate') return ownWay(shipping, language, isFreeBy(discount));
  const { quoteId, index, service, carrier, amountCents } = shipping.rate;
  const choice = { service, carrier, amountCents };
  const found = await findQuotedRate(
    deps,
    shipmentOf(cart, address, discount),
    choice,
    { quoteId, index },
    deps.config.ownerLanguage,
  );
  if (!found) throw new AppError('quote_expired');
  const { shipBy = null, arriveBy = null } = found.rate;
  return { shippingMethod: service, shippingCarrier: carrier, shippingCents: amountCents, shipBy, arriveBy };
}

type Sale = { cart: Cart; address: ShippingAddress; discount: AppliedDiscount | null; language: Language };
type SaleTotals = AmountCents & { taxes: OrderTaxes; subtotalCents: number; shippingCents: number; totalCents: number };

/** The sums of a sale, with the same function as a shopper's. @throws AppError `tax_unavailable` · `tax_address` */
async function totalsOf(
  deps: CheckoutDeps,
  { cart, address, discount }: Sale,
  shippingCents: number,
): Promise<SaleTotals> {
  const discountCents = discount?.discountCents ?? 0;
  const { rule } = await readRules(deps.db, placeOf(deps, address));
  const lines = withShares(cart.lines, discount);
  const [taxes] = await estimateTaxes(deps, { lines, discountCents, address, rule }, [shippingCents]);
  if (!taxes) throw new AppError('tax_unavailable');
  return { ...orderTotals(cart.lines, { shippingCents, ...amountsOfSale({ discountCents, taxes }) }), taxes };
}

const withShares = <L extends object>(lines: readonly L[], discount: AppliedDiscount | null) =>
  lines.map((line, i) => ({ ...line, ...(discount && { discountCents: discount.shares[i] ?? 0 }) }));

const placeOf = ({ clock }: Pick<CheckoutDeps, 'clock'>, { zipCode }: ShippingAddress) => ({
  state: stateOfZip(zipCode),
  day: shopDay(clock.now()),
});

/** Whoever collects an order has no address in it but the shop's, whose tax applies. */
export function addressOf<Address extends ShippingAddress>(
  { facts }: Pick<CheckoutDeps, 'facts'>,
  way: WrittenShipping['way'],
  address: Address,
): Address {
  if (way !== 'pickup') return address;
  const { street, city, state, zipCode } = facts().address;
  return { ...address, addressLine1: street, addressLine2: null, city, state, zipCode };
}

/**
 * What an order sells and costs, and whether the shop counts any product.
 *
 * @param attempt whose own hold and use do not count
 * @throws AppError as in `priceLines`, `wayOf` and `totalsOf` · `code_…` · `minimum_order` · `amount_too_large`
 */
export async function priceOrder(
  deps: CheckoutDeps,
  input: Pick<WrittenOrderInput, 'lines' | 'address' | 'shipping' | 'code'>,
  attempt: string,
): Promise<{ content: WrittenContent; isCounted: boolean }> {
  const { lines, shipping, code } = input;
  const address = addressOf(deps, shipping.way, input.address);
  const language = address.preferredLanguage;
  const cart = priceLines(deps, lines, language);
  checkAmount(language, cart.subtotalCents);
  const discount = await applyTyped(deps, code, cart, { email: address.email, language, attempt });
  const sale = { cart, address, discount, language };
  const { shippingCents, ...way } = await wayOf(deps, shipping, sale);
  const { isCounted } = await readRules(deps.db, placeOf(deps, address));
  const totals = await totalsOf(deps, sale, shippingCents);
  checkAmount(language, cart.subtotalCents, shippingCents + sumAmounts(ADDITIONS, totals));
  const content = {
    lines: withShares(cart.lines, discount).map(({ id, name, names, quantity, priceCents, components, ...more }) => ({
      ...{ id, name, names, quantity, priceCents },
      ...('discountCents' in more && { discountCents: more.discountCents }),
      ...(components && { components }),
    })),
    address,
    ...way,
    ...totals,
    discountCode: discount?.code ?? null,
    codeId: discount?.id ?? null,
    currency: CURRENCY,
    preferredLanguage: language,
    changedPrices: cart.changedPrices,
  };
  return { content, isCounted };
}

/**
 * The sums of an order that is being written, as far as its address is known. Without a chosen rate it takes the
 * cheapest, and the same service again after a change of the items.
 *
 * @param language the owner's
 * @throws AppError as `priceOrder`, but for the rates, which `ratesFailed` explains
 */
export async function previewOrder(
  deps: CheckoutDeps,
  { lines, address: typed, email, preferredLanguage, way, shipping: chosen, code }: WrittenPreviewInput,
  language: Language,
): Promise<WrittenPreview> {
  const cart = priceLines(deps, lines, preferredLanguage);
  const discount = await applyTyped(deps, code, cart, { email, language: preferredLanguage });
  const none = { addressLine1: '', addressLine2: null, city: '', state: '', zipCode: '' };
  const address = way === 'pickup' ? addressOf(deps, way, none) : typed;
  const offer =
    way === 'rate' && address ? await ratesOf(deps, shipmentOf(cart, address, discount), language) : NO_RATES;
  const shipping = way === 'rate' ? chooseRate(offer.rates, chosen) : chosen?.way === way ? chosen : null;
  const isFree = isFreeBy(discount);
  const shippingCents =
    shipping?.way === 'rate'
      ? shipping.rate.amountCents
      : shipping
        ? ownWay(shipping, language, isFree).shippingCents
        : 0;
  const sale = address && shipping && { cart, address, discount, language };
  const totals = sale
    ? await totalsOf(deps, sale, shippingCents)
    : orderTotals(cart.lines, { discountCents: discount?.discountCents ?? 0 });
  const { find } = deps.catalogue();
  return {
    lines: cart.lines.map(({ id, name, names, quantity, priceCents }) => ({
      id,
      name: names?.[language] ?? name,
      quantity,
      priceCents,
      catalogueCents: find(id)?.priceCents ?? priceCents,
    })),
    ...offer,
    shipping: sale ? shipping : null,
    totals: {
      subtotalCents: totals.subtotalCents,
      discountCents: totals.discountCents,
      shippingCents: totals.shippingCents,
      taxCents: totals.taxCents,
      totalCents: totals.totalCents,
    },
  };
}

type Offer = Pick<WrittenPreview, 'rates' | 'ratesFailed'>;
const NO_RATES: Offer = { rates: [], ratesFailed: null };

async function ratesOf(
  deps: CheckoutDeps,
  shipment: ReturnType<typeof shipmentOf>,
  language: Language,
): Promise<Offer> {
  try {
    const { quoteId, rates } = await quoteShipping(deps, shipment, language);
    const offered = rates.map(({ service, carrier, amountCents, shipBy, arriveBy }, index) => {
      return { quoteId, index, service, carrier, amountCents, shipBy, arriveBy };
    });
    return { rates: offered.sort((a, b) => a.amountCents - b.amountCents), ratesFailed: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { rates: [], ratesFailed: errorText(error.words, language, error.values) };
  }
}

/** The same service as before, also at another price, or the cheapest. */
function chooseRate(rates: Offer['rates'], chosen: WrittenShipping | null): WrittenShipping | null {
  const before = chosen?.way === 'rate' ? chosen.rate : null;
  const isSame = (rate: Offer['rates'][number]) => rate.service === before?.service && rate.carrier === before.carrier;
  const found = rates.find(isSame) ?? rates[0];
  if (!found) return null;
  const { shipBy: _ship, arriveBy: _arrive, ...rate } = found;
  return { way: 'rate', rate };
}
