import { beforeAll, expect, test } from 'vitest';
import { anOrder, insertOrders } from '#test/orders.ts';
import { adminOf, shopForAll } from '#test/shop.ts';
import { readXlsx } from '#test/xlsx.ts';

const shop = shopForAll();
const call = adminOf(shop);
beforeAll(async () => {
  await insertOrders(shop, [
    anOrder({
      id: '521153e3-7a0e-4c62-8d7c-1f6b3a6de001',
      customerName: '=HYPERLINK("http://evil.example","x")',
      zipCode: '07087',
      trackingNumber: '9400111899223197428497',
      totalAmount: '1169.97',
    }),
  ]);
});

async function table(path: string) {
  const answer = await call('GET', path);
  const [head = new Map(), ...rows] = readXlsx(answer.rawPayload);
  const cell = (name: string) => {
    const [column = ''] = [...head].find(([, { value }]) => value === name) ?? [];
    return rows[0]?.get(column);
  };
  return { answer, rows, cell };
}

test('orders.xlsx holds numbers and ZIPs as texts, amounts as numbers, and no formula', async () => {
  const { answer, rows, cell } = await table('/api/admin/orders.xlsx');
  expect(answer.headers['content-type']).toContain('spreadsheetml.sheet');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="orders.xlsx"');
  expect(rows).toHaveLength(1);
  const kept = { Order: '521153E3', ZIP: '07087', 'Tracking number': '9400111899223197428497' };
  for (const [name, value] of Object.entries(kept))
    expect([name, cell(name)]).toEqual([name, { type: 'inlineStr', value }]);
  expect(cell('Customer')).toEqual({ type: 'inlineStr', value: '=HYPERLINK("http://evil.example","x")' });
  expect(cell('Total')).toEqual({ type: 'n', value: '1169.97' });
});

test('the other lists have one too, with one row per line if requested', async () => {
  expect((await table('/api/admin/orders.xlsx?per=line')).cell('Quantity')).toMatchObject({ type: 'n' });
  expect((await table('/api/admin/customers.xlsx')).cell('Orders')).toEqual({ type: 'n', value: '1' });
  expect((await table('/api/admin/wholesalers.xlsx')).rows).toEqual([]);
});

test('it has the filtered rows, in the language of the reader', async () => {
  const spanish = await call('GET', '/api/admin/orders.xlsx?status=shipped', undefined, { 'x-language': 'es' });
  const [head, ...rows] = readXlsx(spanish.rawPayload);
  expect([...(head ?? new Map()).values()].map(({ value }) => value)).toContain('Cliente');
  expect(rows).toEqual([]);
});
