import { beforeAll, expect, test } from 'vitest';
import { csvField } from '#server/plugins/tables/streams.ts';
import { signIn } from '#test/admin.ts';
import { anOrder, insertOrders } from '#test/orders.ts';
import { adminOf, shopForAll } from '#test/shop.ts';

const shop = shopForAll();
const call = adminOf(shop);
beforeAll(async () => {
  await insertOrders(shop, [
    anOrder({
      number: 1042,
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
  expect([cell(oldest, 'Order'), cell(oldest, 'Number')]).toEqual(['3F2A9B10', '1042']);
  expect(cell(oldest, 'Date (Eastern Time)')).toBe('2025-06-30 23:30:00');
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

test('has the day of shipping, the notes, and each line’s discount and tax', async () => {
  const order = anOrder({ customerName: 'Fecha Real', notes: '=1+1', createdAt: new Date('2024-01-01T12:00:00Z') });
  await insertOrders(shop, [order]);
  const number = { trackingNumber: '9400111201080805483016', carrier: 'USPS' };
  await call('PATCH', `/api/admin/orders/${order.id}/tracking`, number);
  const [head = [], row = []] = parse((await call('GET', '/api/admin/orders.csv?q=fecha')).body);
  const cell = (name: string) => row[head.indexOf(name)];
  expect(cell('Shipped (Eastern Time)')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(cell('Notes')).toBe("'=1+1");
  const [lineHead = [], line = []] = parse((await call('GET', '/api/admin/orders.csv?q=fecha&per=line')).body);
  expect([line[lineHead.indexOf('Line discount')], line[lineHead.indexOf('Line tax')]]).toEqual(['0.00', '0.00']);
  const [, pending = []] = parse((await call('GET', '/api/admin/orders.csv?q=3f2a9b10')).body);
  expect(pending[head.indexOf('Shipped (Eastern Time)')]).toBe('');
});

test('names its columns in the reader’s language', async () => {
  const { cookie } = await signIn(shop);
  const answer = await shop.app.inject({ url: '/api/admin/orders.csv', headers: { cookie: `${cookie}; lang=es` } });
  expect(parse(answer.body)[0]?.[0]).toBe('Pedido');
});

test('ends text that a spreadsheet would change with a no-break space, and leaves numbers and dates alone', async () => {
  await insertOrders(shop, [
    anOrder({
      id: '521153e3-7a0e-4c62-8d7c-1f6b3a6de001',
      phone: '+1 305-555-0111',
      addressLine2: '7-11',
      city: 'Union City',
      state: 'NJ',
      zipCode: '07087',
      trackingNumber: '9400111202555842333307',
      trackingCarrier: 'USPS',
      refundedAmount: '5.00',
      disputedAmount: '19.99',
      disputeStatus: 'needs_response',
      createdAt: new Date('2025-01-01T12:00:00Z'),
    }),
  ]);
  const { cookie } = await signIn(shop);
  const answer = await shop.app.inject({
    url: '/api/admin/orders.csv?q=07087',
    headers: { cookie: `${cookie}; lang=es` },
  });
  const [head = [], row = []] = parse(answer.body);
  const cells = Object.fromEntries(head.map((name, i) => [name, row[i]]));
  expect(cells).toMatchObject({
    Pedido: '521153E3\u00a0',
    Estado: 'Pendiente',
    Teléfono: '1 305-555-0111',
    'Dirección, segunda línea': '7-11\u00a0',
    'Código postal': '07087\u00a0',
    'Número de rastreo': '9400111202555842333307\u00a0',
    Total: '19.99',
    Reembolsado: '5.00',
    'Retenido por el banco': '19.99',
    'Reembolso o disputa': 'En disputa; Reembolsado en parte',
  });
  for (const text of '00|123456789012|1e5|1.5E+3|3/4|12-2024|Mar 5|1-ene|DEC1|9:30|5%|(12)'.split('|')) {
    expect(csvField(text)).toBe(`"${text}\u00a0"`);
  }
  // A value that is a number stays one.
  expect(csvField(123456789012)).toBe('"123456789012"');
});

test('E10 a field that starts like a formula is disarmed, and numbers stay numbers', async () => {
  const [, , row = []] = parse((await call('GET', '/api/admin/orders.csv')).body);
  expect(row).toContain(`'=HYPERLINK("http://evil.example","x")`);
  const live = [...'=1+1|+1|-1+1|@SUM(A1)|\t=1|\r=1|\n=1| =1|＝1|＋1|－1|＠x'.split('|'), '|cmd', '%x', '\u00a0=1'];
  for (const text of live) expect(csvField(text)).toMatch(/^"'/);
  for (const plain of ['19.99', '-3', 'Ana', 'María', "O'Neil", '', '12 Palm Ave', '33010', '2026-01-31 17:05:09'])
    expect(csvField(plain)).toBe(`"${plain}"`);
  expect(csvField(null)).toBe('""');
  expect(csvField('a "b", c\r\nd')).toBe('"a ""b"", c\r\nd"');
});
