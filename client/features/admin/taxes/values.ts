import type { UsState } from '#shared/places/us-states.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { rateText, type TaxRegistration, textToRate } from '#shared/tax/tax.ts';

/** The form's values, as typed. */
export type TaxValues = {
  state: UsState | '';
  rate: string;
  taxesShipping: boolean;
  taxesFood: boolean;
  since: string;
};
/** The input of the call. */
export type TaxFields = Omit<TaxValues, 'state'> & { state: UsState };
type TaxError = { field: keyof TaxValues; issue: string };

export const emptyTax = (): TaxValues => ({
  state: '',
  rate: '',
  taxesShipping: false,
  taxesFood: false,
  since: shopDay(new Date()),
});

export const valuesOf = ({ state, rate, taxesShipping, taxesFood, since }: TaxRegistration): TaxValues => ({
  state,
  rate,
  taxesShipping,
  taxesFood,
  since,
});

/** The part of a registration that the form edits. */
export const snapshotOf = ({ rate, taxesShipping, taxesFood, since }: TaxRegistration): Record<string, string> => ({
  rate,
  taxesShipping: String(taxesShipping),
  taxesFood: String(taxesFood),
  since,
});

/** @returns the fields to send, or the errors by field */
export function readValues(values: TaxValues): { fields: TaxFields } | { errors: TaxError[] } {
  const errors: TaxError[] = [];
  const rate = textToRate(values.rate);
  const { state } = values;
  if (state === '') errors.push({ field: 'state', issue: 'required' });
  if (rate === null) errors.push({ field: 'rate', issue: 'tax_rate_invalid' });
  if (!/^\d{4}-\d{2}-\d{2}$/.test(values.since)) errors.push({ field: 'since', issue: 'required' });
  if (errors.length > 0 || state === '' || rate === null) return { errors };
  return { fields: { ...values, state, rate: rateText(rate) } };
}
