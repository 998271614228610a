/** How long a started checkout keeps its pieces and the use of its code, in minutes: the time to type a card. */
export const HOLD_MINUTES = 5;
/** How long it keeps them while a bank works on the payment, in minutes. */
export const PAYING_MINUTES = 60;
/** How long what a network or a browser has held without paying counts against it, in minutes after its end. */
export const UNPAID_MINUTES = 60;
/** How long unpaid holds may keep other shoppers out of a product within an hour, in minutes. */
export const CROWDED_MINUTES = 10;

/**
 * How much a network, or a browser, can hold at once without having paid: what a household buys, and of scarce goods a
 * quarter. More is sold, and held by nobody until it is paid.
 *
 * @param left pieces on hand, or the uses of a code
 */
export function shareOf(left: number): number {
  return Math.max(2, Math.min(12, Math.floor(left / 4)));
}
