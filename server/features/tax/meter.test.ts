import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '#server/db/migration-state.ts';
import { emails } from '#server/tables.ts';
import { stateOfZip } from '#shared/places/zip-states.ts';
import type { TaxMeter } from '#shared/tax/tax.ts';
import { anOrder, insertOrders } from '#test/orders.ts';
import { adminOf, shopForEach } from '#test/shop.ts';
import { percentOf, watchTaxMeter } from './meter.ts';

const HOUR_MS = 3_600_000;
const shop = shopForEach();
const call = adminOf(shop);

const meter = async () => (await call('GET', '/api/admin/taxes/sales')).json<TaxMeter>();
const sold = (zipCode: string, totalAmount: string, more: object = {}) =>
  insertOrders(shop, [anOrder({ zipCode, totalAmount, createdAt: shop.clock.now(), ...more })]);
const mails = async () => (await shop.deps.db.select().from(emails)).map(({ subject }) => subject);

test('the database finds the same state for every ZIP code as the shop', async () => {
  const zips = [
    ...Array.from({ length: 1000 }, (_, i) => `${String(i).padStart(3, '0')}10`),
    '06390',
    ' 33010-1234 ',
    'x',
    '330100',
  ];
  const rows = await rowsOf<{ zip: string; state: string | null }>(
    shop.deps.db,
    sql`select zip, state_of_zip(zip) as state from jsonb_array_elements_text(${JSON.stringify(zips)}::jsonb) as zip`,
  );
  expect(rows).toHaveLength(zips.length);
  // The territories begin at 006, and no ZIP code is below 005.
  expect(rows.filter(({ zip, state }) => state !== stateOfZip(zip))).toEqual([]);
});

test('a threshold is dollars, or dollars or sales, or both', () => {
  const at = { orders: 90, salesCents: 5_000_000 };
  expect(percentOf({ dollars: 100_000 }, at)).toBe(50);
  expect(percentOf({ dollars: 100_000, sales: 100 }, at)).toBe(90);
  expect(percentOf({ dollars: 100_000, sales: 100, needsBoth: true }, at)).toBe(50);
});

test('sums this year’s sales without tax by state, without cancelled orders, nearest threshold first', async () => {
  await sold('33010', '50000.00');
  await sold('75001', '100.00', { tax: '8.25' });
  await sold('75001', '900.00', { status: 'cancelled' });
  await sold('75001', '700.00', { createdAt: new Date(shop.clock.now().getTime() - 366 * 24 * HOUR_MS) });
  await sold('97001', '20.00');
  await call('POST', '/api/admin/taxes', { state: 'TX', rate: '6.25' });
  expect((await meter()).states).toMatchObject([
    { state: 'FL', orders: 1, sales: '50000.00', percent: 50, isHome: true, isRegistered: false },
    { state: 'TX', orders: 1, sales: '91.75', tax: '8.25', percent: 0, isRegistered: true },
    { state: 'OR', orders: 1, sales: '20.00', threshold: null, percent: 0 },
  ]);
});

test('one mail at 80 % per state and year, none if it is registered', async () => {
  const look = async () => {
    shop.clock.advance(2 * HOUR_MS);
    await watchTaxMeter(shop.deps)();
  };
  await sold('60601', '79999.00');
  await sold('33010', '99000.00');
  await look();
  expect(await mails()).toEqual([]);
  await sold('60601', '1.00');
  await look();
  await look();
  expect(await mails()).toEqual(['Illinois: 80 % of the threshold for sales tax']);
  await call('POST', '/api/admin/taxes', { state: 'OH', rate: '5.75' });
  await sold('43004', '100000.00');
  await look();
  expect(await mails()).toHaveLength(1);
});
