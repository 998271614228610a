import { expect, test } from 'vitest';
import { orderTotals } from './totals.ts';

const lines = [
  { priceCents: 1999, quantity: 2 },
  { priceCents: 1499, quantity: 1 },
];

test('goods are price times quantity, and the total adds shipping and tax and takes the discount off', () => {
  expect(orderTotals(lines)).toEqual({
    subtotalCents: 5497,
    discountCents: 0,
    shippingCents: 0,
    taxCents: 0,
    totalCents: 5497,
  });
  expect(orderTotals(lines, { shippingCents: 998, discountCents: 500, taxCents: 350 })).toEqual({
    subtotalCents: 5497,
    discountCents: 500,
    shippingCents: 998,
    taxCents: 350,
    totalCents: 6345,
  });
});
