import { expect, test } from 'vitest';
import { numbersMissingIn } from './numbers-missing.ts';

test('a number that only the summary has is reported once; others are not', () => {
  expect(numbersMissingIn('within **14 days**, 2 of them free', 'Tell us within 30 days, 30!')).toEqual(['30']);
  expect(numbersMissingIn('within **14 days**, 2 of them free', 'within 14 days')).toEqual([]);
  expect(numbersMissingIn('', 'over $1,200.50')).toEqual(['1,200.50']);
  expect(numbersMissingIn('140', '14')).toEqual(['14']);
  expect(numbersMissingIn('30', 'whenever you like')).toEqual([]);
});
