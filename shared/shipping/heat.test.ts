import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstDayToLeave, type HeatVerdict, heatAt, heatParcelOf, isKept, mayLeaveOn } from './heat.ts';
import type { ShipCalendar } from './promises.ts';
import type { HeatRule } from './rules.ts';

const calendar: ShipCalendar = {
  timeZone: 'America/New_York',
  shipDays: [1, 2, 3, 4, 5],
  cutOff: '14:00',
  handlingDays: 1,
  closedDays: ['01-01', '07-04', '2026-09-07', '2026-11-26', '12-25'],
};
const SUMMER = [5, 6, 7, 8, 9];
const aRule = (changes: Partial<HeatRule> = {}): HeatRule => ({
  products: [],
  months: SUMMER,
  states: [],
  isEarlyWeek: false,
  isFast: false,
  isHeld: false,
  ...changes,
});
const early = aRule({ isEarlyWeek: true });
const fast = aRule({ isFast: true });
const held = aRule({ isHeld: true });

type Order = { at: string; days?: number; state?: 'FL' | 'TX' | 'NY'; products?: string[] };
const judge = ({ at, days = 2, state = 'FL', products = ['box40'] }: Order, heat: HeatRule[], changes = {}) =>
  heatAt(
    new Date(at),
    { productIds: products, state, transitDays: days },
    { calendar: { ...calendar, ...changes }, heat },
  );
const daysOf = (verdict: HeatVerdict) => (verdict.verdict === 'ok' ? verdict.promised : verdict.verdict);

describe('only Monday to Wednesday', () => {
  test.each([
    // Packed on Monday, so it can leave on Tuesday.
    ['Friday after the cut-off in July', '2026-07-10T18:00:00Z', '2026-07-14', '2026-07-16'],
    ['Friday before the cut-off in July', '2026-07-10T17:59:00Z', '2026-07-13', '2026-07-15'],
    ['Monday before the cut-off', '2026-07-13T17:59:00Z', '2026-07-14', '2026-07-16'],
    ['Tuesday before the cut-off', '2026-07-14T17:59:00Z', '2026-07-15', '2026-07-17'],
    ['Tuesday at the cut-off', '2026-07-14T18:00:00Z', '2026-07-20', '2026-07-22'],
    ['Wednesday', '2026-07-15T15:00:00Z', '2026-07-20', '2026-07-22'],
    ['Friday after the cut-off, before a Saturday holiday', '2026-07-03T19:00:00Z', '2026-07-07', '2026-07-09'],
    ['Thursday before a closed Monday', '2026-09-03T15:00:00Z', '2026-09-08', '2026-09-10'],
    ['the last days of the season, shipped after it', '2026-09-30T15:00:00Z', '2026-10-01', '2026-10-05'],
    ['before the season, on its way in it', '2026-04-29T19:00:00Z', '2026-05-04', '2026-05-06'],
    ['before the season, there before it', '2026-04-27T15:00:00Z', '2026-04-28', '2026-04-30'],
  ])('an order of %s', (_name, at, shipBy, arriveBy) => {
    expect(daysOf(judge({ at }, [early]))).toEqual({ shipBy, arriveBy });
  });

  test('the cut-off follows local clocks on both sides of daylight saving time', () => {
    const all = [aRule({ months: [3, 11], isEarlyWeek: true })];
    // In 2026 daylight saving time begins on March 8 and ends on November 1; both dates here are Tuesdays.
    const ship = (at: string) => {
      const verdict = judge({ at }, all);
      return verdict.verdict === 'ok' ? verdict.promised.shipBy : verdict.verdict;
    };
    expect([ship('2026-03-03T18:59:00Z'), ship('2026-03-03T19:00:00Z')]).toEqual(['2026-03-04', '2026-03-09']);
    expect([ship('2026-03-10T17:59:00Z'), ship('2026-03-10T18:00:00Z')]).toEqual(['2026-03-11', '2026-03-16']);
    expect([ship('2026-11-03T18:59:00Z'), ship('2026-11-03T19:00:00Z')]).toEqual(['2026-11-04', '2026-11-09']);
  });

  test('a shop that ships on none of these days holds the parcels of the rule', () => {
    expect(judge({ at: '2026-07-10T18:00:00Z' }, [early], { shipDays: [4, 5] }).verdict).toBe('held');
    expect(judge({ at: '2026-01-12T18:00:00Z' }, [early], { shipDays: [4, 5] }).verdict).toBe('ok');
  });

  test('a promise made before the rule is valid only on these days', () => {
    const days = ['2026-07-12', '2026-07-13', '2026-07-15', '2026-07-16'];
    expect(days.map((shipBy) => isKept({ shipBy }, { isEarlyWeek: true }))).toEqual([false, true, true, false]);
    expect(days.every((shipBy) => isKept({ shipBy }, { isEarlyWeek: false }))).toBe(true);
  });
});

