import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import * as m from '#messages';
import { brandContent } from '#shared/catalogue/brand-products.ts';
import type { Product } from '#shared/catalogue/products.ts';
import { productPath } from '#shared/content/page-address.ts';
import { localized } from '#test/localized.ts';
import { startContent } from '../../lib/catalogue.ts';
import { startLanguage } from '../../lib/language.ts';
import ProductFacts from './product-facts.tsx';

const [first] = brandContent().products;
const other = { ...first, id: 'jam', isFirst: false } as Product;

function pageOf(product: Product): string {
  startLanguage('en');
  startContent({ ...brandContent(), products: [product] });
  return renderToStaticMarkup(
    <Router ssrPath={productPath(product, 'en')}>
      <ProductFacts />
    </Router>,
  );
}

test('a product of the brand without a storage text has the brand’s answer', () => {
  expect(pageOf(first as Product)).toContain(`<dt class="font-semibold">${m.item_storage()}</dt><dd>${m.faq_keep_a()}`);
});

test('another product without a storage text has no line about storage', () => {
  const page = pageOf(other);
  expect(page).toContain(m.item_net_weight());
  expect(page).not.toContain(m.item_storage());
});

test('a product’s own storage text is the one that is shown', () => {
  expect(pageOf({ ...other, storage: localized('Frozen', 'Congelado') })).toContain('<dd>Frozen</dd>');
});
