import { expect, test } from 'vitest';
import { orderEmailValues } from '#server/features/emails/values.ts';
import { ADDITIONS, AMOUNTS, type Amounts, DEDUCTIONS, forEachAmount } from '#shared/core/amounts.ts';
import { LANGUAGES } from '#shared/core/language.ts';
import { formatPrice, textToCents } from '#shared/core/money.ts';
import { shippingPaidCents } from '#shared/orders/refunds.ts';
import { anOrderForEmail, mailConfig } from '#test/emails.ts';
import { type DatedOrder, orderColumns } from './export/csv-columns.ts';

/** All sums differ: 1.01, 1.02, … */
const amounts = forEachAmount(AMOUNTS, (name) => `1.0${1 + AMOUNTS.indexOf(name)}`);
const priced = (name: keyof Amounts, sign = '') => `${sign}${formatPrice(textToCents(amounts[name]) ?? 0, 'en')}`;

test.each(LANGUAGES)('a mail in %s lists each amount: deductions, shipping, additions', (language) => {
  const order = anOrderForEmail({ ...amounts, shippingCost: '9.35' });
  const { orderItems } = orderEmailValues({ config: mailConfig() }, order, { language });
  const rows = orderItems?.amounts ?? [];
  expect(rows.map(({ amount }) => amount)).toEqual([
    ...DEDUCTIONS.map((name) => priced(name, '−')),
    '$9.35',
    ...ADDITIONS.map((name) => priced(name)),
  ]);
  expect(new Set(rows.map(({ label }) => label)).size).toBe(AMOUNTS.length + 1);
});

test('a mail leaves out amounts that an order does not have', () => {
  const { orderItems } = orderEmailValues({ config: mailConfig() }, anOrderForEmail(), { language: 'en' });
  expect(orderItems).toMatchObject({ amounts: [{ label: 'Shipping' }] });
});

test('additions are refunded with the shipping, so that all parts make the total', () => {
  const added = ADDITIONS.reduce((sum, name) => sum + (textToCents(amounts[name]) ?? 0), 0);
  const lines = [{ id: 'box40', quantity: 1, unitPriceCents: 1999, discountCents: 0, taxCents: 1 }];
  expect(shippingPaidCents({ ...amounts, shippingCost: '9.35', lines: [] })).toBe(935 + added);
  expect(shippingPaidCents({ ...amounts, shippingCost: '9.35', lines })).toBe(935 + added - 1);
  expect(shippingPaidCents({ ...amounts, shippingCost: null, lines: [] })).toBe(added);
});

test('the CSV has a column for each amount', () => {
  const order = { ...amounts, shippingCost: '9.35', totalAmount: '30.00' } as DatedOrder['order'];
  const from = orderColumns.findIndex(([key]) => key === 'admin_csv_items');
  const to = orderColumns.findIndex(([key]) => key === 'admin_csv_total');
  const columns = orderColumns.slice(from + 1, to).filter(([key]) => key !== 'admin_csv_tax_reason');
  expect(columns.map(([key, fill]) => [key, fill({ order, shippedAt: null }, 'en') ?? null])).toEqual([
    ...DEDUCTIONS.map((name) => [expect.any(String), amounts[name]]),
    ['admin_csv_code', null],
    ['admin_csv_shipping', '9.35'],
    ...ADDITIONS.map((name) => [expect.any(String), amounts[name]]),
  ]);
});
