import { afterAll, beforeAll, expect, test } from 'vitest';
import { csvField } from '#server/plugins/streams.ts';
import { asAdmin, signIn } from '#test/admin.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { anOrder, insertOrders } from '#test/orders.ts';

let shop: TestApp;
let call: Awaited<ReturnType<typeof asAdmin>>;
beforeAll(async () => {
  shop = await startTestApp();
  call = await asAdmin(shop);
  await insertOrders(shop, [
    anOrder({
      id: '3f2a9b10-7a0e-4c62-8d7c-1f6b3a6de001',
      customerName: '=HYPERLINK("http://evil.example","x")',
      addressLine1: 'Calle "8", Apt 2',
      createdAt: new Date('2025-07-01T03:30:00Z'),
      totalAmount: '69.97',
      items: JSON.stringify([
        { id: 'box40', name: 'Box of 40', quantity: 2, price: '19.99' },
        { id: 'box20double', name: 'Box of 20', quantity: 1, price: '19.99' },
      ]),
    }),
    anOrder({ status: 'shipped', customerName: 'José Pérez', createdAt: new Date('2025-07-02T12:00:00Z') }),
  ]);
});
afterAll(() => shop.close());

/** RFC 4180, strictly: every field quoted, lines ended by CRLF. */
function parse(text: string): string[][] {
  const lines = text.replace(/^\ufeff/, '').match(/(?:"(?:[^"]|"")*",?)+\r\n/g) ?? [];
  expect(lines.join('')).toBe(text.replace(/^\ufeff/, ''));
  return lines.map((line) =>
    [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, field = '']) => field.replaceAll('""', '"')),
  );
}

test('orders.csv has one row an order with its items, in New York time, as a download', async () => {
  const answer = await call('GET', '/api/admin/orders.csv');
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="orders.csv"');
  expect(answer.body.startsWith('\ufeff')).toBe(true);
  const [head = [], newest = [], oldest = []] = parse(answer.body);
  const cell = (row: string[], name: string) => row[head.indexOf(name)];
  expect(cell(newest, 'Customer')).toBe('José Pérez');
  expect(cell(oldest, 'Order')).toBe('3F2A9B10');
  expect(cell(oldest, 'Date (New York)')).toBe('2025-06-30 23:30:00');
  expect(cell(oldest, 'Items')).toBe('2 x Box of 40; 1 x Box of 20');
  expect(cell(oldest, 'Address')).toBe('Calle "8", Apt 2');
  expect(cell(oldest, 'Total')).toBe('69.97');
});

test('orders.csv?per=line has one row an order line, and filters as the list does', async () => {
  const [head = [], ...rows] = parse((await call('GET', '/api/admin/orders.csv?per=line&status=pending')).body);
  expect(
    rows.map((row) => [
      row[head.indexOf('Product id')],
      row[head.indexOf('Quantity')],
      row[head.indexOf('Line total')],
    ]),
  ).toEqual([
    ['box40', '2', '39.98'],
    ['box20double', '1', '19.99'],
  ]);
  expect(parse((await call('GET', '/api/admin/orders.csv?q=perez')).body)).toHaveLength(2);
  expect((await call('GET', '/api/admin/orders.csv?per=week')).statusCode).toBe(400);
});

test('names its columns in the reader’s language', async () => {
  const { cookie } = await signIn(shop);
  const answer = await shop.app.inject({ url: '/api/admin/orders.csv', headers: { cookie: `${cookie}; lang=es` } });
  expect(parse(answer.body)[0]?.[0]).toBe('Pedido');
});

test('E10 a field that starts like a formula is disarmed, and numbers stay numbers', async () => {
  const [, , row = []] = parse((await call('GET', '/api/admin/orders.csv')).body);
  expect(row).toContain(`'=HYPERLINK("http://evil.example","x")`);
  const live = [
    '=1+1',
    '+1',
    '-1+1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    '|cmd',
    '%x',
    '\u00a0=1',
  ];
  for (const text of live) expect(csvField(text)).toMatch(/^"'/);
  for (const plain of ['19.99', '-3', 'Ana', "O'Neil", '', '12 Palm Ave']) expect(csvField(plain)).toBe(`"${plain}"`);
  expect(csvField(null)).toBe('""');
  expect(csvField('a "b", c\r\nd')).toBe('"a ""b"", c\r\nd"');
});
