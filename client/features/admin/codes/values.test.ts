import { afterEach, expect, test } from 'vitest';
import { setShopZone, shopZone } from '#shared/shipping/shop-zone.ts';
import { EMPTY_CODE, readValues, valuesOf } from './values.ts';

const brandZone = shopZone();
afterEach(() => setShopZone(brandZone));

const fieldsOf = (values: Partial<typeof EMPTY_CODE>) => {
  const read = readValues({ ...EMPTY_CODE, code: 'TEN', value: '10', ...values });
  return 'fields' in read ? read.fields : read.errors;
};

test('a code begins and ends by the clock of the shop, wherever the browser is', () => {
  const typed = { startsAt: '2026-07-01T09:00', endsAt: '2026-12-01T09:00' };
  setShopZone('America/New_York');
  expect(fieldsOf(typed)).toMatchObject({ startsAt: '2026-07-01T13:00:00.000Z', endsAt: '2026-12-01T14:00:00.000Z' });
  setShopZone('America/Los_Angeles');
  const fields = fieldsOf(typed) as { startsAt: string; endsAt: string };
  expect(fields).toMatchObject({ startsAt: '2026-07-01T16:00:00.000Z', endsAt: '2026-12-01T17:00:00.000Z' });
  // Parsed and formatted, they equal the typed values.
  expect(valuesOf({ ...fields, code: 'TEN', kind: 'percent', value: 10 } as never)).toMatchObject(typed);
});

test('an end before the start is refused; without times a code always holds', () => {
  expect(fieldsOf({ startsAt: '2026-07-01T09:00', endsAt: '2026-07-01T09:00' })).toEqual([
    { field: 'endsAt', issue: 'end_before_start' },
  ]);
  expect(fieldsOf({})).toMatchObject({ startsAt: null, endsAt: null });
});

test.each(['0002', '0020', '0202', '20266', '275760'])(
  'a year that is half typed, %s, is no time and breaks nothing',
  (year) => {
    expect(fieldsOf({ startsAt: `${year}-07-01T09:00` })).toEqual([{ field: 'startsAt', issue: 'day_invalid' }]);
    expect(fieldsOf({ endsAt: `${year}-07-01T09:00` })).toEqual([{ field: 'endsAt', issue: 'day_invalid' }]);
  },
);

test('a time in the year 10000 elsewhere is invalid', () => {
  setShopZone('America/New_York');
  expect(fieldsOf({ endsAt: '9999-12-31T23:59' })).toEqual([{ field: 'endsAt', issue: 'day_invalid' }]);
});
