import { expect, test } from 'vitest';
import type { Order } from '#shared/orders/admin-orders.ts';
import { carrierOf, hasRounded, isCarrierKnown, numberOf, oddTexts, shipmentOf } from './values.ts';

const order = { id: 'a1' } as Order;
const known = (number: string, carrier = '') =>
  isCarrierKnown(shipmentOf(order, { [numberOf('a1')]: number, [carrierOf('a1')]: carrier }));

test('the carrier of a line needs a check if its number does not imply one', () => {
  expect(known('')).toBe(true);
  expect(known('9400 1112 0108 0805 4830 16')).toBe(true);
  expect(known('1Z999AA10123456784')).toBe(true);
  expect(known('1Z999AA10123456784', 'UPS')).toBe(true);
  // A number of no carrier, and one with another carrier selected.
  expect(known('123')).toBe(false);
  expect(known('1Z999AA10123456784', 'USPS')).toBe(false);
});

test('a number rounded by a spreadsheet is not a parcel; a scanned one gets its printed form', () => {
  const line = (number: string) => ({ [numberOf('a1')]: number });
  expect([hasRounded(order, line('9.40011E+21')), shipmentOf(order, line('9.40011E+21'))]).toEqual([true, null]);
  const scanned = shipmentOf(order, line('1001921334250001000300779017972697'));
  expect(scanned).toMatchObject({ trackingNumber: '779017972697', carrier: 'FedEx' });
  expect(oddTexts(scanned ? [scanned] : [])).toEqual([]);
});
