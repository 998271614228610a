import { AppError } from '#server/errors.ts';
import type { CatalogueSnapshot } from '#server/features/catalogue/live-catalogue.ts';
import type { Parcel } from '#server/features/shipping/rate-source.ts';
import type { SoldComponent } from '#shared/catalogue/assortments.ts';
import { toProduct } from '#shared/catalogue/brand-products.ts';
import type { ProductFields } from '#shared/catalogue/products.ts';
import { type CartLine, MIN_ORDER_CENTS, mergeLines } from '#shared/checkout/checkout.ts';
import { forEachLanguage, type Language } from '#shared/core/language.ts';
import { formatPrice, MAX_AMOUNT_CENTS } from '#shared/core/money.ts';
import { orderTotals } from '#shared/core/totals.ts';

/** A cart at the catalogue's prices. `subtotalCents` in US cents, without shipping. */
export type PricedCart = { lines: (Parcel['lines'][number] & { taxCode: string })[]; subtotalCents: number };

/**
 * Adds names and prices from the catalogue to the lines; values sent by the browser are ignored.
 *
 * @throws AppError `product_unknown` · `sold_out` it is hidden, sold out or coming soon
 */
export function priceCart(
  catalogue: Pick<CatalogueSnapshot, 'find'>,
  cart: readonly CartLine[],
  language: Language,
): PricedCart {
  const lines = mergeLines(cart).map(({ id, quantity }) => {
    const found = catalogue.find(id);
    // Drafts are private (N18): answer as for an unknown id.
    if (!found || found.state === 'draft') throw new AppError('product_unknown');
    const product = found.state === 'live' && found.availability === 'in_stock' ? toProduct(found) : null;
    const names = found.name;
    if (!product) throw new AppError('sold_out', { values: { product: names[language] } });
    const { priceCents, weightOz, parcelInches } = product;
    const components = soldComponents(catalogue, found);
    return {
      ...{ id, name: names[language], names, quantity, priceCents, weightOz, parcelInches, taxCode: found.taxCode },
      ...(components.length > 0 && { components }),
    };
  });
  return { lines, subtotalCents: orderTotals(lines).subtotalCents };
}

/** The current components of a product with their names, including products that are not sold alone. */
const soldComponents = (
  catalogue: Pick<CatalogueSnapshot, 'find'>,
  { components }: Pick<ProductFields, 'components'>,
): SoldComponent[] =>
  components.map((part) => ({
    ...part,
    names: catalogue.find(part.id)?.name ?? forEachLanguage(() => part.id),
  }));

/** Whether any product in the cart is scarce. */
export function isScarce({ products }: Pick<CatalogueSnapshot, 'products'>, cart: readonly CartLine[]): boolean {
  const few = new Set(products.filter(({ left }) => left !== undefined).map(({ id }) => id));
  return few.size > 0 && cart.some(({ id }) => few.has(id));
}

/** @param moreCents shipping and other additions @throws AppError `minimum_order` · `amount_too_large` */
export function checkAmount(language: Language, subtotalCents: number, moreCents = 0): void {
  if (subtotalCents < MIN_ORDER_CENTS)
    throw new AppError('minimum_order', { values: { amount: formatPrice(MIN_ORDER_CENTS, language) } });
  if (subtotalCents + moreCents > MAX_AMOUNT_CENTS) throw new AppError('amount_too_large');
}

/**
 * The prices that have changed since the quote, with both values: `Box of 40 $19.99 → $21.99`.
 *
 * @returns `null` when no price has changed
 */
export function describePriceChanges(
  quoted: readonly { id: string; priceCents: number }[],
  lines: Parcel['lines'],
  language: Language,
): string | null {
  const changes = lines.flatMap(({ id, name, priceCents }) => {
    const before = quoted.find((line) => line.id === id)?.priceCents;
    if (before === undefined || before === priceCents) return [];
    return [`${name} ${formatPrice(before, language)} → ${formatPrice(priceCents, language)}`];
  });
  return changes.length === 0 ? null : changes.join(', ');
}
