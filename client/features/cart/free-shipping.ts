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