test('only services of 2 days or less, for parcels in transit in the season', () => {
  const verdicts = (at: string) => [1, 2, 3, 5].map((days) => judge({ at, days }, [fast]).verdict);
  expect(verdicts('2026-07-14T15:00:00Z')).toEqual(['ok', 'ok', 'slow', 'slow']);
  expect(verdicts('2026-01-14T15:00:00Z')).toEqual(['ok', 'ok', 'ok', 'ok']);
  // It leaves on April 28 and arrives in May.
  expect(verdicts('2026-04-27T15:00:00Z')).toEqual(['ok', 'ok', 'slow', 'slow']);
});

test('a rule applies to its products and states, or to all', () => {
  const at = '2026-07-14T15:00:00Z';
  const rule = aRule({ products: ['box40'], states: ['FL', 'TX'], isHeld: true });
  expect(judge({ at }, [rule])).toEqual({ verdict: 'held', productIds: ['box40'], month: 7, again: 10 });
  expect(judge({ at, products: ['tin', 'box40'] }, [rule])).toMatchObject({ productIds: ['box40'] });
  expect(judge({ at, products: ['tin'] }, [rule]).verdict).toBe('ok');
  expect(judge({ at, state: 'NY' }, [rule]).verdict).toBe('ok');
  const nowhere = { productIds: ['box40'], state: null, transitDays: 2 };
  expect(heatAt(new Date(at), nowhere, { calendar, heat: [rule] }).verdict).toBe('ok');
  expect(heatAt(new Date(at), nowhere, { calendar, heat: [held] }).verdict).toBe('held');
});

test('a hold gives the first month without it, across the end of the year, or none', () => {
  const again = (months: number[], at: string) => judge({ at }, [aRule({ months, isHeld: true })]);
  expect(again([11, 12, 1], '2026-12-14T15:00:00Z')).toMatchObject({ month: 12, again: 2 });
  expect(again([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], '2026-07-14T15:00:00Z')).toMatchObject({ again: null });
  // In transit over New Year.
  expect(again([1], '2026-12-30T15:00:00Z')).toMatchObject({ verdict: 'held', month: 12, again: 2 });
});

test('without an applicable rule the promise is the calendar’s', () => {
  const plain = judge({ at: '2026-07-15T15:00:00Z' }, []);
  expect(plain).toMatchObject({ isFast: false, isEarlyWeek: false, promised: { shipBy: '2026-07-16' } });
  expect(judge({ at: '2026-07-15T15:00:00Z' }, [aRule({ months: [1], isHeld: true })])).toEqual(plain);
});

