import { expect, test } from 'vitest';
import { linesLeft } from './refunds.ts';

test('the refundable part of the lines excludes all earlier refunds', () => {
  const lines = [
    { id: 'box40', quantity: 3, name: 'Box' },
    { id: 'box20double', quantity: 1, name: 'Double' },
  ];
  expect(linesLeft(lines, [])).toEqual(lines);
  const returned = [
    { id: 'box40', quantity: 1 },
    { id: 'box20double', quantity: 1 },
    { id: 'box40', quantity: 1 },
  ];
  expect(linesLeft(lines, returned)).toEqual([{ id: 'box40', quantity: 1, name: 'Box' }]);
});
