import { expect, test } from 'vitest';
import { firstDayOnTime, shipsWhen } from './ship-days.ts';

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

const UNWRITTEN = { delayState: null, answerBy: null };

test('an order is due on its promised day and late after it, in the shop’s time zone', () => {
  const order = {
    status: 'processing' as const,
    createdAt: '2026-11-17T04:00:00.000Z',
    shipBy: '2026-11-18',
    ...UNWRITTEN,
  };
  const at = (moment: string) => shipsWhen(order, new Date(moment));
  expect(at('2026-11-18T04:59:00.000Z')).toBe('later');
  expect(at('2026-11-18T05:00:00.000Z')).toBe('due');
  expect(at('2026-11-19T04:59:00.000Z')).toBe('due');
  expect(at('2026-11-19T05:00:00.000Z')).toBe('late');
  expect(shipsWhen({ ...order, status: 'shipped' }, new Date('2027-01-01T00:00:00.000Z'))).toBeNull();
});

test('without a promise, an order of Monday is late from Thursday on; a shipped one never is', () => {
  // 11 p.m. on Monday in New York.
  const createdAt = '2026-11-17T04:00:00.000Z';
  const at = (moment: string) =>
    shipsWhen({ status: 'pending', createdAt, shipBy: null, ...UNWRITTEN }, new Date(moment)) === 'late';
  expect(at('2026-11-19T04:59:00.000Z')).toBe(false);
  expect(at('2026-11-19T05:01:00.000Z')).toBe(true);
  for (const status of ['shipped', 'delivered', 'cancelled'] as const) {
    expect(
      shipsWhen({ status, createdAt, shipBy: null, ...UNWRITTEN }, new Date('2027-01-01T00:00:00.000Z')),
    ).toBeNull();
  }
});

test('an order whose customer did not answer a required yes is late, whatever the new day is', () => {
  const order = { status: 'pending' as const, createdAt: '2026-11-17T04:00:00.000Z', shipBy: '2027-01-20' };
  const at = (moment: string, delayState: 'asked' | 'waits' | 'told') =>
    shipsWhen({ ...order, delayState, answerBy: '2026-12-10' }, new Date(moment));
  expect(at('2026-12-11T04:59:00.000Z', 'asked')).toBe('later');
  expect(at('2026-12-11T05:00:00.000Z', 'asked')).toBe('late');
  expect(at('2026-12-11T05:00:00.000Z', 'waits')).toBe('later');
});
