import { expect, test } from 'vitest';
import { delayInputSchema, delayRule, isUnanswered } from './delays.ts';

const TODAY = '2026-11-22';
const order = { shipBy: '2026-11-20', orderedOn: '2026-11-18', delays: 0 };

test.each([
  ['the first delay of 30 days: silence is a yes', order, '2026-12-20', null],
  ['the first delay of 31 days: a yes within 30', order, '2026-12-21', '2026-12-20'],
  ['the first delay without a day: the same', order, null, '2026-12-20'],
  ['an order without a promise: the law’s 30 days come first', { ...order, shipBy: null }, '2027-01-17', null],
  ['the same, a day longer', { ...order, shipBy: null }, '2027-01-18', '2027-01-17'],
  [
    'the second delay, however short: a yes by the day of the first',
    { ...order, delays: 1, shipBy: '2026-12-01' },
    '2026-12-02',
    '2026-12-01',
  ],
  ['the second, told after that day: two days to answer', { ...order, delays: 1 }, '2026-12-02', '2026-11-24'],
  ['the second after one without a day', { ...order, delays: 1, shipBy: null }, '2027-02-01', '2026-12-18'],
  ['the first, far too late: two days to answer', { ...order, shipBy: '2026-10-01' }, '2026-11-25', '2026-11-24'],
])('%s', (_name, before, shipBy, answerBy) => {
  expect(delayRule(before, shipBy, TODAY)).toEqual({ answerBy });
});

test('the last day still counts for a yes; if a yes was asked for, silence does not count as consent', () => {
  const asked = { delayState: 'asked' as const, answerBy: '2026-11-21' };
  expect(isUnanswered(asked, '2026-11-21')).toBe(false);
  expect(isUnanswered(asked, '2026-11-22')).toBe(true);
  expect(isUnanswered({ delayState: 'told', answerBy: null }, '2027-11-22')).toBe(false);
  expect(isUnanswered({ delayState: 'waits', answerBy: null }, '2027-11-22')).toBe(false);
});

test('accepts a calendar day, or none', () => {
  const isTaken = (shipBy: unknown) => delayInputSchema.safeParse({ shipBy }).success;
  expect([isTaken('2026-12-01'), isTaken(null)]).toEqual([true, true]);
  for (const bad of ['2026-02-30', '2026-13-01', '12/01/2026', '', 'soon', undefined, 20261201, '9999-01-01']) {
    expect([bad, isTaken(bad)]).toEqual([bad, false]);
  }
});
