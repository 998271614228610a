import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ticksUpTo } from './ticks.ts';

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [110, [0, 25, 50, 75, 100, 125]],
  [4999, [0, 1000, 2000, 3000, 4000, 5000]],
])('up to %d', (max, ticks) => {
  expect(ticksUpTo(max)).toEqual(ticks);
});

test('any sum fits under the last of two to six whole ticks', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (max) => {
      const ticks = ticksUpTo(max);
      expect(ticks.every(Number.isInteger)).toBe(true);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(6);
    }),
  );
});
