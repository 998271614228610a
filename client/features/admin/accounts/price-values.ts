import type { CaseLine, PriceList } from '#shared/accounts/price-lists.ts';
import { MAX_UNITS } from '#shared/accounts/price-lists.ts';
import { dollarsText, parseDollars } from '../kit/form/numbers.ts';

const FIELDS = ['units', 'price', 'minimum'] as const;
type Field = (typeof FIELDS)[number];

/** What was typed, by product and field; the price in dollars. */
export type PriceValues = Record<string, string>;

export const priceField = (field: Field, productId: string): string => `${field}-${productId}`;

/** The values of each line; empty ones are added for further products. */
export function valuesOf({ lines }: Pick<PriceList, 'lines'>, products: readonly string[] = []): PriceValues {
  const empty = products.flatMap((id) => FIELDS.map((field) => [priceField(field, id), '']));
  const typed = lines.flatMap(({ productId, unitsPerCase, priceCents, minimumCases }) => [
    [priceField('units', productId), String(unitsPerCase)],
    [priceField('price', productId), dollarsText(priceCents)],
    [priceField('minimum', productId), String(minimumCases)],
  ]);
  return Object.fromEntries([...empty, ...typed]);
}

type PriceError = { field: string; issue: string };

/** The lines of products with any value, or the errors by field. A minimum that is left out is one case. */
export function readValues(
  values: PriceValues,
  products: readonly string[],
): { fields: CaseLine[] } | { errors: PriceError[] } {
  const errors: PriceError[] = [];
  const lines: CaseLine[] = [];
  for (const productId of products) {
    const of = (field: Field) => (values[priceField(field, productId)] ?? '').trim();
    if (FIELDS.every((field) => of(field) === '')) continue;
    const [unitsPerCase, minimumCases] = [
      typedCount(of('units')),
      of('minimum') === '' ? 1 : typedCount(of('minimum')),
    ];
    const priceCents = parseDollars(of('price'));
    const refuse = (field: Field, issue: string) => void errors.push({ field: priceField(field, productId), issue });
    if (unitsPerCase === null) refuse('units', of('units') === '' ? 'required' : 'quantity_invalid');
    if (priceCents === null || priceCents < 1) refuse('price', of('price') === '' ? 'required' : 'amount_invalid');
    if (minimumCases === null) refuse('minimum', 'quantity_invalid');
    if (unitsPerCase !== null && priceCents && minimumCases !== null) {
      lines.push({ productId, unitsPerCase, priceCents, minimumCases });
    }
  }
  return errors.length > 0 ? { errors } : { fields: lines };
}

function typedCount(text: string): number | null {
  return /^[1-9]\d{0,3}$/.test(text) && Number(text) <= MAX_UNITS ? Number(text) : null;
}
