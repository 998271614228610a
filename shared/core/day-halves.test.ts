import { expect, test } from 'vitest';
import { withDayHalves } from './day-halves.ts';

test.each(['9:00 a.m.', '9:00 a. m.', '9:00 a.\u00a0m.', '9:00 a.\u202fm.'])('%j is written in one form', (text) => {
  expect(withDayHalves(text)).toBe('9:00 a.\u00a0m.');
});

test('English times are unchanged', () => {
  expect(withDayHalves('9:00 PM')).toBe('9:00 PM');
});
