import * as m from '#messages';
import { US_STATES } from '#shared/places/us-states.ts';
import { getLanguage } from '../../../lib/language.ts';
import type { TaxFields } from './values.ts';

/** A day of the shop, `YYYY-MM-DD`, as text. */
export const dayText = (day: string): string =>
  // A calendar date in UTC, which is the same day everywhere.
  new Intl.DateTimeFormat(getLanguage(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));

/** What is taxed, in a few words. */
export function taxedText({ taxesFood, taxesShipping }: Pick<TaxFields, 'taxesFood' | 'taxesShipping'>): string {
  const goods = taxesFood ? m.admin_tax_on_all() : m.admin_tax_on_other();
  return taxesShipping ? m.admin_tax_on_shipping({ goods }) : goods;
}

/** All fields as one sentence, shown below the form. */
export function sentenceOf({ state, rate, taxesFood, taxesShipping, since }: TaxFields): string {
  const values = { state: US_STATES[state], rate, date: dayText(since) };
  const goods = taxesFood ? m.admin_tax_sentence_food(values) : m.admin_tax_sentence(values);
  return `${goods} ${taxesShipping ? m.admin_tax_sentence_shipping() : m.admin_tax_sentence_no_shipping()}`;
}
