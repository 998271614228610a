import { expect, test } from 'vitest';
import { takeBack } from './stock-api.ts';

test('a count is undone absolutely, steps are undone relatively, and never below zero by a step', () => {
  expect(takeBack({ onHand: 10 }, { before: -2, after: 10 })).toEqual({ onHand: -2, from: 10 });
  expect(takeBack({ onHand: 10 }, { before: null, after: 10 })).toEqual({ onHand: null, from: 10 });
  expect(takeBack({ onHand: null }, { before: 3, after: null })).toEqual({ onHand: 3, from: null });
  expect(takeBack({ delta: 1 }, { before: 3, after: 4 })).toEqual({ delta: -1 });
  expect(takeBack({ delta: -1 }, { before: 1, after: 0 })).toEqual({ delta: 1 });
  expect(takeBack({ delta: 2 }, { before: -2, after: 0 })).toEqual({ onHand: -2, from: 0 });
});
