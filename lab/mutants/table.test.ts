import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MUTANTS } from './table.ts';

test('each seeded fault has exactly one position, tests, and a unique name', () => {
  const wrong = MUTANTS.filter(({ file, from, to, tests }) => {
    const isOnce = existsSync(file) && readFileSync(file, 'utf8').split(from).length === 2;
    const areThere = tests.split(' ').every((part) => part === '--project' || part === 'postgres' || existsSync(part));
    return !isOnce || !areThere || from === to;
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
  expect(MUTANTS.length).toBeGreaterThanOrEqual(70);
});
