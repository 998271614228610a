import { expect, test } from 'vitest';
import { fromLocalMinute, localTime, toLocalMinute } from './zoned-time.ts';

const NEW_YORK = 'America/New_York';

test('shows a moment in the calendar and clock of a time zone', () => {
  expect(localTime(new Date('2026-07-02T03:59:59Z'), NEW_YORK)).toEqual({ day: '2026-07-01', time: '23:59' });
  expect(toLocalMinute(new Date('2026-01-01T05:00:00Z'), NEW_YORK)).toBe('2026-01-01T00:00');
});

test.each([
  ['2026-07-01T16:30', NEW_YORK, '2026-07-01T20:30:00.000Z'],
  ['2026-12-01T16:30', NEW_YORK, '2026-12-01T21:30:00.000Z'],
  ['2026-12-31T23:59', 'Pacific/Honolulu', '2027-01-01T09:59:00.000Z'],
  ['2026-07-01T16:30:45', 'Asia/Kolkata', '2026-07-01T11:00:00.000Z'],
  // The night when clocks go forward: before, in the gap, after.
  ['2026-03-08T01:59', NEW_YORK, '2026-03-08T06:59:00.000Z'],
  ['2026-03-08T02:30', NEW_YORK, '2026-03-08T07:30:00.000Z'],
  ['2026-03-08T03:00', NEW_YORK, '2026-03-08T07:00:00.000Z'],
  // The night when clocks go back: before, in the repeated hour, after.
  ['2026-11-01T00:59', NEW_YORK, '2026-11-01T04:59:00.000Z'],
  ['2026-11-01T01:30', NEW_YORK, '2026-11-01T05:30:00.000Z'],
  ['2026-11-01T02:00', NEW_YORK, '2026-11-01T07:00:00.000Z'],
])('%s in %s is %s', (minute, zone, moment) => {
  expect(fromLocalMinute(minute, zone).toISOString()).toBe(moment);
});

test('every minute that clocks show is converted back, through a year', () => {
  for (let hour = 0; hour < 366 * 24; hour += 7) {
    const moment = new Date(Date.UTC(2026, 0, 1, hour, 13));
    const minute = toLocalMinute(moment, NEW_YORK);
    expect(toLocalMinute(fromLocalMinute(minute, NEW_YORK), NEW_YORK)).toBe(minute);
  }
});

test('an invalid time is an invalid date', () => {
  expect(fromLocalMinute('', NEW_YORK).getTime()).toBeNaN();
  expect(fromLocalMinute('2026-13-01T00:00', NEW_YORK).getTime()).toBeNaN();
  for (const year of ['0002', '0202', '20266']) {
    expect(fromLocalMinute(`${year}-07-01T09:00`, NEW_YORK).getTime()).toBeNaN();
  }
});
