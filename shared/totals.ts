/** A bought item: `priceCents` in US cents for one unit. */
type PricedLine = { priceCents: number; quantity: number };

/** The amounts of an order, in US cents: items, less the discount, plus shipping and tax. */
export type OrderTotals = {
  subtotalCents: number;
  discountCents: number;
  shippingCents: number;
  taxCents: number;
  totalCents: number;
};

/**
 * Shares of an amount by largest remainder: whole cents that add up to it exactly.
 *
 * @param weights none below 0; where all are 0 the first takes everything
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

/** Computes the totals of cart, checkout, order and mails. Amounts in US cents; a missing one counts as 0. */
export function orderTotals(
  lines: readonly PricedLine[],
  {
    shippingCents = 0,
    discountCents = 0,
    taxCents = 0,
  }: Partial<Omit<OrderTotals, 'subtotalCents' | 'totalCents'>> = {},
): OrderTotals {
  const subtotalCents = lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
  const totalCents = subtotalCents - discountCents + shippingCents + taxCents;
  return { subtotalCents, discountCents, shippingCents, taxCents, totalCents };
}
