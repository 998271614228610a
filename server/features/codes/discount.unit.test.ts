import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CODE_KINDS } from '#shared/checkout/codes.ts';
import { orderTotals } from '#shared/core/totals.ts';
import { appliedTo, betterOf } from './service.ts';

const IDS = ['a', 'b', 'c', 'd'] as const;
const line = (id: string) =>
  fc.record({
    id: fc.constant(id),
    quantity: fc.integer({ min: 1, max: 99 }),
    priceCents: fc.integer({ min: 1, max: 50_000 }),
  });
const cart = fc
  .subarray([...IDS], { minLength: 1 })
  .chain((ids) => fc.tuple(...ids.map(line)))
  .map((lines) => ({ lines, subtotalCents: orderTotals(lines).subtotalCents }));
const discount = fc
  .record({
    kind: fc.constantFrom(...CODE_KINDS),
    value: fc.integer({ min: 1, max: 100_000 }),
    productIds: fc.option(fc.subarray([...IDS], { minLength: 1 })),
  })
  .map(({ kind, value, productIds }) => ({
    ...{ id: 'x', code: 'X', names: null, minimumCents: null, maxUses: null, maxUsesPerPerson: null },
    ...{ kind, productIds, value: kind === 'percent' ? (value % 100) + 1 : value },
  }));

test('shares are whole cents of the right lines that add up, and 50 cents are left: 10,000 carts', () => {
  const check = fc.property(cart, discount, ({ lines, subtotalCents }, terms) => {
    const { shares, discountCents } = appliedTo({ lines, subtotalCents }, terms);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(discountCents);
    for (const [i, { id, priceCents, quantity }] of lines.entries()) {
      const isFor = terms.productIds?.includes(id as (typeof IDS)[number]) ?? true;
      expect(shares[i]).toBeGreaterThanOrEqual(0);
      expect(shares[i]).toBeLessThanOrEqual(isFor ? priceCents * quantity : 0);
      expect(Number.isInteger(shares[i])).toBe(true);
    }
    if (discountCents > 0) expect(subtotalCents - discountCents).toBeGreaterThanOrEqual(50);
  });
  fc.assert(check, { numRuns: 10_000, seed: 39 });
});

test('of two discounts one is given: never less than either, and a code only if it is more: 1,000 carts', () => {
  const check = fc.property(cart, discount, discount, (bought, typed, automatic) => {
    const [code, own] = [appliedTo(bought, typed), { ...appliedTo(bought, automatic), id: 'own' }];
    const given = betterOf(code, own);
    expect(given?.discountCents).toBe(Math.max(code.discountCents, own.discountCents));
    expect(given === code).toBe(code.discountCents > own.discountCents);
    expect([betterOf(code, null), betterOf(null, own), betterOf(null, null)]).toEqual([code, own, null]);
  });
  fc.assert(check, { numRuns: 1_000, seed: 39 });
});
