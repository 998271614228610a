import { eq, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { matchesWords } from '#server/db/search.ts';
import { settings } from '#server/db/settings.ts';
import { storeLocations, storeWords } from './schema.ts';

export type LocationRow = typeof storeLocations.$inferSelect;
/** Coordinates as decimal text, as their columns take them. */
export type LocationValues = Pick<LocationRow, 'name' | 'address' | 'storeType' | 'latitude' | 'longitude'>;

export function listLocations(db: Executor): Promise<LocationRow[]> {
  return db.select().from(storeLocations).orderBy(sql`lower(${storeLocations.name})`, storeLocations.id);
}

export function findLocations(db: Executor, q: string, limit: number): Promise<LocationRow[]> {
  return db
    .select()
    .from(storeLocations)
    .where(matchesWords(storeWords(storeLocations), q))
    .orderBy(sql`lower(${storeLocations.name})`, storeLocations.id)
    .limit(limit);
}

/** Changes with every change of the table, by any program (migration 0004); `null` before the first. */
export async function findLocationsVersion(db: Executor): Promise<string | null> {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, 'store_locations_version'));
  return typeof row?.value === 'string' ? row.value : null;
}

/** `null` when the inquiry already has a store. */
export async function insertLocation(
  db: Executor,
  values: LocationValues & { inquiryId: string | null; createdAt: Date },
): Promise<LocationRow | null> {
  const [row] = await db
    .insert(storeLocations)
    .values({ ...values, updatedAt: values.createdAt })
    .onConflictDoNothing({ target: storeLocations.inquiryId })
    .returning();
  return row ?? null;
}

/** `null` when no store was added from this inquiry. */
export async function findLocationOfInquiry(db: Executor, inquiryId: string): Promise<LocationRow | null> {
  const [row] = await db.select().from(storeLocations).where(eq(storeLocations.inquiryId, inquiryId));
  return row ?? null;
}

/** Locked until the transaction ends; `null` when there is no such location. */
export async function lockLocation(tx: Executor, id: string): Promise<LocationRow | null> {
  const [row] = await tx.select().from(storeLocations).where(eq(storeLocations.id, id)).for('update');
  return row ?? null;
}

/** `null` when there is no such location. */
export async function updateLocation(
  db: Executor,
  id: string,
  values: LocationValues & { updatedAt: Date },
): Promise<LocationRow | null> {
  const [row] = await db.update(storeLocations).set(values).where(eq(storeLocations.id, id)).returning();
  return row ?? null;
}

export async function deleteLocation(tx: Executor, id: string): Promise<void> {
  await tx.delete(storeLocations).where(eq(storeLocations.id, id));
}
