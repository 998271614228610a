import { expect, test } from 'vitest';
import { brandContent } from '#shared/catalogue/brand-products.ts';
import { startContent } from '../../../lib/catalogue.ts';
import { type Checkout, EMPTY_ADDRESS, totalsOf } from '../checkout-machine.ts';
import { sheetOf } from './sheet.ts';

startContent(brandContent());

const option = (serviceName: string, rateCents: number, taxCents: number) => ({
  serviceName,
  carrier: 'USPS',
  rateCents,
  taxCents,
  estimatedDays: 3,
  isFree: false,
  promised: { shipBy: '2026-12-01', arriveBy: '2026-12-04' },
});
const checkout = {
  step: 'shipping',
  lines: [{ id: 'box40', quantity: 2 }],
  address: EMPTY_ADDRESS,
  attempt: 'a',
  discountCents: 400,
  options: [option('Ground Advantage', 845, 210), option('Priority Mail', 1120, 225)],
  chosen: 1,
} satisfies Checkout;

test('the lines and the chosen rate, which comes first, add up to the total to the cent (N15)', () => {
  const { totalCents, lines, rates } = sheetOf(checkout);
  expect(lines.map(({ amountCents }) => amountCents)).toEqual([3998, -400, 225]);
  expect(rates.map(({ label, amountCents }) => [label, amountCents])).toEqual([
    ['Fri, Dec 4 · USPS', 1120],
    ['Fri, Dec 4 · USPS', 845],
  ]);
  const shown = [...lines, ...rates.slice(0, 1)].reduce((sum, { amountCents }) => sum + amountCents, 0);
  expect([totalCents, totalsOf(checkout)?.totalCents]).toEqual([shown, shown]);
});

test('without an address there are no rates, and the total is the items less the discount', () => {
  const { options: _, chosen: __, ...rest } = checkout;
  expect(sheetOf({ ...rest, step: 'address' })).toMatchObject({ totalCents: 3598, rates: [] });
});
