import { inArray, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import type { SettingsGroup } from '#shared/admin/shop-settings.ts';
import { shopSettings } from './schema.ts';

export type SettingsRow = typeof shopSettings.$inferSelect;
type Stored = Pick<SettingsRow, 'sealed' | 'open' | 'names'>;

export function listSettings(db: Executor): Promise<SettingsRow[]> {
  return db.select().from(shopSettings).orderBy(shopSettings.key);
}

/** Changes with every save of any group. */
export async function settingsSignature(db: Executor): Promise<string> {
  const rows = await db
    .select({ key: shopSettings.key, version: shopSettings.version })
    .from(shopSettings)
    .orderBy(shopSettings.key);
  return signatureOf(rows);
}

export const signatureOf = (rows: readonly Pick<SettingsRow, 'key' | 'version'>[]): string =>
  rows.flatMap(({ key, version }) => (version > 0 ? [`${key}:${version}`] : [])).join(' ');

/** Lets one save after the other look at what is stored. */
export async function lockSettings(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('shop-settings', 0))`);
}

/** Saves a group in place of what is stored. Call it under `lockSettings`. */
export async function saveSettings(
  tx: Executor,
  { key, ...stored }: { key: SettingsGroup; version: number } & Stored,
  now: Date,
): Promise<void> {
  const row = { ...stored, triedAt: null, updatedAt: now };
  await tx
    .insert(shopSettings)
    .values({ key, ...row })
    .onConflictDoUpdate({ target: shopSettings.key, set: row });
}

/** Notes that the values of this version were seen to work, also those of a group that only the environment sets. */
export async function markTried(db: Executor, key: SettingsGroup, version: number, now: Date): Promise<void> {
  await db
    .insert(shopSettings)
    .values({ key, names: [], version, triedAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: shopSettings.key,
      set: { triedAt: now },
      setWhere: sql`${shopSettings.version} = ${version}`,
    });
}

/** A group works only as it was tried with these others. */
export async function forgetTrials(db: Executor, keys: readonly SettingsGroup[]): Promise<void> {
  if (keys.length === 0) return;
  await db
    .update(shopSettings)
    .set({ triedAt: null })
    .where(inArray(shopSettings.key, [...keys]));
}
