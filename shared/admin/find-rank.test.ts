import { expect, test } from 'vitest';
import { bestOf, RANKS, rankOf } from './find-rank.ts';

test.each([
  ['feria10', ['FERIA10'], RANKS.equal],
  ['FERIA', ['FERIA10'], RANKS.begins],
  ['devolucion', ['Devolución de dinero'], RANKS.begins],
  ['policy', ['Refund Policy'], RANKS.word],
  ['und', ['Refund Policy'], RANKS.contains],
  ['policy refund', ['Refund Policy'], RANKS.contains],
  ['refund hialeah', ['Refund', 'made in Hialeah'], RANKS.contains],
  ['refund tampa', ['Refund', 'made in Hialeah'], null],
  ['%%', ['100 %%'], null],
  [' ', ['a b'], null],
])('%s', (q, texts, rank) => {
  expect(rankOf(q, texts)).toBe(rank);
});

test('the best matches come first, then those with more mentions, up to the limit', () => {
  const things = ['A sale', 'For sale', 'Of sale to sale', 'Sale', 'Sales', 'No match', 'Resale'];
  const best = (limit: number) => bestOf(things, 'sale', { textsOf: (thing) => [thing], limit });
  expect(best(9)).toEqual(['Sale', 'Sales', 'Of sale to sale', 'A sale', 'For sale', 'Resale']);
  expect(best(2)).toEqual(['Sale', 'Sales']);
});
