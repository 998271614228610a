import { ADDITIONS, AMOUNTS, forEachAmountCents } from '#shared/core/amounts.ts';

/** Of an order that costs its items and its shipping, so that a further amount changes no test that is not about it. */
export const NO_AMOUNT_CENTS = forEachAmountCents(AMOUNTS, () => 0);
/** Of a shipping rate that adds nothing. */
export const NO_ADDITIONS = forEachAmountCents(ADDITIONS, () => 0);
