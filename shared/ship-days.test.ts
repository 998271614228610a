import { expect, test } from 'vitest';
import { firstDayOnTime, isLateToShip } from './ship-days.ts';

test.each([
  ['Thursday', '2026-11-19', '2026-11-17'],
  ['Friday', '2026-11-20', '2026-11-18'],
  ['Saturday', '2026-11-21', '2026-11-19'],
  ['Sunday', '2026-11-22', '2026-11-19'],
  ['Monday', '2026-11-23', '2026-11-19'],
  ['Tuesday', '2026-11-24', '2026-11-20'],
  ['Wednesday after the clocks changed', '2026-11-04', '2026-11-02'],
  ['the first day of a year', '2027-01-01', '2026-12-30'],
])('two business days before %s', (_name, today, first) => {
  expect(firstDayOnTime(today)).toBe(first);
});

test('an order of Monday is late from Thursday on, in the time of the shop; one that went out never is', () => {
  // 11 p.m. on Monday in New York.
  const createdAt = '2026-11-17T04:00:00.000Z';
  const at = (moment: string) => isLateToShip({ status: 'pending', createdAt }, new Date(moment));
  expect(at('2026-11-19T04:59:00.000Z')).toBe(false);
  expect(at('2026-11-19T05:01:00.000Z')).toBe(true);
  for (const status of ['shipped', 'delivered', 'cancelled'] as const) {
    expect(isLateToShip({ status, createdAt }, new Date('2027-01-01T00:00:00.000Z'))).toBe(false);
  }
});
