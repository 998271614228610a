import { expect, test } from 'vitest';
import type { Revision } from '#shared/content/content.ts';
import { takenBack } from './taken-back.ts';

const revision = (id: number, restores: number | null = null): Revision => ({
  id,
  restores,
  createdAt: '2026-11-24T12:00:00.000Z',
  author: 'admin',
  changes: [],
});
/** Which revision reverted which, in any order of the list. */
const of = (...revisions: Revision[]) => {
  const there = [...takenBack(revisions)].map(([id, by]) => [id, by.id]);
  expect([...takenBack(revisions.toReversed())].map(([id, by]) => [id, by.id])).toEqual(there);
  return there.sort(([a = 0], [b = 0]) => a - b);
};

test('a reverted revision knows the one that reverted it', () => {
  expect(of(revision(1), revision(2))).toEqual([]);
  expect(of(revision(1), revision(2), revision(3, 1))).toEqual([[1, 3]]);
});

test('reverting a revert makes the first publish effective again, until it is reverted anew', () => {
  expect(of(revision(1), revision(2, 1), revision(3, 2))).toEqual([[2, 3]]);
  expect(of(revision(1), revision(2, 1), revision(3, 2), revision(4, 1))).toEqual([
    [1, 4],
    [2, 3],
  ]);
});
