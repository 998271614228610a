import { expect, test } from 'vitest';
import { facts } from '#brand/facts.ts';
import { isBeyondTable, TABLE_PREFIX, zoneOfPrefix } from './zones.ts';

test('zones of the table count from the brand’s area, which is the nearest one', () => {
  expect(isBeyondTable(facts.address)).toBe(false);
  expect(zoneOfPrefix(Number(TABLE_PREFIX))).toBe(2);
});

test('a ZIP code in another area does not fit the table, one in the same area does', () => {
  expect(isBeyondTable({ zipCode: `${TABLE_PREFIX}99` })).toBe(false);
  expect(isBeyondTable({ zipCode: '10118' })).toBe(true);
  expect(isBeyondTable({ zipCode: `${Number(TABLE_PREFIX) + 1}01` })).toBe(true);
});
