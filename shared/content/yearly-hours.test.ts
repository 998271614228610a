import { expect, test } from 'vitest';
import { isWholeYear, nextHours, shareADay } from './yearly-hours.ts';

const days = (from: string, until = from, isYearly = true) => ({ from, until, isYearly });
const next = (from: string, until: string, day: string) => {
  const found = nextHours(days(from, until), day);
  return [found.from, found.until];
};

test('yearly days are the next ones that are not over; others stay in their year', () => {
  expect(next('2026-12-25', '2026-12-25', '')).toEqual(['2026-12-25', '2026-12-25']);
  expect(next('2026-12-25', '2026-12-25', '2026-07-04')).toEqual(['2026-12-25', '2026-12-25']);
  expect(next('2026-12-25', '2026-12-25', '2026-12-25')).toEqual(['2026-12-25', '2026-12-25']);
  expect(next('2026-12-25', '2026-12-25', '2026-12-26')).toEqual(['2027-12-25', '2027-12-25']);
  expect(next('2026-12-25', '2026-12-25', '2041-01-01')).toEqual(['2041-12-25', '2041-12-25']);
  expect(nextHours(days('2026-12-25', '2026-12-25', false), '2030-01-01').from).toBe('2026-12-25');
});

test('yearly days across the end of a year are one row until their last day', () => {
  expect(next('2026-12-24', '2027-01-02', '2028-01-02')).toEqual(['2027-12-24', '2028-01-02']);
  expect(next('2026-12-24', '2027-01-02', '2028-01-03')).toEqual(['2028-12-24', '2029-01-02']);
});

test('February 29 of every year is February 28 where there is none, and comes back', () => {
  expect(next('2028-02-29', '2028-02-29', '2028-03-01')).toEqual(['2029-02-28', '2029-02-28']);
  expect(next('2028-02-27', '2028-02-29', '2030-01-01')).toEqual(['2030-02-27', '2030-02-28']);
  expect(next('2028-02-29', '2028-02-29', '2031-03-01')).toEqual(['2032-02-29', '2032-02-29']);
});

test.each([
  ['the same day of a later year', days('2026-12-25'), days('2031-12-25', '2031-12-25', false), true],
  ['the same day of an earlier year', days('2026-12-25'), days('2025-12-25', '2025-12-25', false), false],
  ['two yearly rows of different years', days('2026-07-04'), days('2029-07-03', '2029-07-05'), true],
  ['neighbours', days('2026-07-04'), days('2026-07-05'), false],
  ['across the end of a year', days('2026-12-30', '2027-01-02'), days('2028-01-01'), true],
  ['a long row over a yearly day', days('2026-07-04'), days('2027-06-01', '2028-06-01', false), true],
  ['the last days of February in a year without the 29th', days('2028-02-29'), days('2026-02-28'), true],
  ['two single rows', days('2026-07-04', '2026-07-04', false), days('2027-07-04', '2027-07-04', false), false],
])('%s: whether they have a day in common, whichever comes first', (_, a, b, isShared) => {
  expect([shareADay(a, b), shareADay(b, a)]).toEqual([isShared, isShared]);
});

test('yearly days may be at most a year, so that they do not overlap themselves', () => {
  expect(isWholeYear(days('2026-07-04', '2027-07-03'))).toBe(false);
  expect(isWholeYear(days('2026-07-04', '2027-07-04'))).toBe(true);
});
