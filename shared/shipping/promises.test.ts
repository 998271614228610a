import { expect, test } from 'vitest';
import { promisedDay } from './promised-day.ts';
import { arrivalAfter, promiseAt, type ShipCalendar } from './promises.ts';

const calendar: ShipCalendar = {
  timeZone: 'America/New_York',
  shipDays: [1, 2, 3, 4, 5],
  cutOff: '14:00',
  handlingDays: 1,
  closedDays: ['01-01', '07-04', '2026-11-26', '12-25'],
};
const shipBy = (moment: string, changes: Partial<ShipCalendar> = {}) =>
  promiseAt(new Date(moment), 3, { ...calendar, ...changes }).shipBy;

test.each([
  ['Monday before the cut-off', '2026-11-23T18:59:00Z', '2026-11-24'],
  ['Monday at the cut-off', '2026-11-23T19:00:00Z', '2026-11-25'],
  ['Sunday', '2026-11-22T15:00:00Z', '2026-11-24'],
  ['Friday after the cut-off', '2026-11-20T20:00:00Z', '2026-11-24'],
  ['Friday in July after the cut-off, before a Saturday holiday', '2026-07-03T19:00:00Z', '2026-07-07'],
  ['the day before Thanksgiving, before the cut-off', '2026-11-25T18:00:00Z', '2026-11-27'],
  ['the day before Thanksgiving, after the cut-off', '2026-11-25T20:00:00Z', '2026-11-30'],
  ['Thanksgiving itself', '2026-11-26T15:00:00Z', '2026-11-30'],
  ['New Year’s Eve', '2026-12-31T15:00:00Z', '2027-01-04'],
  ['Sunday evening in New York, Monday in UTC', '2026-11-23T03:00:00Z', '2026-11-24'],
])('an order of %s ships by its day', (_name, moment, day) => {
  expect(shipBy(moment)).toBe(day);
});

test('the cut-off follows local clocks, on both sides of daylight saving time', () => {
  // In 2026 daylight saving time begins on March 8 and ends on November 1.
  expect([shipBy('2026-03-06T18:59:00Z'), shipBy('2026-03-06T19:00:00Z')]).toEqual(['2026-03-09', '2026-03-10']);
  expect([shipBy('2026-03-09T17:59:00Z'), shipBy('2026-03-09T18:00:00Z')]).toEqual(['2026-03-10', '2026-03-11']);
  expect([shipBy('2026-10-30T17:59:00Z'), shipBy('2026-10-30T18:00:00Z')]).toEqual(['2026-11-02', '2026-11-03']);
  expect([shipBy('2026-11-02T18:59:00Z'), shipBy('2026-11-02T19:00:00Z')]).toEqual(['2026-11-03', '2026-11-04']);
});

test('other days and handling: only Monday to Wednesday, the same day, another time zone', () => {
  expect(shipBy('2026-11-25T15:00:00Z', { shipDays: [1, 2, 3] })).toBe('2026-11-30');
  expect(shipBy('2026-11-23T15:00:00Z', { handlingDays: 0 })).toBe('2026-11-23');
  expect(shipBy('2026-11-23T21:00:00Z', { handlingDays: 0, timeZone: 'America/Los_Angeles' })).toBe('2026-11-23');
  expect(() => shipBy('2026-11-23T15:00:00Z', { shipDays: [] })).toThrow(RangeError);
});

test('the arrival counts the carrier’s business days from the day of shipping', () => {
  const promise = (days: number) => promiseAt(new Date('2026-11-23T15:00:00Z'), days, calendar);
  expect(promise(1)).toEqual({ shipBy: '2026-11-24', arriveBy: '2026-11-25' });
  expect(promise(5)).toEqual({ shipBy: '2026-11-24', arriveBy: '2026-12-02' });
});

test('a parcel that leaves later arrives after the same number of carrier days', () => {
  const promised = { shipBy: '2026-11-24', arriveBy: '2026-12-02' };
  expect(arrivalAfter('2026-12-07', promised, calendar)).toBe('2026-12-14');
  expect(arrivalAfter('2026-12-22', promised, calendar)).toBe('2026-12-30');
  expect(arrivalAfter('2026-12-07', { shipBy: null, arriveBy: null }, calendar)).toBeNull();
});

test('every order is promised to leave within two business days, whenever it is placed', () => {
  const inNewYork = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' });
  for (let hour = 0; hour < 24 * 400; hour += 5) {
    const moment = new Date(Date.UTC(2026, 0, 1, hour));
    const day = shipBy(moment.toISOString(), { closedDays: [] });
    const start = new Date(moment.getTime());
    let businessDays = 0;
    for (;;) {
      if (inNewYork.format(start) >= day) break;
      start.setTime(start.getTime() + 24 * 3_600_000);
      const weekday = new Date(`${inNewYork.format(start)}T00:00:00Z`).getUTCDay();
      if (weekday % 6 !== 0) businessDays += 1;
    }
    expect([businessDays <= 2, day], moment.toISOString()).toEqual([true, day]);
  }
});

test('a day is written in the reader’s language', () => {
  expect(promisedDay('2026-11-23', 'en')).toBe('Mon, Nov 23');
  expect(promisedDay('2026-11-23', 'es')).toMatch(/^lun,? 23 (de )?nov\.?$/);
});
