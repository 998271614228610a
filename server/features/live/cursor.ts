import { MAX_CURSOR_LENGTH } from '#shared/admin/live.ts';

/**
 * A position in the changes: a snapshot of PostgreSQL in the form of `pg_snapshot` ("xmin:xmax:xip,xip"), and the
 * database cluster of its transaction numbers. Everything committed in this snapshot has been read.
 */
export type Cursor = { cluster: string; snapshot: string };

const FORM = /^(\d{1,20})\.((\d{1,18}):(\d{1,18}):((?:\d{1,18},)*\d{1,18})?)$/;

/** The text for callers. A snapshot with very many open transactions is replaced by an earlier, shorter one. */
export function cursorText({ cluster, snapshot }: Cursor): string {
  const text = `${cluster}.${snapshot}`;
  if (text.length <= MAX_CURSOR_LENGTH) return text;
  // What was committed after the oldest open transaction is then read twice.
  const [oldest] = snapshot.split(':', 1);
  return `${cluster}.${oldest}:${oldest}:`;
}

/** `null` for text that PostgreSQL would refuse as a snapshot. */
export function readCursor(text: string): Cursor | null {
  const [, cluster, snapshot, first, last, open] = FORM.exec(text) ?? [];
  if (cluster === undefined || snapshot === undefined) return null;
  // As PostgreSQL requires: ascending, the open ones from xmin on and below xmax.
  const numbers = [first, ...(open === undefined ? [] : open.split(','))].map((part) => BigInt(part ?? 0));
  const most = BigInt(last ?? 0);
  const isSorted = numbers.every((number, i) => i < 2 || number > (numbers[i - 1] ?? 0n));
  const lowest = numbers[0] ?? 0n;
  const isWithin = numbers.slice(1).every((number) => number >= lowest && number < most);
  return lowest > 0n && most >= lowest && isSorted && isWithin ? { cluster, snapshot } : null;
}
