import { expect, test } from 'vitest';
import { anAddress } from '#test/makers.ts';
import { deliversTo, isPostalOnly } from './postal-only.ts';

const at = (addressLine1: string, addressLine2: string | null = null) =>
  isPostalOnly(anAddress({ addressLine1, addressLine2 }));

test('knows a post office box, however it is spelled, in either line', () => {
  const boxes = [
    ...'PO Box 12|P.O. Box 12|P.O.Box 12|P. O. Box 12|P O Box 12|p.o.box12|POBox 12|P-O Box 12'.split('|'),
    ...'P/O BOX 12|Ｐ.Ｏ. Box １２|P.O. 12|PO #12|PO Box #12|PO Box No. 12|PO Box A|P0 Box 12|PO Bx 12'.split('|'),
    ...'PO Drawer 5|POB 12|P.O.B. 12|P O B 12|Post Office Box 12|Post-Office Box 12|Postal Box 12'.split('|'),
    ...'Post Box 12|Box 12|BOX #12|Lock Box 12|Lockbox 12|Drawer 12|Caller Service 12|Apartado 12'.split('|'),
    ...'Apartado Postal 12|Apdo. 12|Casilla Postal 12|General Delivery|Lista de Correos'.split('|'),
  ];
  for (const box of boxes) expect([box, at(box), at('12 Palm Avenue', box)]).toEqual([box, true, true]);
  expect(at('12 Palm Avenue, PO Box 3')).toBe(true);
});

test('distinguishes other addresses from it', () => {
  const streets: [string, (string | null)?][] = [
    ['12 Poplar Street'],
    ['12 Post Office Road'],
    ['5 Boxwood Lane'],
    ['2200 Box Elder Drive'],
    ['12 Po Valley Court'],
    ['Pomona Avenue 12'],
    ['RR 2 Box 34'],
    ['HC 1 Box 12'],
    ['RR 2', 'Box 34'],
    ['12 Palm Avenue', 'PMB 12'],
    ['12 Palm Avenue PMB 12'],
    ['PMB 12', 'Box 3'],
    ['12 Palm Avenue', 'Apt P 02'],
    ['12 Palm Avenue', 'Apto 12'],
    ['Apartamento 12, Calle 8'],
    ['100 Depot Street', 'Unit 2'],
  ];
  for (const [line1, line2] of streets) expect([line1, line2, at(line1, line2)]).toEqual([line1, line2, false]);
});

test('knows mail for the military and for diplomats by city, state or ZIP', () => {
  const military = [
    { city: 'APO' },
    { city: 'A.P.O.' },
    { city: 'fpo, ap' },
    { city: 'DPO' },
    { state: 'AE' },
    { state: ' ap ' },
    { state: 'Armed Forces Americas' },
    { zipCode: '09012' },
    { zipCode: '34002-1234' },
    { zipCode: '96601' },
  ];
  for (const change of military) expect([change, isPostalOnly(anAddress(change))]).toEqual([change, true]);
  for (const change of [{ city: 'Apopka' }, { zipCode: '34102' }, { zipCode: '96701' }, { zipCode: '10118' }])
    expect([change, isPostalOnly(anAddress(change))]).toEqual([change, false]);
});

test('only the Postal Service delivers there', () => {
  const box = anAddress({ addressLine1: 'POB 12' });
  const takes = ['USPS', 'UPS', 'FedEx', 'DHL Express', 'DHL eCommerce'].filter((carrier) => deliversTo(carrier, box));
  expect(takes).toEqual(['USPS']);
  expect(deliversTo('UPS', anAddress())).toBe(true);
  const sanJuan = anAddress({ city: 'San Juan', state: 'PR', zipCode: '00907' });
  expect([deliversTo('UPS', sanJuan), deliversTo('USPS', sanJuan)]).toEqual([false, true]);
});
