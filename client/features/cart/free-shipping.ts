import { FREE_SHIPPING_OVER_CENTS } from '#shared/free-shipping.ts';

/** Cents missing to exceed the amount of free shipping within Florida; 0 once it is exceeded. */
export function missingForFreeShippingCents(subtotal: number): number {
  return Math.max(0, FREE_SHIPPING_OVER_CENTS + 1 - subtotal);
}

/** Progress to free shipping, 0 to 1; 1 only when nothing is missing. */
export function freeShippingShare(subtotal: number): number {
  return Math.min(1, Math.max(0, subtotal / (FREE_SHIPPING_OVER_CENTS + 1)));
}
