import { expect, test } from 'vitest';
import { offeredRates } from './offered-rates.ts';

const rate = (name: string, rateCents: number, estimatedDays: number, arriveBy?: string) => ({
  name,
  rateCents,
  estimatedDays,
  ...(arriveBy && { promised: { arriveBy } }),
});
const names = (...rates: ReturnType<typeof rate>[]) => offeredRates(rates).map(({ name }) => name);

test('a rate that costs more and is not sooner is left out', () => {
  expect(names(rate('ground', 845, 5), rate('slow', 900, 6), rate('same day', 900, 5), rate('fast', 1250, 2))).toEqual([
    'ground',
    'fast',
  ]);
});

test('the promised day decides before the number of days', () => {
  expect(
    names(rate('five', 845, 5, '2026-12-01'), rate('four', 900, 4, '2026-12-01'), rate('six', 950, 6, '2026-11-30')),
  ).toEqual(['five', 'six']);
});

test('the number of days decides if one of the two has no promised day', () => {
  expect(names(rate('dated', 845, 5, '2026-12-01'), rate('undated', 900, 2))).toEqual(['dated', 'undated']);
});

test('of one price the sooner rate stays, of two equal rates the first', () => {
  expect(names(rate('late', 845, 5), rate('soon', 845, 3))).toEqual(['soon']);
  expect(names(rate('first', 845, 5), rate('second', 845, 5))).toEqual(['first']);
});

test('the cheapest comes first', () => {
  expect(names(rate('fast', 1250, 2), rate('free', 0, 5))).toEqual(['free', 'fast']);
});

test('of more than four: the cheapest three and the soonest', () => {
  const ladder = [1, 2, 3, 4, 5, 6].map((days) => rate(`${days} days`, 2000 - days * 100, days));
  expect(names(...ladder)).toEqual(['6 days', '5 days', '4 days', '1 days']);
  expect(names(...ladder.slice(2))).toEqual(['6 days', '5 days', '4 days', '3 days']);
});

test('an empty list stays empty', () => {
  expect(offeredRates([])).toEqual([]);
});
