import { expect, test } from 'vitest';
import { isFreeShipping } from './free-shipping.ts';
import { brandShippingRules } from './rules.ts';

const { free } = brandShippingRules;

/** Cents, state, ZIP, and whether shipping is free. */
const DECISIONS: [number, string, string, boolean][] = [
  [2499, 'FL', '33010', false],
  [2500, 'FL', '33010', false],
  [2501, 'FL', '33010', true],
  [3998, ' fl ', '33010', true],
  [3998, 'Florida', '33010', true],
  [3998, 'FLORIDA', '33010-1234', true],
  [3998, 'Fla.', '33010', true],
  [3998, 'F L', '33010', false],
  [3998, 'Floridaa', '33010', false],
  [3998, 'FL', '10001', false],
  [3998, 'NY', '33010', false],
  [3998, '', '33010', false],
  [3998, 'FL', '32003', true],
  [3998, 'FL', '31999', false],
  [3998, 'FL', '33999', true],
  [3998, 'FL', '34001', false],
  [3998, 'FL', '34102', true],
  [3998, 'FL', '34997', true],
  [3998, 'FL', '35004', false],
  [3998, 'FL', '3301', false],
  [3998, 'FL', '330100', false],
  [3998, 'FL', '33O10', false],
  [3998, 'FL', '３３０１０', true],
  [3998, 'FL', ' 33010 ', true],
];

const isFreeTo = (subtotalCents: number, address: { state: string; zipCode: string }, weightOz = 5_000) =>
  isFreeShipping(free, { subtotalCents, weightOz }, address);

test('free shipping: strictly above $25.00, to Florida by state and by ZIP (I4)', () => {
  const wrong = DECISIONS.filter(([cents, state, zipCode, isFree]) => isFreeTo(cents, { state, zipCode }) !== isFree);
  expect(wrong).toEqual([]);
});
