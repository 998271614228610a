import { expect, test } from 'vitest';
import { aProduct } from '#test/catalogue.ts';
import { productAddresses } from './product-addresses.ts';
import type { KnownSlug } from './products.ts';

const guava = aProduct({ id: 'guava', slug: { en: 'guava-box', es: 'caja-de-guayaba' } });
const mango = aProduct({ id: 'mango', slug: { en: 'mango', es: 'mango' } });
const had = (id: string, en: string, es: string): KnownSlug[] => [
  { id, language: 'en', slug: en },
  { id, language: 'es', slug: es },
];

test('the words of one language show the page of the other, where they differ', () => {
  expect(productAddresses([guava, mango])).toEqual({
    same: {
      en: { '/product/caja-de-guayaba': '/product/guava-box' },
      es: { '/product/guava-box': '/product/caja-de-guayaba' },
    },
    moved: {},
    gone: [],
  });
});

test('an earlier address leads to the present one of its language; one of a product that is not shown is gone', () => {
  const known = [
    ...had('guava', 'box', 'caja'),
    ...had('pineapple', 'pineapple', 'pina'),
    ...had('mango', 'mango', 'mango'),
  ];
  const { moved, gone } = productAddresses([guava, mango], known);
  expect(moved).toEqual({ '/product/box': '/product/guava-box', '/product/caja': '/product/caja-de-guayaba' });
  expect(gone).toEqual(['/product/pineapple', '/product/pina']);
});

test('an address that another product has taken opens that one, also when both have left it', () => {
  const known = [...had('guava', 'mango', 'mango'), ...had('mango', 'box', 'caja')];
  expect(productAddresses([guava, mango], known).moved).toEqual({
    '/product/box': '/product/mango',
    '/product/caja': '/product/mango',
  });
  const twice = [...had('guava', 'box', 'caja'), ...had('mango', 'box', 'caja')];
  expect(productAddresses([guava, mango], twice).moved['/product/box']).toBe('/product/mango');
});
