import { expect, test } from 'vitest';
import { parseDollars, parseNumber } from './numbers.ts';

test('dollars are read however they are typed', () => {
  for (const text of ['19.99', '$19.99', ' $ 19.99 ', '19,99', '19.99 $']) expect(parseDollars(text), text).toBe(1999);
  expect(['19', '19.', '19.5', '1,299', '1,299.50', '.50', '0.5'].map(parseDollars)).toEqual([
    1900, 1900, 1950, 129_900, 129_950, 50, 50,
  ]);
});

test('an invalid price is null, never another price', () => {
  for (const text of ['', ' ', '-1', '1.999', '1,2', '1.2.3', '12,34,56', '1e3', 'abc', '$', '19.99 usd', '٣']) {
    expect(parseDollars(text), text).toBeNull();
  }
});

test('numbers take a point or a comma', () => {
  expect(['1.1', '1,1', '40', '.5', ' 2 '].map(parseNumber)).toEqual([1.1, 1.1, 40, 0.5, 2]);
  for (const text of ['', '-1', '1,000,000', '1.1.1', 'NaN', '1e3']) expect(parseNumber(text), text).toBeNull();
});
