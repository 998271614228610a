import type { Product } from '#shared/catalogue/products.ts';
import { MAX_QUANTITY } from '#shared/checkout/limits.ts';
import type { PublicShipping } from '#shared/shipping/public-shipping.ts';

type Free = Pick<NonNullable<PublicShipping['free']>, 'overCents'>;

/** Cents missing to exceed the amount of free shipping; 0 once it is exceeded. */
export function missingForFreeShippingCents({ overCents }: Free, subtotal: number): number {
  return Math.max(0, overCents + 1 - subtotal);
}

/** Progress to free shipping, 0 to 1; 1 only when nothing is missing. */
export function freeShippingShare({ overCents }: Free, subtotal: number): number {
  return Math.min(1, Math.max(0, subtotal / (overCents + 1)));
}

/** How many of a product are needed to ship free; `null` if no quantity does. */
export function freeShippingQuantity(
  free: Pick<NonNullable<PublicShipping['free']>, 'overCents' | 'upToOz'> | null,
  { priceCents, weightOz }: Pick<Product, 'priceCents' | 'weightOz'>,
): number | null {
  if (!free) return null;
  const quantity = Math.floor(free.overCents / priceCents) + 1;
  const isLight = free.upToOz === null || quantity * weightOz <= free.upToOz;
  return isLight && quantity <= MAX_QUANTITY ? quantity : null;
}
