import { expect, test } from 'vitest';
import { products } from '#brand/catalogue.ts';
import { priceParcels, secondBoxCents } from './rate-table.ts';
import { brandShippingRules } from './rules.ts';

const { services } = brandShippingRules;

test('a second box adds at most the published amount, in any zone of the 48 states', () => {
  for (const { weightOz } of products) {
    const most = secondBoxCents(services, weightOz) ?? 0;
    const extras = [0, 1, 2, 3, 4, 5, 6].map((zone) => {
      const cheapest = (ounces: number) =>
        Math.min(...services.map(({ byZone }) => (byZone[zone] ? priceParcels(ounces, byZone[zone]) : Infinity)));
      return cheapest(2 * weightOz) - cheapest(weightOz);
    });
    expect(Math.max(...extras)).toBe(most);
    expect(most).toBeGreaterThan(0);
  }
});

test('nothing is published for a second box that adds more than half of the first', () => {
  expect(secondBoxCents(services, 400)).toBeNull();
});

test('shipping one box to New York costs at most half of its price', () => {
  const groundAdvantage = services[0]?.byZone[4];
  expect(groundAdvantage && priceParcels(products[0].weightOz, groundAdvantage)).toBeLessThanOrEqual(999);
});
