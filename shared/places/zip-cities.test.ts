import { expect, test } from 'vitest';
import northEast from './zip-cities/0.json' with { type: 'json' };
import newYork from './zip-cities/1.json' with { type: 'json' };
import southEast from './zip-cities/3.json' with { type: 'json' };
import { cityIn } from './zip-cities.ts';

test.each([
  [southEast, '33132', 'Miami'],
  [southEast, '33010', 'Hialeah'],
  [southEast, '33139', 'Miami Beach'],
  [newYork, '10118', 'New York'],
  [northEast, '02108', 'Boston'],
])('%# knows the city of a ZIP code', (table, zip, city) => {
  expect(cityIn(table, zip)).toBe(city);
});

test('an unknown ZIP has no city, even if its digits occur across two entries', () => {
  expect(cityIn({ 331: 'Miami0132Key Biscayne49' }, '33113')).toBeNull();
  expect(cityIn(southEast, '33100')).toBeNull();
  expect(cityIn(southEast, '10118')).toBeNull();
});
