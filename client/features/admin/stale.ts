import { ApiError } from '../../lib/api-client.ts';
import type { Snapshot } from './drafts.ts';

/** What is kept now, when a save was refused because it changes an older version; `null` for every other error. */
export function currentOf<Row>(error: unknown): Row | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  try {
    const body = JSON.parse(error.message.slice('409: '.length));
    return body.code === 'stale_version' ? body.current : null;
  } catch {
    return null;
  }
}

const isSame = (a: Snapshot, b: Snapshot) => Object.keys(a).every((name) => a[name] === b[name]);

/**
 * Saves a change of what was `seen`. Where something else of the record has changed meanwhile there is nothing to choose
 * between, and the change is made to what is kept now.
 *
 * @param call saves the change of this version
 * @throws what `call` throws; see `currentOf`
 */
export async function saveFrom<Row extends { version: number }>(
  from: { seen: Snapshot; version: number },
  snapshotOf: (row: Row) => Snapshot,
  call: (version: number) => Promise<Row>,
): Promise<Row> {
  try {
    return await call(from.version);
  } catch (error) {
    const current = currentOf<Row>(error);
    if (!current || !isSame(from.seen, snapshotOf(current))) throw error;
    return call(current.version);
  }
}

/** Saves as a change of what a form began from; see `useDraft`. */
export type SaveFrom<Row> = (call: (version: number) => Promise<Row>) => Promise<Row>;
