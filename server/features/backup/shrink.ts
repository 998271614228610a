import type { Written } from './dump.ts';
import { listBackups } from './files.ts';
import { type Head, readHeadOf } from './format.ts';

/** Tables from which the shop never deletes automatically; checkouts and quotes are deleted regularly. */
const LASTING: ReadonlySet<string> = new Set(['orders', 'order_events', 'wholesale_inquiries']);
/** Below this fraction of the previous number of rows there is an alarm. */
const SHARE = 0.9;

/** What shrank: `before` and `after` are rows, or times of the newest order. */
export type Shrinkage = { before: string; after: string; path: string };

/**
 * Compares a new backup with the newest earlier one of normal size.
 *
 * @param written the new one, at `path`
 * @returns `null` when it is as large as expected, or there is nothing to compare it with
 */
export async function findShrinkage(
  folder: string,
  path: string,
  written: Written,
  now: Date,
): Promise<Shrinkage | null> {
  for (const earlier of await listBackups(folder)) {
    if (earlier.path === path || earlier.isShrunk || earlier.writtenAt > now) continue;
    const head = await readHeadOf(earlier.path).catch(() => null);
    // A damaged backup cannot be compared; an earlier one may be.
    if (head) return compare(head, earlier.path, written);
  }
  return null;
}

function compare(head: Head, path: string, written: Written): Shrinkage | null {
  const orders = [head, written].map(({ tables }) => rowsIn(tables, (name) => name === 'orders')) as [number, number];
  const all = [head, written].map(({ tables }) => rowsIn(tables, (name) => LASTING.has(name))) as [number, number];
  for (const [before, after] of [orders, all]) {
    if (after < before * SHARE) return { before: String(before), after: String(after), path };
  }
  const { newestOrder: before } = head;
  const after = written.newestOrder;
  return before && (after === null || after < before) ? { before, after: after ?? '-', path } : null;
}

function rowsIn(tables: Head['tables'], isCounted: (name: string) => boolean): number {
  return tables.reduce((sum, { name, rows }) => sum + (isCounted(name) ? rows : 0), 0);
}
