import { expect, test } from 'vitest';
import { linesFor } from '#shared/accounts/price-lists.ts';
import { priceField, readValues, valuesOf } from './price-values.ts';

const LINE = { productId: 'box40', unitsPerCase: 12, priceCents: 18_000, minimumCases: 2 };
const read = (values: Record<string, string>) => readValues(values, ['box40', 'box20']);

test('a list that is opened and saved stays the same', () => {
  expect(read(valuesOf({ lines: [LINE] }, ['box40', 'box20']))).toEqual({ fields: [LINE] });
});

test('a product without values has no line, and a minimum that is left out is one case', () => {
  const values = { [priceField('units', 'box40')]: '12', [priceField('price', 'box40')]: '$180' };
  expect(read(values)).toEqual({ fields: [{ ...LINE, minimumCases: 1 }] });
});

test('what is missing or no number is refused at its field', () => {
  const values = valuesOf({ lines: [LINE] });
  expect(read({ ...values, 'price-box40': '' })).toEqual({ errors: [{ field: 'price-box40', issue: 'required' }] });
  expect(read({ ...values, 'price-box40': '0' })).toEqual({
    errors: [{ field: 'price-box40', issue: 'amount_invalid' }],
  });
  expect(read({ ...values, 'units-box40': '1.5' })).toEqual({
    errors: [{ field: 'units-box40', issue: 'quantity_invalid' }],
  });
  expect(read({ ...values, 'minimum-box40': '1001' })).toEqual({
    errors: [{ field: 'minimum-box40', issue: 'quantity_invalid' }],
  });
});

test('an account’s own line goes before that of the default list', () => {
  const other = { ...LINE, productId: 'box20' };
  expect(linesFor([{ ...LINE, priceCents: 1 }], [LINE, other])).toEqual([{ ...LINE, priceCents: 1 }, other]);
});
