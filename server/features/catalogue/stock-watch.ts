import { isDeepStrictEqual } from 'node:util';
import { eachSecond } from '#server/each-second.ts';
import { type ContentDeps, publish } from '#server/features/content/service.ts';
import { levelOfAssortment, listStockLevels, type StockLevel } from '#server/features/stock/service.ts';
import {
  assortmentsOf,
  CATALOGUE_KINDS,
  productKind,
  SHOWN_STOCK_ID,
  type ShownStock,
  shownStockKind,
} from './kinds.ts';

/** Publishes the current stock to the pages if it differs from what they show. @returns whether it did */
export async function showStock(deps: ContentDeps): Promise<boolean> {
  const { items } = deps.content.current();
  const levels = await listStockLevels(deps);
  const assortments = assortmentsOf(items.get(productKind.kind) ?? []);
  const made = [...assortments].map(([id, components]) => [id, levelOfAssortment({ id, components }, levels)] as const);
  const products = shownOf(new Map([...levels, ...made]));
  const { kind, defaults } = shownStockKind;
  const shown = items.get(kind)?.get(SHOWN_STOCK_ID) ?? defaults.get(SHOWN_STOCK_ID);
  if (isDeepStrictEqual(products, shown?.products)) return false;
  const request = { kind, id: SHOWN_STOCK_ID, what: { fields: { products } } };
  // Published even if pages cannot be rendered, because quotes and /api/catalogue already have the new stock.
  await publish(deps, CATALOGUE_KINDS, [request], { isUrgent: true });
  return true;
}

function shownOf(levels: ReadonlyMap<string, StockLevel>): ShownStock {
  const few = [...levels].flatMap(([id, { available, isLow, isHeld }]) =>
    isLow && available !== null ? [[id, { left: Math.max(0, available), ...(isHeld && { isHeld }) }] as const] : [],
  );
  return Object.fromEntries(few);
}

/** Checks every second whether pages have to show another stock. Safe on several instances: one of them publishes. */
export function watchStock(deps: ContentDeps): { stop(): Promise<void> } {
  return eachSecond(
    () => showStock(deps),
    (error) => deps.log.warn({ err: error }, 'the pages could not follow the stock'),
  );
}
