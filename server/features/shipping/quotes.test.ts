import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { priceCart } from '#server/features/checkout/cart.ts';
import { brandContent } from '#shared/catalogue/brand-products.ts';
import type { CartLine, ShippingAddress } from '#shared/checkout/checkout.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { aCatalogue } from '#test/catalogue.ts';
import { findQuotedRate, quoteShipping, type Shipment } from './service.ts';

let shop: TestApp;
let quotes = 0;
beforeAll(async () => {
  // Each quote has a unique price, so that none can match another by chance.
  const rates = {
    listRates: async () => [{ service: 'Ground', carrier: 'UPS', amountCents: 10 * ++quotes, estimatedDays: 3 }],
  };
  shop = await startTestApp({ parts: () => ({ rates }) });
});
afterAll(() => shop.close());

const shipmentOf = (cart: readonly CartLine[], address: ShippingAddress): Shipment => ({
  ...priceCart(aCatalogue(brandContent().products)(), cart, 'en'),
  address,
});

const word = fc.constantFrom('12 Palm Avenue', '12 Palm Avenue 2', '1', 'Ñandú', 'Hialeah', 'Miami Beach', 'x');
const anyAddress: fc.Arbitrary<ShippingAddress> = fc.record({
  addressLine1: word,
  addressLine2: fc.option(word),
  city: word,
  state: fc.constantFrom('FL', 'NY', 'GA', 'AK'),
  zipCode: fc.constantFrom('33010', '33011', '10118', '99501'),
});
const anyCart = fc
  .record({ box40: fc.integer({ min: 0, max: 4 }), box20double: fc.integer({ min: 0, max: 4 }) })
  .map((quantities) => Object.entries(quantities).flatMap(([id, quantity]) => (quantity > 0 ? [{ id, quantity }] : [])))
  .filter((cart) => cart.length > 0);

/**
 * Equivalent spellings: other capitals and spaces, the state's name, a ZIP of nine digits, lines in another order or
 * split in two.
 */
function respell(cart: readonly CartLine[], address: ShippingAddress): Shipment {
  const loud = (text: string) => `  ${text.toUpperCase().replaceAll(' ', '   ')} `.normalize('NFD');
  const { addressLine1, addressLine2, city, state, zipCode } = address;
  const lines = cart.toReversed().flatMap(({ id, quantity }) =>
    quantity > 1
      ? [
          { id, quantity: 1 },
          { id, quantity: quantity - 1 },
        ]
      : [{ id, quantity }],
  );
  return shipmentOf(lines, {
    addressLine1: loud(addressLine1),
    addressLine2: addressLine2 === null ? '' : loud(addressLine2),
    city: loud(city),
    state: state === 'FL' ? ' florida ' : state.toLowerCase(),
    zipCode: ` ${zipCode}-1234 `,
  });
}

const keyOf = (cart: readonly CartLine[], address: ShippingAddress) => JSON.stringify([cart, address]);

test('200 pairs: a quote is valid for its items and address in any spelling, and for no others (I2)', async () => {
  const check = fc.asyncProperty(
    anyCart,
    anyAddress,
    anyCart,
    anyAddress,
    async (cart, address, otherCart, otherAddress) => {
      const { quoteId, rates } = await quoteShipping(shop.deps, shipmentOf(cart, address), 'en');
      const rate = rates.at(-1);
      if (!rate) throw new Error('no rate');
      const same = respell(cart, address);
      expect(await findQuotedRate(shop.deps, same, rate)).toEqual({
        rate,
        revision: 0,
        isCounted: false,
        taxRule: null,
        automatic: [],
      });
      const index = rates.length - 1;
      expect((await findQuotedRate(shop.deps, same, rate, { quoteId, index }))?.rate).toEqual(rate);
      expect(await findQuotedRate(shop.deps, same, rate, { quoteId, index: index + 1 })).toBeNull();
      expect(await findQuotedRate(shop.deps, same, rate, { quoteId: crypto.randomUUID(), index })).toBeNull();
      for (const amountCents of [rate.amountCents - 1, rate.amountCents + 1, 0.1, Number.NaN, -1]) {
        const isFree = rates.some((offered) => offered.amountCents === amountCents && offered.service === rate.service);
        if (!isFree)
          expect(await findQuotedRate(shop.deps, shipmentOf(cart, address), { ...rate, amountCents })).toBeNull();
      }
      for (const [items, place] of [
        [otherCart, address],
        [cart, otherAddress],
        [otherCart, otherAddress],
      ] as const) {
        const found = await findQuotedRate(shop.deps, shipmentOf(items, place), rate);
        expect(found === null).toBe(keyOf(items, place) !== keyOf(cart, address));
      }
    },
  );
  await fc.assert(check, { numRuns: 200 });
});
