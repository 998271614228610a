import * as m from '#messages';
import type { Amount } from '#shared/core/amounts.ts';

/** The names of an order's amounts. */
export const amountLabels = (): Record<Amount, string> => ({
  discount: m.checkout_summary_discount(),
  tax: m.checkout_summary_tax(),
});
