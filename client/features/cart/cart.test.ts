import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { brandContent } from '#shared/catalogue/brand-products.ts';
import type { Product } from '#shared/catalogue/products.ts';
import { MAX_LINES, MAX_QUANTITY } from '#shared/checkout/limits.ts';
import { startContent } from '../../lib/catalogue.ts';
import { buyableLines, type Cart, countPieces, EMPTY_CART, readCart } from './cart.ts';
import { subtotalCents } from './cart-prices.ts';
import { addToCart, changeQuantity, removeLine, withLines, withoutPaid } from './change-cart.ts';
import { freeShippingShare, missingForFreeShippingCents } from './free-shipping.ts';

startContent(brandContent());
const { products, shipping } = brandContent();
const free = shipping.free ?? { overCents: Number.NaN };
const one: Cart = [{ id: 'box40', quantity: 1 }];

describe('lines', () => {
  test('adding a product makes a line, adding it again raises its quantity by 1', () => {
    expect(addToCart(EMPTY_CART, 'box40')).toEqual(one);
    expect(addToCart(one, 'box40')).toEqual([{ id: 'box40', quantity: 2 }]);
    expect(addToCart(one, 'box20double')).toEqual([...one, { id: 'box20double', quantity: 1 }]);
  });
  test('several units are added at once, up to the limit of a line', () => {
    expect(addToCart(one, 'box40', 3)).toEqual([{ id: 'box40', quantity: 4 }]);
    expect(addToCart(EMPTY_CART, 'box40', 3)).toEqual([{ id: 'box40', quantity: 3 }]);
    expect(addToCart(one, 'box40', MAX_QUANTITY)).toEqual([{ id: 'box40', quantity: MAX_QUANTITY }]);
  });
  test('a repeated order is added to the cart, up to the limit, without products no longer sold', () => {
    const again = [
      { id: 'box40', quantity: 2 },
      { id: 'gone', quantity: 1 },
      { id: 'box20double', quantity: MAX_QUANTITY + 1 },
    ];
    expect(withLines(one, again)).toEqual([
      { id: 'box40', quantity: 3 },
      { id: 'box20double', quantity: MAX_QUANTITY },
    ]);
    expect(withLines(EMPTY_CART, [])).toEqual([]);
  });
  test('paid lines leave the cart, lines added meanwhile stay', () => {
    const both: Cart = [
      { id: 'box40', quantity: 3 },
      { id: 'box20double', quantity: 1 },
    ];
    expect(withoutPaid(both, one)).toEqual([
      { id: 'box40', quantity: 2 },
      { id: 'box20double', quantity: 1 },
    ]);
    expect(withoutPaid(both, both)).toEqual([]);
    expect(withoutPaid(one, [{ id: 'box40', quantity: 9 }])).toEqual([]);
    expect(withoutPaid(one, [{ id: 'gone', quantity: 1 }])).toEqual(one);
  });
  test('decreasing never takes a line below 1', () => {
    expect(changeQuantity(one, 'box40', -1)).toEqual(one);
  });
  test('increasing and adding stop at the limit of a line', () => {
    const full: Cart = [{ id: 'box40', quantity: MAX_QUANTITY }];
    expect(changeQuantity(full, 'box40', 1)).toEqual(full);
    expect(addToCart(full, 'box40')).toEqual(full);
  });
  test('removing deletes only that line', () => {
    expect(removeLine(addToCart(one, 'box20double'), 'box40')).toEqual([{ id: 'box20double', quantity: 1 }]);
  });
  test('the total is the sum of price times quantity, in cents', () => {
    const cart: Cart = [
      { id: 'box40', quantity: 3 },
      { id: 'box20double', quantity: 2 },
    ];
    expect(subtotalCents(cart)).toBe(5 * 1999);
    expect(countPieces(cart)).toBe(5);
    expect(subtotalCents(EMPTY_CART)).toBe(0);
  });
});

describe('free shipping within Florida (I4)', () => {
  test.each([
    [0, 2501],
    [1999, 502],
    [2499, 2],
    [2500, 1],
    [2501, 0],
    [3998, 0],
  ])('%i cents lack %i cents', (subtotal, missing) => {
    expect(missingForFreeShippingCents(free, subtotal)).toBe(missing);
    expect(freeShippingShare(free, subtotal) === 1).toBe(missing === 0);
  });
});

