import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFreeShipping } from '#shared/shipping/free-shipping.ts';
import { publicShipping } from '#shared/shipping/public-shipping.ts';
import { brandShippingRules } from '#shared/shipping/rules.ts';
import { missingForFreeShippingCents } from './free-shipping.ts';

test('the page calls an order free exactly if the rule does, within its states', () => {
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
