import { type Catalogue, type CatalogueSnapshot, catalogueOf } from '#server/features/catalogue/live-catalogue.ts';
import { NO_CONTENT } from '#server/features/content/live-content.ts';
import type { Product } from '#shared/products.ts';

/** The brand's own products, as a shop sells them in which nothing was changed. */
export const brandCatalogue: CatalogueSnapshot = catalogueOf({ current: () => NO_CONTENT })();

/** The brand's first product with changes. */
export function aProduct(changes: Partial<Product> = {}): Product {
  const [first] = brandCatalogue.products;
  if (!first) throw new Error('The brand sells nothing');
  return { ...first, ...changes };
}

/** A catalogue of exactly these products. */
export function aCatalogue(products: readonly Product[]): Catalogue {
  const byId = new Map(products.map((product) => [product.id, product]));
  const snapshot = { revision: 0, products, find: (id: string) => byId.get(id) ?? null };
  return () => snapshot;
}
