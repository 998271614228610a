import type { AmountCents } from '#shared/core/amounts.ts';
import { type OrderTaxes, taxCentsOf } from '#shared/tax/tax.ts';

/**
 * The amounts of a cart with one of its shipping rates, besides items and shipping, in US cents: the same for the quote
 * and the payment.
 *
 * @param sale.taxes of the whole order with that rate; `null` if the quote has none
 */
export function amountsOfSale(sale: { discountCents: number; taxes: OrderTaxes | null }): AmountCents {
  const { discountCents, taxes } = sale;
  return { discountCents, taxCents: taxes ? taxCentsOf(taxes) : 0 };
}
