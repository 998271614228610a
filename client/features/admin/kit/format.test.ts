import { afterEach, expect, test, vi } from 'vitest';
import { setShopZone, shopZone } from '#shared/shipping/shop-zone.ts';
import { formatDay, formatMoment, formatShortDay } from './format.ts';

const brandZone = shopZone();
afterEach(() => {
  setShopZone(brandZone);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const NEW_YEAR = '2026-01-01T07:30:00.000Z';

test('a day is that of the shop’s time zone, also when the zone has changed meanwhile', () => {
  setShopZone('America/New_York');
  expect(formatDay(NEW_YEAR)).toBe('Jan 1, 2026');
  setShopZone('America/Los_Angeles');
  expect(formatDay(NEW_YEAR)).toBe('Dec 31, 2025');
  expect(formatMoment(NEW_YEAR)).toMatch(/^Dec 31, 2025, 11:30\sPM$/);
});

test('the year is left out while it is the current one in the shop', () => {
  setShopZone('America/Los_Angeles');
  vi.useFakeTimers({ now: new Date('2025-12-31T20:00:00Z') });
  expect(formatShortDay(NEW_YEAR)).toBe('Dec 31');
  setShopZone('America/New_York');
  expect(formatShortDay(NEW_YEAR)).toBe('Jan 1, 2026');
});

test('the days of a whole list need a formatter each kind, not one each row', () => {
  setShopZone('America/Denver');
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  for (let i = 0; i < 50; i++) formatShortDay(NEW_YEAR);
  expect(made.mock.calls.length).toBeLessThanOrEqual(3);
});
