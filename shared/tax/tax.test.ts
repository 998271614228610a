import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_AMOUNTS } from '#shared/core/amount-fields.ts';
import { centsToText } from '#shared/core/money.ts';
import { orderTotals, spreadCents } from '#shared/core/totals.ts';
import { piecesCents, shippingPaidCents } from '#shared/orders/refunds.ts';
import { type OrderTaxes, rateText, taxCentsOf, taxesOf, taxLinesOf, textToRate } from './tax.ts';

const FOOD = 'txcd_40040000';
const OTHER = 'txcd_99999999';
const rule = { rateMilli: 8250, taxesShipping: true, taxesFood: false };
const cart = [
  { priceCents: 1999, quantity: 2, taxCode: FOOD },
  { priceCents: 2500, quantity: 1, taxCode: OTHER },
];
const at = { discountCents: 0, shippingCents: 1000, state: 'TX' as const };

describe('taxable amounts', () => {
  test('without a registration nothing is taxed, and the order gives the reason', () => {
    expect(taxesOf(cart, { ...at, rule: null })).toEqual({
      items: [0, 0],
      shipping: 0,
      line: { name: 'TX', rate: '0', reason: 'not_registered' },
    });
  });

  test('packaged food is taxed only where it is taxable', () => {
    expect(taxesOf(cart.slice(0, 1), { ...at, rule })).toMatchObject({
      items: [0],
      line: { rate: '8.25', reason: 'nothing_taxed' },
    });
    const all = taxesOf(cart, { ...at, rule: { ...rule, taxesFood: true, taxesShipping: false } });
    expect(all).toMatchObject({ items: [330, 206], shipping: 0, line: { reason: 'registered' } });
  });

  test('shipping is taxed in proportion to the taxed goods', () => {
    // 25.00 and 3.85 of the 10.00 of shipping: 28.85 at 8.25 % is 2.38.
    expect(taxesOf(cart, { ...at, rule })).toMatchObject({ items: [0, 206], shipping: 32 });
  });

  test('the discount is deducted first, and half a cent rounds up', () => {
    const half = { rateMilli: 5000, taxesShipping: false, taxesFood: true };
    const one = [{ priceCents: 1010, quantity: 1, taxCode: FOOD }];
    expect(taxesOf(one, { ...at, discountCents: 0, rule: half }).items).toEqual([51]);
    expect(taxesOf(one, { ...at, discountCents: 1, rule: half }).items).toEqual([50]);
  });
});

describe('the tax of the purchase is distinguished from that of another place', () => {
  const taxes = (line: Partial<OrderTaxes['line']>, zip?: string): OrderTaxes => ({
    items: [100],
    shipping: 0,
    line: { name: 'NY', rate: '8.875', reason: 'registered', ...line },
    ...(zip !== undefined && { zip }),
  });
  const county = taxes({ reason: 'calculated' }, '10118');
  const cases: [string, OrderTaxes, string, true | undefined][] = [
    ['where it was bought', taxes({}), '10118-0110', undefined],
    ['elsewhere in a state of one rate', taxes({}), '14202', undefined],
    ['in another state', taxes({}), '19103', true],
    ['outside of all states', taxes({}), '00901', true],
    ['in a state, bought for outside of all', taxes({ name: '', reason: 'not_registered' }), '10118', true],
    ['outside of all states, bought for there', taxes({ name: '', reason: 'not_registered' }), '00901', undefined],
    ['where a county has its rate', county, '10118-0110', undefined],
    ['in another ZIP code, where a county has its rate', county, '14202', true],
    ['in another state, given back for a certificate', taxes({ reason: 'exempt' }), '19103', undefined],
  ];
  test.each(cases)('%s', (_, bought, zipCode, isFixed) => {
    expect(taxLinesOf({ taxes: bought, tax: '1.00', zipCode })).toEqual([
      { ...bought.line, amount: '1.00', ...(isFixed && { isFixed }) },
    ]);
  });
});

test('shares add up to the cent, and refunds unit by unit are exactly what was paid: 10,000 carts', () => {
  const line = fc.record({
    priceCents: fc.integer({ min: 1, max: 50_000 }),
    quantity: fc.integer({ min: 1, max: 9 }),
    taxCode: fc.constantFrom(FOOD, OTHER, ''),
  });
  const carts = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 8 }),
    off: fc.double({ min: 0, max: 1, noNaN: true }),
    shippingCents: fc.integer({ min: 0, max: 9_999 }),
    rateMilli: fc.integer({ min: 1, max: 30_000 }),
    taxesShipping: fc.boolean(),
    taxesFood: fc.boolean(),
  });
  const check = fc.property(carts, ({ lines, off, shippingCents, ...some }) => {
    const { subtotalCents } = orderTotals(lines);
    const discountCents = Math.min(Math.max(0, subtotalCents - 50), Math.floor(subtotalCents * off));
    const taxes = taxesOf(lines, { discountCents, shippingCents, state: 'TX', rule: some });
    const taxCents = taxCentsOf(taxes);
    const { totalCents } = orderTotals(lines, { discountCents, shippingCents, taxCents });
    // The total tax is always within a cent of the rate.
    expect(taxCents).toBeLessThanOrEqual(((totalCents - taxCents) * some.rateMilli) / 100_000 + 1);
    expect([...taxes.items, taxes.shipping].every((cents) => Number.isInteger(cents) && cents >= 0)).toBe(true);
    const discounts = spreadCents(
      discountCents,
      lines.map(({ priceCents, quantity }) => priceCents * quantity),
    );
    const paid = lines.map(({ priceCents, quantity }, i) => ({
      id: `p${i}`,
      quantity,
      unitPriceCents: priceCents,
      discountCents: discounts[i] ?? 0,
      taxCents: taxes.items[i] ?? 0,
    }));
    const order = { ...NO_AMOUNTS, tax: centsToText(taxCents), shippingCost: centsToText(shippingCents), lines: paid };
    const returned: { id: string; quantity: number }[] = [];
    let cents = shippingPaidCents(order);
    for (const { id, quantity } of paid) {
      for (let i = 0; i < quantity; i++) {
        cents += piecesCents(paid, returned, [{ id, quantity: 1 }]) ?? Number.NaN;
        returned.push({ id, quantity: 1 });
      }
    }
    expect(cents).toBe(totalCents);
  });
  fc.assert(check, { numRuns: 10_000, seed: 21 });
});

test('rates are read with up to three decimals and written as short as possible', () => {
  expect(['6', '8.25', '8.375', '10.000', '30'].map(textToRate)).toEqual([6000, 8250, 8375, 10_000, 30_000]);
  expect([' 8,875 ', '8.875%', '8,875\u00a0%'].map(textToRate)).toEqual([8875, 8875, 8875]);
  for (const text of ['', '%', '0', '8.3751', '1,234.5', '-1', '1e1', '30.001', '100'])
    expect([text, textToRate(text)]).toEqual([text, null]);
  expect([6000, 8250, 8375].map(rateText)).toEqual(['6', '8.25', '8.375']);
});
