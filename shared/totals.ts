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
