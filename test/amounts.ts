import { ADDITIONS, AMOUNTS, forEachAmountCents } from '#shared/core/amounts.ts';

/** Amounts of an order that costs its items and shipping, so that a new amount changes only its own tests. */
export const NO_AMOUNT_CENTS = forEachAmountCents(AMOUNTS, () => 0);
/** Amounts of a shipping rate that adds nothing. */
export const NO_ADDITIONS = forEachAmountCents(ADDITIONS, () => 0);
