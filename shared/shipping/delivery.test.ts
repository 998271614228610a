import { expect, test } from 'vitest';
import { products } from '#brand/catalogue.ts';
import { rateTable } from '#server/features/shipping/rate-table.ts';
import { US_STATE_CODES, type UsState } from '#shared/places/us-states.ts';
import { ZIP_REGIONS } from '#shared/places/zip-states.ts';
import { deliveriesOf } from './delivery.ts';
import { brandShippingRules, type ShippingRules } from './rules.ts';

const box = { id: 'box', priceCents: 1999, weightOz: products[0].weightOz };
const deliveries = (rules: ShippingRules = brandShippingRules, product = box, hasLivePrices = false) =>
  deliveriesOf(rules, [product], hasLivePrices).byProduct.box ?? [];
const to = (state: UsState, all = deliveries()) => all.find(({ states }) => states.includes(state));

test('each state has the quote of its farthest ZIP code, and every state occurs once', async () => {
  expect(
    deliveries()
      .flatMap(({ states }) => states)
      .sort(),
  ).toEqual([...US_STATE_CODES].sort());
  const table = rateTable(() => brandShippingRules);
  for (const state of US_STATE_CODES) {
    const prefixes = ZIP_REGIONS.filter(([, , of]) => of === state).flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, i) => first + i),
    );
    const cheapest = await Promise.all(
      prefixes.map(async (prefix) => {
        const zipCode = `${String(prefix).padStart(3, '0')}01`;
        const address = { addressLine1: '1 Main St', addressLine2: null, city: 'Here', state, zipCode };
        const [first] = await table.listRates({ lines: [{ ...products[0], name: 'Box', quantity: 1 }], address });
        return first?.amountCents ?? 0;
      }),
    );
    expect([state, to(state)?.cents]).toEqual([state, Math.max(...cheapest)]);
  }
  expect(to('NY')).toMatchObject({ isMost: false, days: [4, 4] });
  expect(to('FL')).toMatchObject({ isMost: true, days: [2, 4] });
  expect(deliveriesOf(brandShippingRules, [box], false).handlingDays).toEqual([1, 2]);
});

test('a box above the limit ships free where the rule applies, unless it is too heavy', () => {
  const dear = { ...box, priceCents: brandShippingRules.free.overCents + 1 };
  expect(to('FL', deliveries(brandShippingRules, dear))).toEqual({
    states: ['FL'],
    cents: 0,
    isMost: false,
    days: [5, 5],
  });
  expect(to('FL', deliveries(brandShippingRules, { ...dear, priceCents: dear.priceCents - 1 }))?.cents).not.toBe(0);
  const light = { ...brandShippingRules, free: { ...brandShippingRules.free, upToOz: box.weightOz - 1 } };
  expect(to('FL', deliveries(light, dear))?.cents).not.toBe(0);
});

test('the flat price applies in the 48 states only', () => {
  const flat = { ...brandShippingRules, flat: { isOn: true, cents: 795, upToOz: null } };
  expect(to('WA', deliveries(flat))).toMatchObject({ cents: 795, isMost: false, days: [5, 5] });
  expect(to('HI', deliveries(flat))?.cents).toBe(to('HI')?.cents);
});

test('with a carrier’s live prices, only what the rules fix is published', () => {
  expect(deliveries(brandShippingRules, box, true)).toEqual([]);
  const flat = { ...brandShippingRules, flat: { isOn: true, cents: 795, upToOz: null } };
  expect(to('WA', deliveries(flat, box, true))).toMatchObject({ cents: 795, days: null });
  expect(to('HI', deliveries(flat, box, true))).toBeUndefined();
});
