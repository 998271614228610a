import { expect, test } from 'vitest';
import { anAddress } from '#test/makers.ts';
import { customsDeclaration } from './customs.ts';

const sender = {
  name: 'Doña Guayaba',
  street: '4102 NW 7th Street',
  city: 'Miami',
  state: 'FL' as const,
  zipCode: '33126',
  country: 'US',
  phone: '+13055550142',
  email: 'hola@donaguayaba.example',
};
const lines = [
  {
    id: 'box40',
    name: 'Box of 40'.padEnd(60, '!'),
    quantity: 2,
    priceCents: 1999,
    weightOz: 48,
    parcelInches: [9, 6, 4] as const,
  },
];
const formFor = (zipCode: string) => customsDeclaration({ lines, address: anAddress({ zipCode }) }, sender);

test.each([
  ['33010', false],
  ['96813', false],
  ['00907', false],
  ['00802', true],
  ['96910', true],
  ['96799', true],
  ['96950', true],
  ['09012', true],
  ['34002', true],
  ['96201', true],
])('a parcel to %s has a customs form: %s', (zipCode, has) => {
  expect(formFor(zipCode) !== null).toBe(has);
});

test('the form has the contents, their total weight and their price', () => {
  expect(formFor('09012')).toMatchObject({
    certify: true,
    certify_signer: 'Doña Guayaba',
    contents_type: 'MERCHANDISE',
    items: [
      {
        description: 'Box of 40'.padEnd(50, '!'),
        quantity: 2,
        net_weight: '96',
        value_amount: '39.98',
        origin_country: 'US',
      },
    ],
  });
});
