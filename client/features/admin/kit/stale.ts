import { ApiError } from '../../../lib/api-client.ts';
import type { Snapshot } from './drafts.ts';

/**
 * The stored record, if a save was refused for a stale version or for the reason `code`; `null` for every other error.
 */
export function currentOf<Row>(error: unknown, code = 'stale_version'): Row | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  try {
    const body = JSON.parse(error.message.slice('409: '.length));
    return body.code === code ? body.current : null;
  } catch {
    return null;
  }
}

const isSame = (a: Snapshot, b: Snapshot) => Object.keys(a).every((name) => a[name] === b[name]);

/**
 * Saves a change based on `seen`. If only other fields of the record have changed meanwhile, there is no conflict, and
 * the change is repeated with the stored version.
 *
 * @param call saves the change with this version
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

/** Saves a change based on a form's initial record; see `useDraft`. */
export type SaveFrom<Row> = (call: (version: number) => Promise<Row>) => Promise<Row>;
