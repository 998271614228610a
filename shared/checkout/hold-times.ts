/** How long a started checkout holds stock and its code, in minutes: enough to type a card number. */
export const HOLD_MINUTES = 5;
/** How long it holds them while a bank processes the payment, in minutes. */
export const PAYING_MINUTES = 60;
/** How long an unpaid hold counts against its network or browser after the hold has ended, in minutes. */
export const UNPAID_MINUTES = 60;
/** How long within an hour unpaid holds may lock other shoppers out of a product, in minutes. */
export const CROWDED_MINUTES = 10;

/**
 * How much one network or one browser can hold at once without paying: up to a household's order, and at most a quarter
 * of scarce goods. More can be bought, but is not held before it is paid.
 *
 * @param left pieces on hand, or remaining uses of a code
 */
export function shareOf(left: number): number {
  return Math.max(2, Math.min(12, Math.floor(left / 4)));
}
