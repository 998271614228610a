import type { CheckoutLine } from '#shared/checkout/checkout.ts';
import { centsToText } from '#shared/core/money.ts';
import { discountShares } from '#shared/core/totals.ts';
import type { OrderLine } from '#shared/orders/lines.ts';

/**
 * The order lines of a paid checkout, each with its share of the discount.
 *
 * @param taxes of each line, in US cents
 */
export function toOrderLines(
  lines: readonly CheckoutLine[],
  { discountCents, taxes = [] }: { discountCents: number; taxes?: readonly number[] | undefined },
): OrderLine[] {
  const discounts = discountShares(lines, discountCents);
  return lines.map(({ id, name, names, quantity, priceCents, components }, position) => ({
    id,
    name,
    names: names ?? null,
    quantity,
    unitPriceCents: priceCents,
    discountCents: discounts[position] ?? 0,
    taxCents: taxes[position] ?? 0,
    components: components ? [...components] : null,
    paidBack: 0,
  }));
}

/** The specification's `items` text, which this shop itself does not read. @see docs/specification.md#order */
export function itemsText(lines: readonly OrderLine[]): string {
  return JSON.stringify(lines.map(toItem));
}

/** A line in the form of the `items` text and the customer's page; `price` is two-decimal text. */
export function toItem({ id, name, names, quantity, unitPriceCents, components }: OrderLine) {
  const price = centsToText(unitPriceCents);
  return { id, name, ...(names && { names }), quantity, price, ...(components && { components }) };
}
