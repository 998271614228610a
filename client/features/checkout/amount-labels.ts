import * as m from '#messages';
import type { Amount } from '#shared/core/amounts.ts';
import type { Localized } from '#shared/core/language.ts';
import { getLanguage } from '../../lib/language.ts';

/** The names of an order's amounts. @param name of a discount that applies without a code */
export const amountLabels = (name: Localized | null | undefined): Record<Amount, string> => ({
  discount: m.checkout_summary_discount() + (name ? ` (${name[getLanguage()]})` : ''),
  tax: m.checkout_summary_tax(),
});
