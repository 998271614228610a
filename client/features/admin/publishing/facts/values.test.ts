import { expect, test } from 'vitest';
import type { SpecialHours } from '#shared/content/opening-hours.ts';
import { type AdminFacts, brandFacts } from '#shared/content/shop-facts.ts';
import { localized } from '#test/localized.ts';
import { readValues, valuesOf } from './values.ts';

const aDay = (changes: Partial<SpecialHours>): SpecialHours => ({
  from: '2036-12-25',
  until: '2036-12-25',
  hours: null,
  word: localized('Christmas', 'Navidad'),
  ...changes,
});
const formOf = (specialHours: SpecialHours[]) => valuesOf({ ...brandFacts, specialHours } as AdminFacts);

test('days of every year are the same after the form, and others do not become yearly', () => {
  const rows = [
    aDay({ isYearly: true }),
    aDay({ from: '2036-07-04', until: '2036-07-05', hours: { opens: '10:00', closes: '12:00' } }),
  ];
  const { facts, faults } = readValues(formOf(rows));
  expect([facts.specialHours, faults]).toEqual([rows, {}]);
  expect(facts.specialHours[1]).not.toHaveProperty('isYearly');
});

test('a day of every year that another row has in a later year is shown at that row', () => {
  const rows = [aDay({ isYearly: true }), aDay({ from: '2040-12-24', until: '2040-12-26' })];
  expect(readValues(formOf(rows)).faults).toEqual({ 'specialHours.1.from': 'days_taken' });
  const whole = [aDay({ until: '2037-12-25', isYearly: true })];
  expect(readValues(formOf(whole)).faults).toEqual({ 'specialHours.0.until': 'year_too_long' });
});
