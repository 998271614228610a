import { expect, test } from 'vitest';
import { brandWords, fillBrandWords } from './brand-words.ts';

test('facts are filled in within single braces only; a name that is not a fact is left unchanged', () => {
  const { city = '' } = brandWords('en');
  expect(city).not.toBe('');
  const filled = [
    ['{city}', city],
    ['{city}{city}', city + city],
    ['{{city}}', '{{city}}'],
    ['{{city} {city}', `{{city} ${city}`],
    ['{city}} {city}', `{city}} ${city}`],
    ['{toString} {', '{toString} {'],
  ];
  for (const [text = '', expected] of filled) expect(fillBrandWords(text, 'en')).toBe(expected);
});
