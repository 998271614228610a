import { expect, test } from 'vitest';
import { products } from '#brand/catalogue.ts';
import { freeShipping } from '#brand/shipping.ts';
import { FREE_SERVICE_KEY } from '#shared/shipping/free-service.ts';
import type { OrderLine } from './lines.ts';
import { orderIn } from './words.ts';

const [product] = products;
const aLine = (id: string, name: string): OrderLine => {
  const amounts = { unitPriceCents: 1999, discountCents: 0, taxCents: 0 };
  return { id, name, names: null, quantity: 2, ...amounts, components: null, paidBack: 0 };
};
const order = (name: string, shippingMethod: string | null) => ({
  number: 'A1',
  lines: [aLine(product?.id ?? '', name)],
  shippingMethod,
});

test('a Spanish order is shown in the owner’s language, and nothing else changes', () => {
  const spanish = order(product?.name.es ?? '', freeShipping.service.es);
  expect(orderIn(spanish, 'en')).toEqual(order(product?.name.en ?? '', freeShipping.service.en));
  expect(orderIn(spanish, 'es')).toEqual(spanish);
  expect(orderIn(order(product?.name.en ?? '', freeShipping.service.en), 'es')).toEqual(spanish);
});

test('free shipping is recognized by its name at the purchase, also by an owner’s name, and translated', () => {
  const own = (key: string, language: string) => (key === FREE_SERVICE_KEY ? `own ${language}` : undefined);
  for (const stored of [freeShipping.service.es, 'own es']) {
    const { shippingMethod } = orderIn(order('Box', stored), 'en', own);
    expect(shippingMethod).toBe(stored === 'own es' ? 'own en' : freeShipping.service.en);
  }
});

test('a carrier’s service, an unknown name, a deleted product and no shipping stay unchanged', () => {
  const old = { ...order('Box of 40, first edition', 'Ground Advantage') };
  expect(orderIn(old, 'es')).toEqual(old);
  const gone = {
    lines: [aLine('gone', 'Mango box')],
    shippingMethod: null,
  };
  expect(orderIn(gone, 'es')).toEqual(gone);
});
