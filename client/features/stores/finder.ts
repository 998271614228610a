import { parseZip } from '#shared/places/zip.ts';
import type { PublicStoreLocation } from '#shared/stores/stores.ts';
import { milesBetween, type Point } from '../../lib/places/miles-between.ts';

export type FoundStore = { store: PublicStoreLocation; miles: number | null };
/** `from` is the shopper's location, if it is known; `search` and `type` may be empty. */
export type StoreQuery = { search: string; type: string; from: Point | null };

/**
 * The matching stores, nearest first when `from` is known, else in the given order (by name). A ZIP code in the search
 * sorts but hides nothing: the nearest store may be in another one.
 */
export function findStores(stores: readonly PublicStoreLocation[], { search, type, from }: StoreQuery): FoundStore[] {
  const words = parseZip(search) && from ? [] : plain(search).split(' ').filter(Boolean);
  const found: FoundStore[] = [];
  for (const store of stores) {
    if (type && store.storeType !== type) continue;
    const { text, point } = prepare(store);
    if (!words.every((word) => text.includes(word))) continue;
    found.push({ store, miles: from && milesBetween(from, point) });
  }
  if (from) found.sort((a, b) => (a.miles ?? 0) - (b.miles ?? 0));
  return found;
}

/** Lower case without accents: "Café" matches "cafe". */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

type Prepared = { text: string; point: Point };
/** Computed once for each store, because with thousands of them every key press would be slow. */
const preparedStores = new WeakMap<PublicStoreLocation, Prepared>();

function prepare(store: PublicStoreLocation): Prepared {
  const known = preparedStores.get(store);
  if (known) return known;
  const point = { latitude: Number(store.latitude), longitude: Number(store.longitude) };
  const prepared = { text: plain(`${store.name} ${store.address}`), point };
  preparedStores.set(store, prepared);
  return prepared;
}

/** Miles for display: one decimal below ten. */
export function milesText(miles: number): string {
  return miles < 10 ? miles.toFixed(1) : String(Math.round(miles));
}
