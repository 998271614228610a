import { expect, test } from 'vitest';
import { freeShipping } from '#brand/shipping.ts';
import { carriageOf } from './carriage.ts';

const quoted = { shippingCarrier: 'USPS', shippingMethod: 'Ground Advantage', tracking: null };
const sentBy = (carrier: string | null) => ({ carrier, parcels: [{ number: '1', url: null, seen: [] }] });

test.each([
  ['the carrier first, then its service', quoted, 'USPS, Ground Advantage'],
  ['the carrier that the parcel went with', { ...quoted, tracking: sentBy('UPS') }, 'UPS'],
  ['the same carrier with its service', { ...quoted, tracking: sentBy('USPS') }, 'USPS, Ground Advantage'],
  [
    'the carrier that was paid for, where the tracking names none',
    { ...quoted, tracking: sentBy(null) },
    'USPS, Ground Advantage',
  ],
  ['the carrier alone, without a service', { ...quoted, shippingMethod: null }, 'USPS'],
  ['nobody, when a service is all that is known', { ...quoted, shippingCarrier: null }, null],
])('"Shipped by" names %s', (_case, order, text) => {
  expect(carriageOf(order, 'en')).toBe(text);
});

test('free shipping is named in the language of the page', () => {
  const order = { ...quoted, shippingMethod: freeShipping.service.en };
  expect(carriageOf(order, 'es')).toBe(`USPS, ${freeShipping.service.es}`);
});
