import type { Executor } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import type { LiveChange } from '#shared/admin/live.ts';
import { cursorText, readCursor } from './cursor.ts';
import { forgetChanges, noteEverything, readChanges } from './repository.ts';

type Deps = Pick<BaseDeps, 'db'>;

/** How long changes are kept for tabs that come back. */
const KEPT_MS = 3_600_000;

/**
 * What has changed since a caller's last question, whichever instance or program changed it.
 *
 * @param since the `cursor` of the last answer; without one, or with one that means nothing, it begins now
 * @returns `changes` is `null` when some may be missing: then everything is read again
 */
export async function listChanges(
  { db }: Deps,
  since: string | undefined,
): Promise<{ cursor: string; changes: LiveChange[] | null }> {
  const before = readCursor(since ?? '');
  const { cursor, changes } = await readChanges(db, before);
  return { cursor: cursorText(cursor), changes: since && !before ? null : changes };
}

/** After a restore: tabs that were open before it read everything again. */
export function noteRestore(tx: Executor): Promise<void> {
  return noteEverything(tx);
}

/** Deletes changes that no tab comes back for. */
export function forgetOldChanges({ db }: Deps): Promise<void> {
  return forgetChanges(db, KEPT_MS);
}
