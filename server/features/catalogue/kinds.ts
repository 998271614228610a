import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#server/errors.ts';
import type { ContentKind, Fields, PublicChange } from '#server/features/content/kind.ts';
import { takenSlugs } from '#server/features/content/slugs.ts';
import { pictureFactsOf, readPictureFacts } from '#server/features/media/picture-facts.ts';
import type { Component } from '#shared/catalogue/assortments.ts';
import { brandProducts, EMPTY_PRODUCT } from '#shared/catalogue/brand-products.ts';
import { missingFacts, type ProductFields } from '#shared/catalogue/products.ts';
import { mediaIdOf, type PictureFacts } from '#shared/content/picture-ref.ts';
import { FALLBACK_LANGUAGE } from '#shared/core/language.ts';

/** Saved fields as a product's; fields added by this version of the shop are empty. */
export function toProductFields(fields: Fields): ProductFields {
  return { ...EMPTY_PRODUCT, ...(fields as Partial<ProductFields>) };
}

/** The facts of the uploaded pictures among `images`, for pages; without deleted pictures, which count as missing. */
function picturesOf(fields: Fields, known: ReadonlyMap<string, PictureFacts>): Fields {
  const { images, pictures } = toProductFields(fields);
  const uploaded = images.filter((name) => mediaIdOf(name) !== null);
  if (uploaded.length === 0 && Object.keys(pictures).length === 0) return {};
  return { pictures: pictureFactsOf(uploaded, known) };
}

/** Products, as content that the owner can change. */
export const productKind: ContentKind = {
  kind: 'product',
  defaults: brandProducts(),
  nameOf: (id, fields) => toProductFields(fields).name[FALLBACK_LANGUAGE] || id,
  prepare: async (db) => {
    const known = await readPictureFacts(db);
    return { ...productKind, derived: { from: ['images'], of: (fields) => picturesOf(fields, known) } };
  },
  check: (changes, all) => {
    const issues = changes.flatMap(({ id, before, after }) => {
      const wrong = wrongComponents({ id, before, after }, all);
      if (after === null || toProductFields(after).state !== 'live') return wrong;
      return [...newlyMissing(before, after), ...takenSlugs(id, toProductFields(after), all), ...wrong];
    });
    if (issues.length > 0) throw new AppError('validation', { issues });
  },
  picturesOf: (fields) => toProductFields(fields).images,
  isHeldBack: (fields) => toProductFields(fields).state === 'draft',
  previewed: { state: 'live' },
};

/** Facts that a live product already lacked do not prevent another change of it, such as its price. */
function newlyMissing(before: Fields | null, after: Fields) {
  const old = before && toProductFields(before);
  const known = new Set(old?.state === 'live' ? missingFacts(old) : []);
  const missing = missingFacts(toProductFields(after)).filter((path) => !known.has(path));
  return missing.map((path) => ({ path, code: 'missing_fact' }));
}

/**
 * The errors of an assortment's components: they must be products that are or were sold, each once, and not
 * assortments.
 */
function wrongComponents({ id, before, after }: PublicChange, all: ReadonlyMap<string, Fields>) {
  const { components } = toProductFields(after ?? {});
  // An existing error does not prevent another change, such as hiding it.
  if (before && after && isDeepStrictEqual(components, toProductFields(before).components)) return [];
  const isUsed = [...all.values()].some((other) => toProductFields(other).components.some((part) => part.id === id));
  if (isUsed && after === null) return [{ path: 'components', code: 'component_used' }];
  if (isUsed && components.length > 0) return [{ path: 'components', code: 'component_nested' }];
  return components.flatMap((part, i) => {
    const other = all.get(part.id);
    if (!other) return [{ path: `components.${i}`, code: 'component_unknown' }];
    const isTwice = components.findIndex(({ id: same }) => same === part.id) !== i;
    if (isTwice) return [{ path: `components.${i}`, code: 'component_twice' }];
    return toProductFields(other).components.length > 0 ? [{ path: `components.${i}`, code: 'component_nested' }] : [];
  });
}

/** The components of the published products, by the id of each assortment. */
export function assortmentsOf(products: Iterable<readonly [string, Fields]>): Map<string, readonly Component[]> {
  const made = [...products].map(([id, fields]) => [id, toProductFields(fields).components] as const);
  return new Map(made.filter(([, components]) => components.length > 0));
}

/** The only item of its kind: the ids of all products, in order. */
export const ORDER_ID = 'all';
export const productOrderKind: ContentKind = {
  kind: 'product_order',
  defaults: new Map([[ORDER_ID, { ids: [...productKind.defaults.keys()] }]]),
  nameOf: () => 'product_order',
  check: () => {},
};

/**
 * The stock that pages show of counted products: `left` if there are few, 0 if there are none; `isHeld` if all that are
 * left are in carts.
 */
export type ShownStock = Readonly<Record<string, { left: number; isHeld?: boolean }>>;
export const SHOWN_STOCK_ID = 'all';
/** The only item of its kind: scarce and sold-out products. It follows the stock; nobody publishes it. */
export const shownStockKind: ContentKind = {
  kind: 'shown_stock',
  defaults: new Map([[SHOWN_STOCK_ID, { products: {} }]]),
  nameOf: () => 'shown_stock',
  check: () => {},
  isUnrecorded: true,
};

export const CATALOGUE_KINDS: readonly ContentKind[] = [productKind, productOrderKind, shownStockKind];

/** Ids in the saved order; missing ones come last. */
export function inOrder(ids: Iterable<string>, order: Fields | null | undefined): string[] {
  const positions = new Map((Array.isArray(order?.ids) ? (order.ids as string[]) : []).map((id, i) => [id, i]));
  const positionOf = (id: string) => positions.get(id) ?? positions.size;
  return [...ids].sort((a, b) => positionOf(a) - positionOf(b));
}
