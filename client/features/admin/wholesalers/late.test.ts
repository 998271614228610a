import { expect, test } from 'vitest';
import { isLate } from './late.ts';

const now = Date.parse('2026-03-10T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString();

test('marks a pending inquiry after 48 hours, and no other', () => {
  expect(isLate({ status: 'pending', createdAt: hoursAgo(48.1) }, now)).toBe(true);
  expect(isLate({ status: 'pending', createdAt: hoursAgo(48) }, now)).toBe(false);
  expect(isLate({ status: 'pending', createdAt: hoursAgo(1) }, now)).toBe(false);
  for (const status of ['contacted', 'approved', 'rejected'] as const) {
    expect(isLate({ status, createdAt: hoursAgo(1000) }, now)).toBe(false);
  }
});
