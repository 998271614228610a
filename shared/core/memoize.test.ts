import { expect, test } from 'vitest';
import { memoize, oncePer } from './memoize.ts';

test('makes one value for each key', () => {
  const asked: string[] = [];
  const find = memoize((key) => {
    asked.push(key);
    return { key };
  });
  expect(find('en')).toBe(find('en'));
  expect(find('es').key).toBe('es');
  expect(asked).toEqual(['en', 'es']);
});

test('a value is made once per object, and again for an equal but different object', () => {
  let count = 0;
  const nameOf = oncePer(({ name }: { name: string }) => {
    count += 1;
    return { said: name };
  });
  const order = { name: 'one' };
  expect(nameOf(order)).toBe(nameOf(order));
  expect(count).toBe(1);
  expect(nameOf({ ...order })).not.toBe(nameOf(order));
  expect(count).toBe(2);
});