describe('the stored cart, checked against the catalogue (I6, I7)', () => {
  test('is read back as stored', () => {
    const cart: Cart = [
      { id: 'box20double', quantity: 4 },
      { id: 'box40', quantity: 1 },
    ];
    expect(readCart(JSON.stringify(cart))).toEqual(cart);
  });
  test.each([
    null,
    '',
    ...'{ null 7 {"id":"box40","quantity":1} [null,3,"box40"] [{"id":"__proto__","quantity":1}]'.split(' '),
    ...'[{"id":"<b>","quantity":1}] [{"id":"","quantity":1}] [{"id":"box40"}]'.split(' '),
    ...'[{"id":"box40","quantity":0}] [{"id":"box40","quantity":-1}]'.split(' '),
    ...'[{"id":"box40","quantity":1.5}] [{"id":"box40","quantity":"3"}]'.split(' '),
    ...'[{"id":"box40","quantity":1e308}]'.split(' '),
  ])('%s is an empty cart', (text) => {
    expect(readCart(text)).toEqual([]);
  });
  test('keeps the valid lines, once each, and limits their quantity', () => {
    const text = '[{"id":"box40","quantity":500,"priceCents":1},{"id":3,"quantity":1},{"id":"box40","quantity":2}]';
    expect(readCart(text)).toEqual([{ id: 'box40', quantity: MAX_QUANTITY }]);
  });
});

describe('a product', () => {
  const { revision } = brandContent();
  const [box, double] = products as [Product, Product];
  const cart: Cart = [
    { id: 'box40', quantity: 2 },
    { id: 'box20double', quantity: 1 },
    { id: 'hidden-since', quantity: 3 },
  ];
  afterEach(() => startContent(brandContent()));

  test.each(['sold_out', 'coming_soon'] as const)('that is %s stays in the cart, but in no sum', (availability) => {
    startContent({ revision, shipping, products: [{ ...box, availability }, double] });
    expect(readCart(JSON.stringify(cart))).toEqual(cart);
    expect(buyableLines(cart)).toEqual([{ id: 'box20double', quantity: 1 }]);
    expect([countPieces(cart), subtotalCents(cart)]).toEqual([1, 1999]);
  });

  test('that the catalogue no longer has is in no sum either, and can be removed', () => {
    expect(buyableLines(cart)).toEqual(cart.slice(0, 2));
    expect([countPieces(cart), subtotalCents(cart)]).toEqual([3, 3 * 1999]);
    expect(removeLine(cart, 'hidden-since')).toEqual(cart.slice(0, 2));
  });
});

describe('any cart (I6, I7, I8)', () => {
  const ids = products.map(({ id }) => id);
  /** Checks that the shop may show this cart and ask rates for it. */
  function expectSound(cart: Cart): void {
    expect(new Set(cart.map(({ id }) => id)).size).toBe(cart.length);
    expect(cart.length).toBeLessThanOrEqual(MAX_LINES);
    for (const { id, quantity } of buyableLines(cart)) {
      expect(ids).toContain(id);
      expect(Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_QUANTITY).toBe(true);
    }
    const exact = cart.reduce(
      (sum, { id, quantity }) =>
        sum + BigInt(products.find((one) => one.id === id)?.priceCents ?? 0) * BigInt(quantity),
      0n,
    );
    expect(BigInt(subtotalCents(cart))).toBe(exact);
    expect(missingForFreeShippingCents(free, subtotalCents(cart)) === 0).toBe(exact > 2500n);
  }

  test('stays valid through 2,000 runs of adding, changing and removing', () => {
    const step = fc.record({
      how: fc.constantFrom('add', 'change', 'remove'),
      id: fc.constantFrom(...ids),
      by: fc.constantFrom(1, -1, 5, -5, 1000, -1000),
    });
    const check = fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let cart: Cart = EMPTY_CART;
      for (const { how, id, by } of steps) {
        if (how === 'add') cart = addToCart(cart, id);
        else if (how === 'change') cart = changeQuantity(cart, id, by);
        else cart = removeLine(cart, id);
        expectSound(cart);
      }
      expect(readCart(JSON.stringify(cart))).toEqual(cart);
    });
    fc.assert(check, { numRuns: 2_000 });
  });

  test('is valid or empty, for any of 3,000 stored texts', () => {
    const line = fc.record({
      id: fc.oneof(fc.constantFrom<unknown>(...ids, '__proto__', 'constructor', null, 1), fc.string()),
      quantity: fc.oneof(fc.integer(), fc.double(), fc.constantFrom<unknown>('3', true, null, [3], 2 ** 53, -0)),
    });
    const stored = fc.oneof(
      fc.array(fc.oneof(line, fc.jsonValue())).map((value) => JSON.stringify(value)),
      fc.json(),
      fc.string(),
    );
    fc.assert(
      fc.property(stored, (text) => expectSound(readCart(text))),
      { numRuns: 3_000 },
    );
  });
});
