import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_QUANTITY } from '#shared/checkout/limits.ts';
import { isFreeShipping } from '#shared/shipping/free-shipping.ts';
import { publicShipping } from '#shared/shipping/public-shipping.ts';
import { brandShippingRules } from '#shared/shipping/rules.ts';
import { freeShippingQuantity, missingForFreeShippingCents } from './free-shipping.ts';

test('the page says that an order ships free exactly if the rule does, within its states', () => {
  const numbers = fc.integer({ min: 0, max: 10_000 });
  fc.assert(
    fc.property(fc.boolean(), numbers, fc.option(fc.nat(900)), numbers, fc.nat(1000), (...args) => {
      const [isOn, overCents, limit, subtotalCents, weightOz] = args;
      const rules = { ...brandShippingRules, free: { ...brandShippingRules.free, isOn, overCents, upToOz: limit } };
      const { free } = publicShipping(rules, []);
      const isFree =
        free !== null &&
        !(free.upToOz !== null && weightOz > free.upToOz) &&
        missingForFreeShippingCents(free, subtotalCents) === 0;
      const address = { state: 'FL', zipCode: '33010' };
      expect(isFree).toBe(isFreeShipping(rules.free, { subtotalCents, weightOz }, address));
    }),
    { numRuns: 10_000 },
  );
});

test('the page shows the smallest quantity that ships free by the rule', () => {
  const numbers = fc.integer({ min: 0, max: 20_000 });
  fc.assert(
    fc.property(numbers, fc.option(fc.nat(3_000)), fc.integer({ min: 50, max: 9_000 }), fc.nat(400), (...args) => {
      const [overCents, upToOz, priceCents, weightOz] = args;
      const rules = { ...brandShippingRules, free: { ...brandShippingRules.free, isOn: true, overCents, upToOz } };
      const { free } = publicShipping(rules, []);
      const address = { state: 'FL', zipCode: '33010' };
      const quantities = Array.from({ length: MAX_QUANTITY }, (_, i) => i + 1);
      const least = quantities.find((quantity) =>
        isFreeShipping(rules.free, { subtotalCents: priceCents * quantity, weightOz: weightOz * quantity }, address),
      );
      expect(freeShippingQuantity(free, { priceCents, weightOz })).toBe(least ?? null);
    }),
  );
  expect(freeShippingQuantity(null, { priceCents: 1999, weightOz: 54 })).toBeNull();
});
