import { expect, test } from 'vitest';
import { readTrackingTable } from './tracking-table.ts';

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
  ['lines without a number, and blank ones', `Order,Tracking\n3F2A9B10,\n\n,${USPS}\n`, []],
  ['nothing', '', []],
  ['an open quote', '"3F2A9B10', []],
])('reads a table with %s', (_, text, expected) => {
  expect(readTrackingTable(text)).toEqual(expected);
});
