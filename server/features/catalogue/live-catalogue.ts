import type { RevisionChange } from '#server/features/content/kind.ts';
import type { ContentSnapshot, LiveContent } from '#server/features/content/live-content.ts';
import { knownSlugs, slugHistory } from '#server/features/content/slugs.ts';
import { SHOWN_RECALLS_ID, type ShownRecalls, shownRecallKind } from '#server/features/lots/shown-kind.ts';
import { toProduct } from '#shared/catalogue/brand-products.ts';
import type { Product, ProductFields, SiteContent } from '#shared/catalogue/products.ts';
import {
  inOrder,
  ORDER_ID,
  productKind,
  productOrderKind,
  SHOWN_STOCK_ID,
  type ShownStock,
  shownStockKind,
  toProductFields,
} from './kinds.ts';

/** The published products of one revision. `products` are those on display, in order, sold out or not. */
export type CatalogueSnapshot = {
  revision: number;
  products: readonly Product[];
  /** Any product that was published, including hidden ones. */
  find(id: string): (ProductFields & { id: string }) | null;
};

/** The products on sale, from memory. It is as recent as `content`. */
export type Catalogue = () => CatalogueSnapshot;

export function catalogueOf(content: Pick<LiveContent, 'current'>): Catalogue {
  let kept: { from: ContentSnapshot; snapshot: CatalogueSnapshot } | null = null;
  return () => {
    const from = content.current();
    if (kept?.from !== from) kept = { from, snapshot: readCatalogue(from) };
    return kept.snapshot;
  };
}

/** What pages are rendered from, and the changes that reveal earlier addresses of products. */
export const SITE_PAGES = {
  remembered: slugHistory(productKind),
  contentOf: (snapshot: ContentSnapshot, history: readonly RevisionChange[]): Omit<SiteContent, 'shipping'> => {
    const { revision, products } = readCatalogue(snapshot);
    return { revision, products, knownSlugs: { products: knownSlugs(productKind, history) } };
  },
};

function readCatalogue({ revision, items }: ContentSnapshot): CatalogueSnapshot {
  const saved = [...(items.get(productKind.kind) ?? [])];
  const published = new Map(
    [...productKind.defaults, ...saved].map(([id, fields]) => [id, { ...toProductFields(fields), id }]),
  );
  const { kind, defaults } = productOrderKind;
  const order = inOrder(published.keys(), items.get(kind)?.get(ORDER_ID) ?? defaults.get(ORDER_ID));
  const shown = items.get(shownStockKind.kind)?.get(SHOWN_STOCK_ID)?.products;
  const stock = (shown ?? {}) as ShownStock;
  const recalls = (items.get(shownRecallKind.kind)?.get(SHOWN_RECALLS_ID)?.notices ?? {}) as ShownRecalls;
  const products = order.flatMap((id) => {
    const fields = published.get(id);
    const product = fields?.state === 'live' ? toProduct(fields) : null;
    return product ? [withRecall(withStock(withContents(product, published), stock[id]), recalls[id])] : [];
  });
  return { revision, products, find: (id) => published.get(id) ?? null };
}

/** The contents of an assortment, for its page; a component may not be sold alone. */
function withContents(product: Product, published: ReadonlyMap<string, ProductFields>): Product {
  const contents = product.components.flatMap(({ id, quantity }) => {
    const name = published.get(id)?.name;
    return name ? [{ name, quantity }] : [];
  });
  return contents.length > 0 ? { ...product, contents } : product;
}

/** The owner's availability takes precedence: a product that is not for sale shows no number. */
function withStock(product: Product, shown: ShownStock[string] | undefined): Product {
  if (shown === undefined || product.availability !== 'in_stock') return product;
  const { left, isHeld = false } = shown;
  return left === 0 && !isHeld ? { ...product, availability: 'sold_out' } : { ...product, left };
}

const withRecall = (product: Product, recall: ShownRecalls[string] | undefined): Product =>
  recall ? { ...product, recall } : product;
