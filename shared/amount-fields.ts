import * as z from 'zod/mini';

/**
 * What is charged for an order besides its items and its shipping, on the wire: two-decimal text in US dollars, `0.00`
 * where there is none. A further amount is a line in each of these and one in `orderTotals`.
 */
export const amountFields = {
  /** Taken off the items by a code. */
  discount: z.string(),
  /** Sales tax of items and shipping together. */
  tax: z.string(),
};
export type Amounts = Record<keyof typeof amountFields, string>;

export const NO_AMOUNTS: Amounts = { discount: '0.00', tax: '0.00' };

/** The amounts of an order alone. */
export function amountsOf({ discount, tax }: Amounts): Amounts {
  return { discount, tax };
}
