import { expect, test } from 'vitest';
import { keptBy } from './kept.ts';

test('makes one thing for each key, and no second one', () => {
  const asked: string[] = [];
  const find = keptBy((key) => {
    asked.push(key);
    return { key };
  });
  expect(find('en')).toBe(find('en'));
  expect(find('es').key).toBe('es');
  expect(asked).toEqual(['en', 'es']);
});