test('under any rules, nothing slow, held or late in the week leaves in a hot month', () => {
  const anyRule = fc.record({
    products: fc.subarray(['box40', 'tin']),
    months: fc.subarray([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], { minLength: 1 }),
    states: fc.subarray(['FL' as const, 'TX' as const]),
    isEarlyWeek: fc.boolean(),
    isFast: fc.boolean(),
    isHeld: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(anyRule, { maxLength: 4 }),
      fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }),
      fc.integer({ min: 1, max: 9 }),
      (heat, moment, transitDays) => {
        const verdict = heatAt(moment, { productIds: ['box40'], state: 'FL', transitDays }, { calendar, heat });
        if (verdict.verdict !== 'ok') return;
        const { shipBy, arriveBy } = verdict.promised;
        const months = new Set<number>();
        for (const day = new Date(`${shipBy}T00:00:00Z`); day.toISOString().slice(0, 10) <= arriveBy; ) {
          months.add(day.getUTCMonth() + 1);
          day.setUTCDate(day.getUTCDate() + 1);
        }
        for (const rule of heat) {
          const isForIt =
            (rule.products.length === 0 || rule.products.includes('box40')) &&
            (rule.states.length === 0 || rule.states.includes('FL')) &&
            rule.months.some((month) => months.has(month));
          if (!isForIt) continue;
          expect(rule.isHeld).toBe(false);
          if (rule.isFast) expect(transitDays).toBeLessThanOrEqual(2);
          if (rule.isEarlyWeek) expect([1, 2, 3]).toContain(new Date(`${shipBy}T00:00:00Z`).getUTCDay());
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

describe('a later day of an order', () => {
  const rules = (heat: HeatRule[]) => ({ calendar, heat });
  const parcel = { productIds: ['box40'], state: 'TX' as const, transitDays: 3 };
  // July 13, 2026 is a Monday.
  test.each([
    ['without rules, any day', [], '2026-07-16', true],
    ['Wednesday', [early], '2026-07-15', true],
    ['Thursday', [early], '2026-07-16', false],
    ['Sunday', [early], '2026-07-12', false],
    ['a Thursday of another month', [early], '2026-10-15', true],
    ['before the season, on its way in it', [early], '2026-04-30', false],
    ['the season’s last day, on its way after it', [early], '2026-09-30', true],
    ['the Thursday after it', [early], '2026-10-01', true],
    ['a service that is too slow', [fast], '2026-07-16', true],
    ['what is held', [held], '2026-07-15', false],
    ['what is held after it left', [held], '2026-04-29', false],
    ['what is held only later', [held], '2026-04-24', true],
    ['what is held elsewhere', [aRule({ isHeld: true, states: ['FL'] })], '2026-07-15', true],
    ['what is held of another product', [aRule({ isHeld: true, products: ['box20'] })], '2026-07-15', true],
    ['one of two rules', [fast, early], '2026-07-17', false],
  ])('%s', (_name, heat, day, isAllowed) => {
    expect(mayLeaveOn(day, parcel, rules(heat))).toBe(isAllowed);
  });

  test('the first day is a ship day on which all parcels may leave', () => {
    const other = { ...parcel, state: 'FL' as const };
    const florida = aRule({ isHeld: true, states: ['FL'], months: [7] });
    expect(firstDayToLeave('2026-07-16', [parcel], rules([]))).toBe('2026-07-16');
    expect(firstDayToLeave('2026-07-18', [parcel], rules([]))).toBe('2026-07-20');
    expect(firstDayToLeave('2026-07-16', [parcel], rules([early]))).toBe('2026-07-20');
    expect(firstDayToLeave('2026-09-03', [parcel], rules([early]))).toBe('2026-09-08');
    expect(firstDayToLeave('2026-07-16', [parcel, other], rules([florida]))).toBe('2026-08-03');
    expect(firstDayToLeave('2026-07-16', [parcel], rules([held]))).toBe('2026-10-01');
    const always = aRule({ isHeld: true, months: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] });
    expect(firstDayToLeave('2026-07-16', [parcel], rules([always]))).toBeNull();
    expect(firstDayToLeave('2026-07-16', [], rules([always]))).toBe('2026-07-16');
  });

  test('its parcel has the transit days of its service; without a promise, those of a fast one', () => {
    const order = { zipCode: '78701', shipBy: '2026-07-10', arriveBy: '2026-07-15' };
    expect(heatParcelOf(order, ['box40'], calendar)).toEqual(parcel);
    expect(heatParcelOf({ ...order, arriveBy: null }, ['box40'], calendar).transitDays).toBe(2);
  });
});
