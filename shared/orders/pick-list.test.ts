import { expect, test } from 'vitest';
import type { OrderLine } from './lines.ts';
import { pickListOf } from './pick-list.ts';

const aLine = (id: string, quantity: number, more: Partial<OrderLine> = {}): OrderLine => ({
  id,
  name: `${id} en`,
  names: { en: `${id} en`, es: `${id} es` },
  quantity,
  unitPriceCents: 100,
  discountCents: 0,
  taxCents: 0,
  components: null,
  paidBack: 0,
  ...more,
});
const part = (id: string, quantity: number) => ({ id, quantity, names: { en: `${id} en`, es: `${id} es` } });

test('the same product of several orders is one row, in the reader’s language, most first', () => {
  const orders = [{ lines: [aLine('a', 2), aLine('b', 5)] }, { lines: [aLine('a', 1)] }];
  expect(pickListOf(orders, 'es')).toEqual({
    products: [
      { id: 'b', name: 'b es', quantity: 5, filled: 0 },
      { id: 'a', name: 'a es', quantity: 3, filled: 0 },
    ],
    assortments: [],
  });
});

test('components are counted into their products, and say how many go into assortments', () => {
  const mixed = aLine('mixed', 3, { components: [part('a', 2), part('c', 1)] });
  expect(pickListOf([{ lines: [aLine('a', 4), mixed] }], 'en')).toEqual({
    products: [
      { id: 'a', name: 'a en', quantity: 10, filled: 6 },
      { id: 'c', name: 'c en', quantity: 3, filled: 3 },
    ],
    assortments: [{ id: 'mixed', name: 'mixed en', quantity: 3, filled: 0 }],
  });
});

test('what was refunded before shipping is not picked, nor the components of such an assortment', () => {
  const mixed = aLine('mixed', 2, { paidBack: 1, components: [part('c', 2)] });
  const orders = [{ lines: [aLine('a', 2, { paidBack: 2 }), aLine('b', 3, { paidBack: 1 }), mixed] }];
  expect(pickListOf(orders, 'en').products.map(({ id, quantity }) => [id, quantity])).toEqual([
    ['b', 2],
    ['c', 2],
  ]);
});

test('an order of an earlier version, with one language, is counted with the others', () => {
  const orders = [{ lines: [aLine('old', 1, { names: null, name: 'Caja' })] }, { lines: [aLine('old', 1)] }];
  expect(pickListOf(orders, 'es').products).toEqual([{ id: 'old', name: 'Caja', quantity: 2, filled: 0 }]);
});
