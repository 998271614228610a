import { expect, test } from 'vitest';
import { facts } from '#brand/facts.ts';
import { isBeyondTable, TABLE_PREFIX, zoneOfPrefix } from './zones.ts';

test('the table counts from the brand’s area, where the nearest zone is', () => {
  expect(isBeyondTable(facts.address)).toBe(false);
  expect(zoneOfPrefix(Number(TABLE_PREFIX))).toBe(2);
});

test('a ZIP code of another area is beyond the table, one of the same area is not', () => {
  expect(isBeyondTable({ zipCode: `${TABLE_PREFIX}99` })).toBe(false);
  expect(isBeyondTable({ zipCode: '10118' })).toBe(true);
  expect(isBeyondTable({ zipCode: `${Number(TABLE_PREFIX) + 1}01` })).toBe(true);
});
