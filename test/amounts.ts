import { ADDITIONS, AMOUNTS, forEachAmountCents } from '#shared/core/amounts.ts';

/** An order without further amounts, so that a new amount changes only its own tests. */
export const NO_AMOUNT_CENTS = forEachAmountCents(AMOUNTS, () => 0);
/** The amounts of a shipping rate without additions. */
export const NO_ADDITIONS = forEachAmountCents(ADDITIONS, () => 0);
