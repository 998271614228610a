import { expect, test } from 'vitest';
import { readText, readTrackingTable } from './tracking-table.ts';

const USPS = '9400111201080805483016';
const UPS = '1Z999AA10123456784';
const line = (order: string, trackingNumber: string, carrier: string | null = null) => ({
  order,
  trackingNumber,
  carrier,
});

test.each([
  [
    'a heading in English',
    `Order,Tracking number,Carrier\r\n3F2A9B10,${USPS},USPS\r\n`,
    [line('3F2A9B10', USPS, 'USPS')],
  ],
  ['a heading in Spanish, semicolons', `Rastreo;Pedido\n${UPS};3f2a9b10`, [line('3F2A9B10', UPS)]],
  [
    'the shop’s own file, with its invisible ends',
    `\ufeff"Order","Date","Tracking number"\r\n"521153E3\u00a0","2026-01-31","${USPS}\u00a0"\r\n`,
    [line('521153E3', USPS)],
  ],
  [
    'cells copied from a spreadsheet',
    `3F2A9B10\t${UPS}\n521153E3\t9400 1112 0108 0805 4830 16`,
    [line('3F2A9B10', UPS), line('521153E3', USPS)],
  ],
  ['no heading, other columns before', `María,#3f2a9b10,x,${USPS}`, [line('3F2A9B10', USPS)]],
  ['a number of no carrier, after its order', '3F2A9B10,LOCAL-7', [line('3F2A9B10', 'LOCAL-7')]],
  [
    'quotes, line ends and commas in cells',
    `"Order","Note","Tracking"\n"3F2A9B10","a ""b"",\r\nc","${USPS}"`,
    [line('3F2A9B10', USPS)],
  ],
  [
    'a title and a separator line above the heading',
    `sep=;\nShipments of today;;\nOrder;Tracking number;Carrier\n3F2A9B10;${USPS};USPS`,
    [line('3F2A9B10', USPS, 'USPS')],
  ],
  [
    'more columns of orders and tracking than one',
    `Order date,Order total,Order ID,Tracking status,Tracking number\n2026-01-31,10.00,#3F2A9B10,In transit,${UPS}`,
    [line('3F2A9B10', UPS)],
  ],
  [
    'cells that a spreadsheet must not read as numbers',
    `Order,Tracking\n'3F2A9B10,'${USPS}\n"=""521153E3""","=""9400-1112-0108-0805-4830-16"""`,
    [line('3F2A9B10', USPS), line('521153E3', USPS)],
  ],
  [
    'numbers that a spreadsheet has rounded',
    'Order,Tracking\n3F2A9B10,9.40011E+21\n521153E3,9400111201080800000000',
    [line('3F2A9B10', '9.40011E+21'), line('521153E3', '9400111201080800000000')],
  ],
  [
    'a number that a spreadsheet has rounded, no heading',
    '3F2A9B10,x,"9,40011E+21"',
    [line('3F2A9B10', '9,40011E+21')],
  ],
  ['lines without a number, and blank ones', `Order,Tracking\n3F2A9B10,\n\n,${USPS}\n`, []],
  ['nothing', '', []],
  ['an open quote', '"3F2A9B10', []],
])('reads a table with %s', (_, text, expected) => {
  expect(readTrackingTable(text)).toEqual(expected);
});

test('reads the text of a file in UTF-8 and in UTF-16, as spreadsheets write it', async () => {
  const text = `\ufeffOrder\tTracking\n3F2A9B10\t${USPS}`;
  const wide = new Uint8Array(new Uint16Array([...text].map((each) => each.charCodeAt(0))).buffer);
  for (const file of [new Blob([text]), new Blob([wide])]) {
    expect(readTrackingTable(await readText(file))).toEqual([line('3F2A9B10', USPS)]);
  }
});
