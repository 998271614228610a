import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LineQuota } from './line-quota.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('writes that many lines a second, and reports the number of dropped ones once, if there are any', () => {
  const told: number[] = [];
  const quota = new LineQuota(3, (keptBack) => told.push(keptBack));
  const take = (count: number) => Array.from({ length: count }, () => quota.take());
  expect(take(5)).toEqual([true, true, true, false, false]);
  vi.advanceTimersByTime(999);
  expect([take(1), told]).toEqual([[false], []]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual([3]);
  expect(take(3)).toEqual([true, true, true]);
  vi.advanceTimersByTime(5_000);
  expect(told).toEqual([3]);
});
