import * as z from 'zod/mini';

/**
 * Why an order has this tax: `nothing_taxed` what it has is not taxed in a state whose tax the shop collects · `calculated`
 * by the outside provider · `by_table` by the owner's own rate, since that provider did not answer.
 */
export const TAX_REASONS = ['not_registered', 'nothing_taxed', 'registered', 'calculated', 'by_table'] as const;
export type TaxReason = (typeof TAX_REASONS)[number];

/** A line of an order's tax. `name` is the state, as its postal code, '' outside of all states; `rate` is per cent; `amount` two-decimal text. */
export const taxLineSchema = z.object({
  name: z.string(),
  rate: z.string(),
  amount: z.string(),
  reason: z.enum(TAX_REASONS),
});
export type TaxLine = z.output<typeof taxLineSchema>;
