import type { BaseDeps } from '#server/deps.ts';
import { AppError, requireVersion } from '#server/errors.ts';
import {
  faultInPlace,
  type NewStoreLocation,
  type PublicStoreLocation,
  type StoreLocation,
  type StoreLocationChange,
  type StoreLocationInput,
} from '#shared/stores/stores.ts';
import * as repository from './repository.ts';

type Deps = Pick<BaseDeps, 'db' | 'clock'>;
/** The columns have seven decimals, a centimetre. */
const DECIMALS = 7;

/** The public list of stores, by name. */
export async function listPublicLocations({ db }: Deps): Promise<PublicStoreLocation[]> {
  const rows = await repository.listLocations(db);
  return rows.map(({ id, name, storeType, address, latitude, longitude }) => ({
    id,
    name,
    storeType,
    address,
    latitude,
    longitude,
  }));
}

/** The same for the admin, with times. */
export async function listLocations({ db }: Deps): Promise<StoreLocation[]> {
  return (await repository.listLocations(db)).map(toWire);
}

/** Stores that have each word of the search in their name or address, by name. */
export async function findLocations({ db }: Pick<Deps, 'db'>, q: string, limit: number): Promise<StoreLocation[]> {
  return (await repository.findLocations(db, q, limit)).map(toWire);
}

/** @throws AppError `store_added` with the inquiry's store as `current` · `place_not_accepted` */
export async function createLocation(
  { db, clock }: Deps,
  { inquiryId = null, ...input }: NewStoreLocation,
): Promise<StoreLocation> {
  const added = inquiryId && (await repository.findLocationOfInquiry(db, inquiryId));
  if (added) throw new AppError('store_added', { current: toWire(added) });
  requirePlace(input);
  const row = await repository.insertLocation(db, { ...toColumns(input), inquiryId, createdAt: clock.now() });
  if (row) return toWire(row);
  // Somebody has added it meanwhile.
  const other = inquiryId && (await repository.findLocationOfInquiry(db, inquiryId));
  throw new AppError('store_added', other ? { current: toWire(other) } : {});
}

/** @throws AppError `not_found` · `stale_version` · `place_not_accepted` */
export async function updateLocation(
  { db, clock }: Deps,
  id: string,
  { version, ...input }: StoreLocationChange,
): Promise<StoreLocation> {
  return db.transaction(async (tx) => {
    const before = await repository.lockLocation(tx, id);
    if (!before) throw new AppError('not_found');
    requireVersion(version, toWire(before));
    const columns = toColumns(input);
    if (columns.latitude !== before.latitude || columns.longitude !== before.longitude) requirePlace(input);
    const row = await repository.updateLocation(tx, id, { ...columns, updatedAt: clock.now() });
    return toWire(row ?? before);
  });
}

/** @throws AppError `not_found` · `stale_version` */
export async function deleteLocation({ db }: Deps, id: string, version?: number): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await repository.lockLocation(tx, id);
    if (!before) throw new AppError('not_found');
    requireVersion(version, toWire(before));
    await repository.deleteLocation(tx, id);
  });
}

function requirePlace({ acceptPlace = false, ...place }: StoreLocationInput): void {
  const fault = faultInPlace(place);
  if (fault !== null && !acceptPlace) throw new AppError('place_not_accepted', { words: `place_${fault}` });
}

function toColumns({ latitude, longitude, acceptPlace: _, ...texts }: StoreLocationInput): repository.LocationValues {
  return { ...texts, latitude: latitude.toFixed(DECIMALS), longitude: longitude.toFixed(DECIMALS) };
}

function toWire(row: repository.LocationRow): StoreLocation {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}
