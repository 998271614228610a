import type { Catalogue } from '#server/features/catalogue/live-catalogue.ts';
import { brandContent } from '#shared/catalogue/brand-products.ts';
import type { Product, ProductFields } from '#shared/catalogue/products.ts';

/** The brand's first product with changes. */
export function aProduct(changes: Partial<Product> = {}): Product {
  const [first] = brandContent().products;
  if (!first) throw new Error('The brand sells nothing');
  return { ...first, ...changes };
}

/** A catalogue of exactly these products. */
export function aCatalogue(products: readonly Product[]): Catalogue {
  const byId = new Map(products.map((product) => [product.id, product as unknown as ProductFields & { id: string }]));
  const snapshot = { revision: 0, products, find: (id: string) => byId.get(id) ?? null };
  return () => snapshot;
}
