import type { Product } from '#brand/catalogue.ts';
import { AppError } from '#server/errors.ts';
import type { Parcel } from '#server/features/shipping/rate-source.ts';
import { type CartLine, MIN_ORDER_CENTS, mergeLines } from '#shared/checkout.ts';
import type { Language } from '#shared/language.ts';
import { formatPrice, MAX_AMOUNT_CENTS } from '#shared/money.ts';
import { orderTotals } from '#shared/totals.ts';

/** A cart at the catalogue's prices. `subtotalCents` in US cents, without shipping. */
export type PricedCart = { lines: Parcel['lines']; subtotalCents: number };

/**
 * Names and prices the lines from the catalogue; values sent by the browser are ignored.
 *
 * @throws AppError `product_unknown`
 */
export function priceCart(catalogue: readonly Product[], cart: readonly CartLine[], language: Language): PricedCart {
  const lines = mergeLines(cart).map(({ id, quantity }) => {
    const product = catalogue.find((candidate) => candidate.id === id);
    if (!product) throw new AppError('product_unknown');
    const { name, priceCents, weightOz, parcelInches } = product;
    return { id, name: name[language], quantity, priceCents, weightOz, parcelInches };
  });
  return { lines, subtotalCents: orderTotals(lines).subtotalCents };
}

/** @throws AppError `minimum_order` · `amount_too_large` */
export function checkAmount(subtotalCents: number, shippingCents = 0): void {
  // Amounts in US dollars are formatted alike in both languages.
  if (subtotalCents < MIN_ORDER_CENTS)
    throw new AppError('minimum_order', { values: { amount: formatPrice(MIN_ORDER_CENTS, 'en') } });
  if (subtotalCents + shippingCents > MAX_AMOUNT_CENTS) throw new AppError('amount_too_large');
}
