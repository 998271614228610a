import type { AmountCents } from '#shared/core/amounts.ts';
import { type OrderTaxes, taxCentsOf } from '#shared/tax/tax.ts';

/**
 * What a cart costs besides its items and one of its shipping rates, in US cents: the same for the quote and for the payment.
 *
 * @param sale.taxes of the whole order with that rate; `null` where the quote knows none
 */
export function amountsOfSale(sale: { discountCents: number; taxes: OrderTaxes | null }): AmountCents {
  const { discountCents, taxes } = sale;
  return { discountCents, taxCents: taxes ? taxCentsOf(taxes) : 0 };
}
