import { isDeepStrictEqual } from 'node:util';
import { AppError, requireVersion } from '#server/errors.ts';
import {
  type ContentDeps,
  type ContentItem,
  findContent,
  listContent,
  publish,
  saveDraft,
} from '#server/features/content/service.ts';
import { changePictured, createPictured, type PicturedKind } from '#server/features/media/pictured-content.ts';
import {
  countStock,
  levelOfAssortment,
  listStockLevels,
  listStockMovements,
  NOT_COUNTED,
  type StockLevel,
} from '#server/features/stock/service.ts';
import { bestOf } from '#shared/admin/find-rank.ts';
import {
  type AdminProduct,
  missingFacts,
  type ProductChange,
  type ProductFields,
  type ProductInput,
  type ProductOrder,
} from '#shared/catalogue/products.ts';
import type { StockChange, StockMovement } from '#shared/catalogue/stock.ts';
import type { Changed } from '#shared/content/item.ts';
import { CATALOGUE_KINDS, inOrder, ORDER_ID, productKind, productOrderKind, toProductFields } from './kinds.ts';

const PICTURED: PicturedKind<ProductFields, 'name'> = {
  kind: productKind,
  kinds: CATALOGUE_KINDS,
  idPrefix: 'p',
  toFields: toProductFields,
  named: 'name',
  picturesIn: ({ images = [] }) => images,
  picturePath: (index) => `images.${index}`,
  toWire: (item) => toWire(item),
};

type CatalogueDeps = Pick<ContentDeps, 'db' | 'clock'>;

/** All products for the admin, with their drafts, in the saved order. */
export async function listProducts(deps: CatalogueDeps): Promise<AdminProduct[]> {
  const stock = await listStockLevels(deps);
  const items = new Map((await listContent(deps, productKind)).map((item) => [item.id, item]));
  const order = await findContent(deps, productOrderKind, ORDER_ID);
  return inOrder([...items.keys()].sort(), order?.fields).flatMap((id) => {
    const item = items.get(id);
    return item ? [toWire(item, stock)] : [];
  });
}

/** How many products shoppers can buy now: published and live, with a price, and in stock. */
export async function countForSale(deps: CatalogueDeps): Promise<number> {
  const isForSale = ({ published, available }: AdminProduct) =>
    published?.state === 'live' &&
    published.availability === 'in_stock' &&
    published.priceCents !== null &&
    (available === null || available > 0);
  return (await listProducts(deps)).filter(isForSale).length;
}

/** Adds a product as a draft; new ones come last. @throws AppError `validation` an unknown picture */
export async function createProduct(deps: ContentDeps, input: ProductInput): Promise<AdminProduct> {
  return toWire(await createPictured(deps, PICTURED, input));
}

/**
 * Changes fields of a product: as a draft, or with `publish` at once and only these. Hiding is never refused.
 *
 * @throws AppError `not_found` · `stale_version` with the product as `current` · `validation` with the missing facts
 */
export async function updateProduct(
  deps: ContentDeps,
  id: string,
  { version, publish: isPublished = false, ...change }: ProductChange,
): Promise<Changed<AdminProduct>> {
  const revision = await changePictured(deps, PICTURED, id, { version, isPublished, change });
  return { ...(await getProduct(deps, id)), revision };
}

/**
 * Deletes a product; a product of `brand/` follows its files again. To get back what was public, restore the previous
 * revision.
 *
 * @throws AppError `not_found` · `stale_version`
 */
export async function deleteProduct(deps: ContentDeps, id: string, version: number | undefined): Promise<void> {
  const request = { kind: productKind.kind, id, what: 'remove' as const, version };
  await publish(deps, CATALOGUE_KINDS, [request], { asCaller: (item) => toWire(item) });
}

/** Products whose name, id, address or barcode number contains the text, regardless of accents. */
export async function findProducts(
  deps: CatalogueDeps,
  q: string,
  limit: number,
): Promise<Pick<AdminProduct, 'id' | 'name' | 'size' | 'gtin'>[]> {
  const found = bestOf(await listProducts(deps), q, {
    textsOf: ({ id, name, slug, gtin }) => [id, gtin, ...Object.values(name), ...Object.values(slug)],
    limit,
  });
  return found.map(({ id, name, size, gtin }) => ({ id, name, size, gtin }));
}

/** @throws AppError `stale_version` the ids are not exactly those of all products, given as `current` */
export async function orderProducts(
  deps: ContentDeps,
  { ids, publish: isPublished }: ProductOrder,
): Promise<AdminProduct[]> {
  const current = (await listProducts(deps)).map((product) => product.id);
  if (!isDeepStrictEqual([...ids].sort(), [...current].sort())) {
    throw new AppError('stale_version', { current: { ids: current } });
  }
  const { kind } = productOrderKind;
  const fields = { ids };
  if (isPublished) await publish(deps, CATALOGUE_KINDS, [{ kind, id: ORDER_ID, what: { fields } }]);
  else await saveDraft(deps, productOrderKind, { id: ORDER_ID, fields }, (item) => item);
  return listProducts(deps);
}

/**
 * Changes the stock of a product. Pages follow within a second or two (`watchStock`).
 *
 * @throws AppError `not_found` · `stale_version` with the product, or with the number on hand, as `current` ·
 * `stock_of_assortment` only `lowAt` of an assortment can change
 */
export async function changeStock(
  deps: CatalogueDeps,
  id: string,
  { version, ...change }: StockChange,
): Promise<AdminProduct> {
  const product = await getProduct(deps, id);
  requireVersion(version, product);
  const isCount = change.onHand !== undefined || change.delta !== undefined;
  if (isCount && product.published?.isAssortment) throw new AppError('stock_of_assortment');
  await deps.db.transaction((tx) => countStock(tx, deps, id, change));
  return getProduct(deps, id);
}

/** @throws AppError `not_found` */
export async function getStockMovements(deps: CatalogueDeps, id: string): Promise<StockMovement[]> {
  await getProduct(deps, id);
  return listStockMovements(deps, id);
}

/** @throws AppError `not_found` */
async function getProduct(deps: CatalogueDeps, id: string): Promise<AdminProduct> {
  const item = await findContent(deps, productKind, id);
  if (!item) throw new AppError('not_found');
  return toWire(item, await listStockLevels(deps));
}

function toWire(
  { id, version, origin, changed, fields, published }: ContentItem,
  levels: ReadonlyMap<string, StockLevel> = new Map(),
): AdminProduct {
  const product = toProductFields(fields);
  const shown = published && toProductFields(published);
  const isAssortment = shown !== null && shown.components.length > 0;
  const level = isAssortment
    ? levelOfAssortment({ id, components: shown.components }, levels)
    : (levels.get(id) ?? NOT_COUNTED);
  const { onHand, available, lowAt } = level;
  return {
    ...product,
    id,
    version,
    origin,
    // The description of a picture counts as a change of the pictures.
    changed: [...new Set(changed.map((field) => (field === 'pictures' ? 'images' : field)))],
    published: shown && {
      ...{ state: shown.state, availability: shown.availability, priceCents: shown.priceCents },
      isAssortment,
    },
    missing: missingFacts(product),
    onHand,
    available,
    lowAt,
  };
}
