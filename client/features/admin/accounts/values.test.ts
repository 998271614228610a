import { expect, test } from 'vitest';
import type { Account } from '#shared/accounts/accounts.ts';
import { EMPTY_ACCOUNT, EMPTY_ADDRESS, emptyPerson, readValues, valuesOf } from './values.ts';

const ACCOUNT: Account = {
  ...{ id: '0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de001', name: 'Bodega Sol', terms: 'net30', isOnHold: false, notes: '' },
  ...{ minimumCents: 15_000, creditLimitCents: null, hasOwnPrices: false, inquiryId: null, version: 3 },
  certificate: { number: '23-80', state: 'FL', endsOn: '2026-12-31' },
  certificateFile: null,
  addresses: [
    { label: null, addressLine1: '12 Calle Ocho', addressLine2: null, city: 'Miami', state: 'FL', zipCode: '33135' },
  ],
  people: [
    {
      ...{ id: '0b5c9a52-7a0e-4c62-8d7c-1f6b3a6de002', name: 'Ana', email: 'ana@sol.example' },
      ...{ phone: null, language: 'es' },
    },
  ],
  createdAt: '2026-11-28T12:00:00Z',
};
const errorsOf = (changes: Partial<typeof EMPTY_ACCOUNT>) => {
  const read = readValues({ ...EMPTY_ACCOUNT, name: 'Bodega Sol', ...changes });
  return 'errors' in read ? read.errors.map(({ field, issue }) => `${field} ${issue}`) : [];
};

test('an account that is opened and saved sends what it has', () => {
  const { id: _, isOnHold: __, certificateFile: ___, hasOwnPrices, inquiryId, version, createdAt, ...rest } = ACCOUNT;
  const addresses = rest.addresses.map((address) => ({ ...address, label: '', addressLine2: '' }));
  expect(readValues(valuesOf(ACCOUNT))).toEqual({ fields: { ...rest, addresses } });
});

test('a name alone is enough; amounts are read as people write them', () => {
  expect(errorsOf({})).toEqual([]);
  const read = readValues({ ...EMPTY_ACCOUNT, name: 'Sol', minimum: '$1,200', creditLimit: '99,50' });
  expect('fields' in read && [read.fields.minimumCents, read.fields.creditLimitCents]).toEqual([120_000, 9_950]);
});

test('an error names the field in which it was typed', () => {
  const person = { ...emptyPerson('es'), name: 'Ana', email: 'ana@sol.example' };
  expect(errorsOf({ name: ' ' })).toEqual(['name required']);
  expect(errorsOf({ minimum: 'many' })).toEqual(['minimum amount_invalid']);
  expect(errorsOf({ certificateEndsOn: '2026-12-31', certificateState: 'FL' })).toEqual(['certificateNumber required']);
  expect(errorsOf({ certificateNumber: '1', certificateState: '' })).toEqual(['certificateState invalid']);
  expect(errorsOf({ people: [person, { ...person, email: 'ANA@sol.example' }] })).toEqual([
    'people.1.email slug_taken',
  ]);
  const address = { ...EMPTY_ADDRESS, addressLine1: '1 Main St', city: 'Miami' };
  expect(errorsOf({ addresses: [{ ...address, zipCode: '10001' }] })[0]).toMatch(/^addresses\.0\.zipCode zip_state/);
});
