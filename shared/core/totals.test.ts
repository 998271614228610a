import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_AMOUNT_CENTS } from '#test/amounts.ts';
import { ADDITIONS, AMOUNTS, DEDUCTIONS, forEachAmountCents } from './amounts.ts';
import { orderTotals, spreadCents } from './totals.ts';

const lines = [
  { priceCents: 1999, quantity: 2 },
  { priceCents: 1499, quantity: 1 },
];

test('items are price times quantity; the total adds shipping and tax and subtracts the discount', () => {
  expect(orderTotals(lines)).toEqual({
    ...NO_AMOUNT_CENTS,
    subtotalCents: 5497,
    shippingCents: 0,
    totalCents: 5497,
  });
  expect(orderTotals(lines, { shippingCents: 998, discountCents: 500, taxCents: 350 })).toEqual({
    ...NO_AMOUNT_CENTS,
    subtotalCents: 5497,
    discountCents: 500,
    shippingCents: 998,
    taxCents: 350,
    totalCents: 6345,
  });
});

test('every amount counts, deducted or added', () => {
  // One bit each, so that errors in two amounts cannot cancel out.
  const cents = forEachAmountCents(AMOUNTS, (name) => 1 << AMOUNTS.indexOf(name));
  const sum = (names: readonly (typeof AMOUNTS)[number][]) =>
    names.reduce((all, name) => all + cents[`${name}Cents`], 0);
  const { totalCents } = orderTotals(lines, { shippingCents: 1000, ...cents });
  expect(totalCents).toBe(5497 + 1000 - sum(DEDUCTIONS) + sum(ADDITIONS));
  expect(orderTotals(lines, cents)).toMatchObject(cents);
});

test('shares add up to the cent, whatever the weights: 10,000 cases', () => {
  const amounts = fc.integer({ min: 0, max: 9_999_999 });
  const anyWeights = fc.array(fc.integer({ min: 0, max: 9_999_999 }), { minLength: 1, maxLength: 20 });
  const check = fc.property(amounts, anyWeights, (cents, weights) => {
    const shares = spreadCents(cents, weights);
    const whole = weights.reduce((sum, weight) => sum + weight, 0);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(cents);
    const exact = (i: number) => (whole === 0 ? (i === 0 ? cents : 0) : (cents * (weights[i] ?? 0)) / whole);
    expect(Math.max(...shares.map((share, i) => Math.abs(share - exact(i))))).toBeLessThan(1.000001);
  });
  fc.assert(check, { numRuns: 10_000, seed: 20 });
});

test('the largest remainder gets the cent, and the first of equal ones', () => {
  expect(spreadCents(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(spreadCents(10, [1, 2, 4])).toEqual([1, 3, 6]);
});
