import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { AppError } from '#server/errors.ts';
import { MAX_LINES, MAX_QUANTITY, shippingRatesInputSchema } from '#shared/checkout/checkout.ts';
import { centsToText, MAX_AMOUNT_CENTS } from '#shared/core/money.ts';
import { aCatalogue, aProduct } from '#test/catalogue.ts';
import { checkAmount, priceCart } from './cart.ts';

const catalogueOf = (prices: readonly number[]) =>
  aCatalogue(prices.map((priceCents, i) => aProduct({ id: `box${i}`, priceCents })))();
const shippingAddress = { addressLine1: '12 Palm Avenue', city: 'Hialeah', state: 'FL', zipCode: '33010' };

const CARTS = process.env.FULL === '1' ? 1_000_000 : 100_000;

test('random carts, a million of them in the full tier, agree at the catalogue’s prices with BigInt (I8)', () => {
  let differences = 0;
  // Mulberry32: a seeded generator, so that the carts are the same every time; fast enough for a million.
  let seed = 20_260_102;
  const random = (below: number) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
  const catalogue = catalogueOf(Array.from({ length: 12 }, () => 1 + random(30_000)));
  for (let i = 0; i < CARTS; i++) {
    const cart = Array.from({ length: 1 + random(4) }, () => ({ id: `box${random(12)}`, quantity: 1 + random(99) }));
    const exact = cart.reduce(
      (sum, { id, quantity }) =>
        sum + BigInt(catalogue.products[Number(id.slice(3))]?.priceCents ?? 0) * BigInt(quantity),
      0n,
    );
    const { subtotalCents } = priceCart(catalogue, cart, 'en');
    if (BigInt(subtotalCents) !== exact) differences += 1;
    else if (centsToText(subtotalCents) !== `${exact / 100n}.${String(exact % 100n).padStart(2, '0')}`)
      differences += 1;
  }
  expect(differences).toBe(0);
});

const anyId = fc.oneof(
  { weight: 8, arbitrary: fc.nat(5).map((i) => `box${i}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', 'box9', 'BOX0', ' box0', '', 'x'.repeat(65)),
  },
);
const anyQuantity = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 60 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(0, -1, 1.5, '3', true, [3], null, 1e308, 2 ** 53, 100, -0) },
);
const anyCart = fc.array(fc.record({ id: anyId, quantity: anyQuantity, price: fc.double() }), { maxLength: 25 });

test('each of a thousand carts (full tier: five thousand) is refused, or costs its whole quantities (I7)', () => {
  let taken = 0;
  let refused = 0;
  const check = fc.property(
    fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 6, maxLength: 6 }),
    anyCart,
    (prices, items) => {
      const catalogue = catalogueOf(prices);
      const asked = z.safeParse(shippingRatesInputSchema, { items, shippingAddress });
      const quantities = new Map<string, number>();
      for (const { id, quantity } of items) quantities.set(id, (quantities.get(id) ?? 0) + Number(quantity));
      const isWhole = items.every(
        ({ quantity }) => typeof quantity === 'number' && Number.isInteger(quantity) && quantity >= 1,
      );
      const isInRange =
        items.length >= 1 && items.length <= MAX_LINES && [...quantities.values()].every((sum) => sum <= MAX_QUANTITY);
      const isSold = items.every(({ id }) => /^box[0-5]$/.test(id));
      // The schema accepts exactly the carts with whole quantities within the limits.
      const mayBeTaken = isWhole && isInRange && items.every(({ id }) => id.length >= 1 && id.length <= 64);
      expect(asked.success).toBe(mayBeTaken);
      if (!asked.success) {
        refused += 1;
        return;
      }
      if (!isSold) {
        expect(() => priceCart(catalogue, asked.data.items, 'en')).toThrow(new AppError('product_unknown'));
        refused += 1;
        return;
      }
      const { lines, subtotalCents } = priceCart(catalogue, asked.data.items, 'en');
      const exact = [...quantities].reduce(
        (sum, [id, n]) => sum + BigInt(prices[Number(id.slice(3))] ?? 0) * BigInt(n),
        0n,
      );
      expect(BigInt(subtotalCents)).toBe(exact);
      expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
      const isPayable = exact >= 50n && exact <= BigInt(MAX_AMOUNT_CENTS);
      if (isPayable) checkAmount('en', subtotalCents);
      else expect(() => checkAmount('en', subtotalCents)).toThrow(AppError);
      taken += 1;
    },
  );
  const numRuns = process.env.FULL === '1' ? 5_000 : 1_000;
  fc.assert(check, { numRuns });
  // Both outcomes are frequent.
  expect(Math.min(taken, refused)).toBeGreaterThan(numRuns / 10);
});
