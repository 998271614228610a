import { ADDITIONS, AMOUNTS, type AmountCents, DEDUCTIONS, forEachAmountCents, sumAmounts } from './amounts.ts';

/** A bought item: `priceCents` in US cents for one unit. */
type PricedLine = { priceCents: number; quantity: number };

/** The totals of an order, in US cents: items, less deductions, plus shipping and additions. */
export type OrderTotals = AmountCents & { subtotalCents: number; shippingCents: number; totalCents: number };

/**
 * Splits an amount by the largest remainder method: whole cents that add up to it exactly.
 *
 * @param weights none below 0; if all are 0, the first share gets everything
 */
export function spreadCents(cents: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight, i) => (whole === 0 ? (i === 0 ? cents : 0) : (cents * weight) / whole));
  const shares = exact.map(Math.floor);
  const left = cents - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = exact
    .map((share, i) => ({ i, remainder: share - Math.floor(share) }))
    .sort((a, b) => b.remainder - a.remainder || a.i - b.i);
  for (const { i } of byRemainder.slice(0, left)) shares[i] = (shares[i] ?? 0) + 1;
  return shares;
}

/**
 * The share of a discount that each line has: its own, if it is known, or by the price of the lines. In US cents.
 */
export function discountShares(
  lines: readonly (PricedLine & { discountCents?: number | undefined })[],
  discountCents: number,
): number[] {
  const own = lines.flatMap((line) => line.discountCents ?? []);
  if (own.length === lines.length) return own;
  return spreadCents(
    discountCents,
    lines.map(({ priceCents, quantity }) => priceCents * quantity),
  );
}

/** Computes the totals of cart, checkout, order and mails. Amounts in US cents; a missing one counts as 0. */
export function orderTotals(
  lines: readonly PricedLine[],
  { shippingCents = 0, ...given }: Partial<Omit<OrderTotals, 'subtotalCents' | 'totalCents'>> = {},
): OrderTotals {
  const subtotalCents = lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
  const amounts = forEachAmountCents(AMOUNTS, (name) => given[`${name}Cents`] ?? 0);
  const offCents = sumAmounts(DEDUCTIONS, amounts);
  const totalCents = subtotalCents - offCents + shippingCents + sumAmounts(ADDITIONS, amounts);
  return { subtotalCents, shippingCents, ...amounts, totalCents };
}
