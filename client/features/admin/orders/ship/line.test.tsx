import { renderToStaticMarkup } from 'react-dom/server';
import type { UseFormReturn } from 'react-hook-form';
import { expect, test } from 'vitest';
import type { Order } from '#shared/orders/admin-orders.ts';
import { localized } from '#test/localized.ts';
import { startLanguage } from '../../../../lib/language.ts';
import { ShipLine } from './line.tsx';
import type { ShipValues } from './values.ts';

const names = localized('Box of mango', 'Caja de mango');
const line = { id: 'mango', name: names.en, names, unitPriceCents: 1999, discountCents: 0, taxCents: 0 };
const order = {
  id: '7f3a9c21-0000-4000-8000-000000000000',
  customerName: 'Ana',
  city: 'Miami',
  state: 'FL',
  shippingMethod: null,
  lines: [{ ...line, quantity: 3, components: null, paidBack: 1 }],
} as Partial<Order> as Order;
const form = { register: () => ({}) } as unknown as UseFormReturn<ShipValues>;

test.each(['en', 'es'] as const)('a line says what is still to send, in the language of the admin: %s', (language) => {
  startLanguage(language);
  const given = { order, form, result: undefined, parcel: null, isRounded: false, onPaste: () => {} };
  expect(renderToStaticMarkup(<ShipLine {...given} />)).toContain(`2 x ${names[language]}`);
});
