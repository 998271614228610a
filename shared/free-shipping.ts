import { freeShipping } from '#brand/shipping.ts';

/** In US cents: above it, shipping is free within the brand's states (docs/specification.md#limits). */
export const FREE_SHIPPING_OVER_CENTS: number = freeShipping.overCents;
