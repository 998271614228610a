import { expect, test } from 'vitest';
import { aProduct } from '#test/catalogue.ts';
import { localized } from '#test/localized.ts';
import { productPath, storyPath } from './page-address.ts';
import { type KnownSlug, pageAddresses, siteAddresses } from './page-addresses.ts';

const guava = aProduct({ id: 'guava', slug: localized('guava-box', 'caja-de-guayaba') });
const mango = aProduct({ id: 'mango', slug: localized('mango', 'mango') });
const had = (id: string, en: string, es: string): KnownSlug[] => [
  { id, language: 'en', slug: en },
  { id, language: 'es', slug: es },
];

test('a slug of one language shows the page in the other, if the slugs differ', () => {
  expect(pageAddresses(productPath, [guava, mango])).toEqual({
    same: localized(
      { '/product/caja-de-guayaba': '/product/guava-box' },
      { '/product/guava-box': '/product/caja-de-guayaba' },
    ),
    moved: {},
    gone: [],
  });
});

test('an earlier address redirects within its language; that of a hidden product is gone', () => {
  const known = [
    ...had('guava', 'box', 'caja'),
    ...had('pineapple', 'pineapple', 'pina'),
    ...had('mango', 'mango', 'mango'),
  ];
  const { moved, gone } = pageAddresses(productPath, [guava, mango], known);
  expect(moved).toEqual({ '/product/box': '/product/guava-box', '/product/caja': '/product/caja-de-guayaba' });
  expect(gone).toEqual(['/product/pineapple', '/product/pina']);
});

test('a reused address opens the later product, even after both have dropped it', () => {
  const known = [...had('guava', 'mango', 'mango'), ...had('mango', 'box', 'caja')];
  expect(pageAddresses(productPath, [guava, mango], known).moved).toEqual({
    '/product/box': '/product/mango',
    '/product/caja': '/product/mango',
  });
  const twice = [...had('guava', 'box', 'caja'), ...had('mango', 'box', 'caja')];
  expect(pageAddresses(productPath, [guava, mango], twice).moved['/product/box']).toBe('/product/mango');
});

test('a story and a product may have the same slug: each keeps its own addresses', () => {
  const story = { id: 's1', slug: localized('mango', 'guava-box') };
  const known = {
    products: had('guava', 'box', 'caja'),
    stories: [...had('s1', 'box', 'box'), ...had('s2', 'old', 'old')],
  };
  expect(siteAddresses({ products: [guava], stories: [story] }, known)).toEqual({
    same: localized(
      { '/product/caja-de-guayaba': '/product/guava-box', '/stories/guava-box': '/stories/mango' },
      { '/product/guava-box': '/product/caja-de-guayaba', '/stories/mango': '/stories/guava-box' },
    ),
    moved: {
      '/product/box': '/product/guava-box',
      '/product/caja': '/product/caja-de-guayaba',
      '/stories/box': '/stories/guava-box',
    },
    gone: ['/stories/old'],
  });
  expect(storyPath(story, 'en')).toBe('/stories/mango');
});
