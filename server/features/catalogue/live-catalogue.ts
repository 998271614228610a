import type { ContentSnapshot, LiveContent } from '#server/features/content/live-content.ts';
import { toProduct } from '#shared/brand-products.ts';
import type { PageContent, Product, ProductFields } from '#shared/products.ts';
import { inOrder, ORDER_ID, productKind, productOrderKind, toProductFields } from './kinds.ts';

/** The published products of one revision. `products` are those that are shown, in order, sold out or not. */
export type CatalogueSnapshot = {
  revision: number;
  products: readonly Product[];
  /** Any product that was published, also a hidden one. */
  find(id: string): (ProductFields & { id: string }) | null;
};

/** What the shop sells now, from memory. It is as new as `content`. */
export type Catalogue = () => CatalogueSnapshot;

export function catalogueOf(content: Pick<LiveContent, 'current'>): Catalogue {
  let kept: { from: ContentSnapshot; snapshot: CatalogueSnapshot } | null = null;
  return () => {
    const from = content.current();
    if (kept?.from !== from) kept = { from, snapshot: readCatalogue(from) };
    return kept.snapshot;
  };
}

/** What pages show of a snapshot. */
export function pageContentOf(snapshot: ContentSnapshot): PageContent {
  const { revision, products } = readCatalogue(snapshot);
  return { revision, products };
}

function readCatalogue({ revision, items }: ContentSnapshot): CatalogueSnapshot {
  const saved = [...(items.get(productKind.kind) ?? [])];
  const published = new Map(
    [...productKind.defaults, ...saved].map(([id, fields]) => [id, { ...toProductFields(fields), id }]),
  );
  const { kind, defaults } = productOrderKind;
  const order = inOrder(published.keys(), items.get(kind)?.get(ORDER_ID) ?? defaults.get(ORDER_ID));
  const products = order.flatMap((id) => {
    const fields = published.get(id);
    return (fields?.state === 'live' && toProduct(fields)) || [];
  });
  return { revision, products, find: (id) => published.get(id) ?? null };
}
