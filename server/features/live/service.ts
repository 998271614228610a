import type { Executor } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import type { LiveChange } from '#shared/admin/live.ts';
import { cursorText, readCursor } from './cursor.ts';
import { forgetChanges, noteEverything, readChanges } from './repository.ts';

type Deps = Pick<BaseDeps, 'db'>;

/** How long changes are kept for tabs that poll again. */
const KEPT_MS = 3_600_000;

/**
 * The changes since a caller's last request, by any instance or program.
 *
 * @param since the `cursor` of the last answer; without one, or with an invalid one, it starts now
 * @returns `changes` is `null` when some may be missing: then everything has to be read again
 */
export async function listChanges(
  { db }: Deps,
  since: string | undefined,
): Promise<{ cursor: string; changes: LiveChange[] | null }> {
  const before = readCursor(since ?? '');
  const { cursor, changes } = await readChanges(db, before);
  return { cursor: cursorText(cursor), changes: since && !before ? null : changes };
}

/** After a restore: tabs opened before it read everything again. */
export function noteRestore(tx: Executor): Promise<void> {
  return noteEverything(tx);
}

/** Deletes changes that are too old for any tab. */
export function forgetOldChanges({ db }: Deps): Promise<void> {
  return forgetChanges(db, KEPT_MS);
}
