import { expect, test } from 'vitest';
import { formatCoordinates, toCoordinate } from './coordinate.ts';

test('a non-numeric latitude or longitude becomes 0', () => {
  for (const text of ['', ' ', 'abc', '12abc', 'NaN', 'Infinity', '1e9', '0x10', '--1', '1,5', '.']) {
    expect(toCoordinate(text), text).toBe(0);
  }
});

test('a numeric value is accepted unchanged, with blanks around it or a trailing point', () => {
  expect(toCoordinate('25.7617')).toBe(25.7617);
  expect(toCoordinate(' -80.1918 ')).toBe(-80.1918);
  expect(toCoordinate('.5')).toBe(0.5);
  expect(toCoordinate('25.')).toBe(25);
  expect(toCoordinate(91)).toBe(91);
  // Outside the globe, for the schema to refuse; a 0 would be saved in the Gulf of Guinea.
  expect(toCoordinate('257617')).toBe(257617);
});

test('coordinates are shown with four decimals', () => {
  expect(formatCoordinates('25.7616798', '-80.1917902')).toBe('25.7617, -80.1918');
  expect(formatCoordinates(0, 10)).toBe('0.0000, 10.0000');
});
