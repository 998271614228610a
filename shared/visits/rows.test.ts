import { expect, test } from 'vitest';
import { conversionOf, sourceRows } from './rows.ts';

const sold = (key: string, orders: number, revenue: string) => ({ key, orders, revenue, units: 0, tax: '0.00' });

test('each source has its visits, orders, conversion and sum', () => {
  const sources = [
    { key: 'market', visits: 50, orders: 2 },
    { key: 'news', visits: 9, orders: 0 },
  ];
  expect(sourceRows([sold('', 3, '90.00'), sold('market', 4, '60.00')], { sources })).toEqual([
    { key: '', visits: 0, orders: 3, revenue: '90.00', conversion: null },
    // Two of the four orders are of days before visits were counted.
    { key: 'market', visits: 50, orders: 4, revenue: '60.00', conversion: 0.04 },
    { key: 'news', visits: 9, orders: 0, revenue: '0.00', conversion: 0 },
  ]);
});

test('a source without visits has no conversion', () => {
  expect(conversionOf({ visits: 0, orders: 3 })).toBeNull();
  expect(conversionOf({ visits: 4, orders: 1 })).toBe(0.25);
});
