import { expect, test } from 'vitest';
import type { WrittenPreview } from '#shared/written-orders/written-orders.ts';
import { bodyOf, emptyValues, previewInputOf, type WrittenValues } from './values.ts';

const typed: WrittenValues = {
  ...emptyValues('es'),
  ...{ fullName: 'Rosa Peña', email: 'rosa@shopper.example', phone: '305-555-0177' },
  ...{ addressLine1: '350 5th Avenue', city: 'New York', state: 'NY', zipCode: '10118' },
  lines: [{ id: 'box40', quantity: 2, price: '18', reason: '' }],
};
const rate = {
  quoteId: '6b3a6de0-0c62-4d7c-8f2a-9b107a0e1f6b',
  index: 0,
  service: 'Ground',
  carrier: 'USPS',
  amountCents: 900,
};
const totals = { subtotalCents: 3600, discountCents: 0, shippingCents: 900, taxCents: 0, totalCents: 4500 };
const shown: WrittenPreview = {
  lines: [{ id: 'box40', name: 'Box', quantity: 2, priceCents: 1800, catalogueCents: 1800 }],
  rates: [],
  ratesFailed: null,
  shipping: { way: 'rate', rate },
  totals,
};

test('the sums are asked for before a reason is typed, and with no half address', () => {
  expect(previewInputOf(typed)).toMatchObject({
    lines: [{ priceCents: 1800, reason: '-' }],
    address: { zipCode: '10118' },
  });
  expect(previewInputOf({ ...typed, zipCode: '101' })?.address).toBeNull();
  expect(previewInputOf({ ...typed, lines: [] })).toBeNull();
  expect(previewInputOf({ ...typed, lines: [{ id: 'box40', quantity: 2, price: 'x', reason: '' }] })).toBeNull();
  expect(previewInputOf({ ...typed, way: 'amount', shippingAmount: '' })?.shipping).toBeNull();
  expect(previewInputOf({ ...typed, way: 'van', shippingAmount: '' })?.shipping).toEqual({
    way: 'van',
    amountCents: 0,
  });
});

test('another price than the catalogue’s needs a reason', () => {
  const known = {
    ...shown,
    lines: [{ id: 'box40', name: 'Box', quantity: 2, priceCents: 1800, catalogueCents: 1999 }],
  };
  expect(bodyOf(typed, known)).toEqual({ issues: [{ field: 'lines', issue: 'required' }] });
  const same = { ...known, lines: known.lines.map((line) => ({ ...line, catalogueCents: 1800 })) };
  expect(bodyOf(typed, same)).toMatchObject({ body: {} });
});

test('the body has the sum that was shown, and nothing is sent without one', () => {
  expect(bodyOf(typed, shown)).toMatchObject({ body: { totalCents: 4500, ending: { kind: 'link', days: 7 } } });
  expect(bodyOf(typed, undefined)).toEqual({ issues: [] });
  expect(bodyOf({ ...typed, kind: 'paid', reference: ' ' }, shown)).toMatchObject({
    body: { ending: { kind: 'paid', method: 'cash', reference: null } },
  });
});

test('what is missing is named by its field; a collected order needs no address', () => {
  const bad = { ...typed, email: '@', addressLine1: '' };
  expect(bodyOf(bad, shown)).toMatchObject({ issues: [{ field: 'email' }, { field: 'addressLine1' }] });
  expect(bodyOf({ ...bad, email: typed.email, way: 'pickup' }, shown)).toMatchObject({ body: {} });
});
