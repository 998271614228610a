import { and, asc, desc, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** The sort of a list: one column, then id, both in the same direction, to match one index. */
export type KeysetSort = {
  by: AnyPgColumn | SQL;
  kind: 'time' | 'amount' | 'count' | 'text';
  direction: 'asc' | 'desc';
};

/** A position in a list. Rows that are added or removed meanwhile do not move it. */
export type Keyset = { orderBy: SQL[]; after: SQL | undefined; position: SQL<string> };

const EPOCH = sql`timestamptz 'epoch'`;
const KINDS = {
  // Whole microseconds. A JavaScript date has only milliseconds, so a cursor made from it would skip rows.
  time: {
    read: (column: AnyPgColumn | SQL) => sql<string>`(extract(epoch from ${column}) * 1000000)::bigint::text`,
    write: (value: string) => sql`${EPOCH} + ${value}::bigint * interval '1 microsecond'`,
    form: /^\d{1,16}$/,
  },
  amount: {
    read: (column: AnyPgColumn | SQL) => sql<string>`${column}::text`,
    write: (value: string) => sql`${value}::numeric`,
    form: /^\d{1,12}\.\d{2}$/,
  },
  count: {
    read: (column: AnyPgColumn | SQL) => sql<string>`${column}::text`,
    write: (value: string) => sql`${value}::int`,
    form: /^\d{1,9}$/,
  },
  text: {
    read: (column: AnyPgColumn | SQL) => sql<string>`${column}`,
    write: (value: string) => sql`${value}::text`,
    form: /^[^\0]{0,300}$/su,
  },
} as const;

/** A cursor that does not belong to this list. */
export class CursorError extends Error {
  override readonly name = 'CursorError';
}

/**
 * The parts of a query that reads a list page by page.
 *
 * @param name identifies the sort in cursors; a cursor of another sort is refused
 * @param cursor from `cursorOf`, or undefined for the first page
 * @throws CursorError when the cursor is malformed or of another sort
 */
export function keyset(sort: KeysetSort, id: AnyPgColumn, name: string, cursor: string | undefined): Keyset {
  const { read, write, form } = KINDS[sort.kind];
  const order = sort.direction === 'asc' ? asc : desc;
  const parts = { orderBy: [order(sort.by), order(id)], position: read(sort.by) };
  if (cursor === undefined) return { ...parts, after: undefined };
  const last = parseCursor(cursor);
  if (!last || last.name !== name || !form.test(last.value)) throw new CursorError();
  const compare = sort.direction === 'asc' ? sql`>` : sql`<`;
  return { ...parts, after: and(sql`(${sort.by}, ${id}) ${compare} (${write(last.value)}, ${last.id}::uuid)`) };
}

/*
 * A search matches no index's order. PostgreSQL would still walk a sort index until it has enough matches. At a million
 * orders that took 2.5 s for an order number, and 10 s for a name common among the cheapest orders.
 * So the walk is limited. If it does not fill the page, matches are rare; then the search index finds them and they are
 * sorted. A page takes some 20 ms.
 */

/** Rows to examine for each requested row, then their minimum and maximum. */
const NEAR = 100;
const NEAR_LEAST = 5_000;
const NEAR_MOST = 20_000;

/** How many of the next rows of a list are examined to fill a page. */
export const nearRows = (limit: number): number => Math.min(Math.max(NEAR * limit, NEAR_LEAST), NEAR_MOST);

/** Safety factor: the share is estimated from a sample. */
const ROOM = 4;

/** Whether the next rows may fill a page. @param share of all rows that match; `null` if unknown */
export const mayBeNear = (share: number | null, limit: number): boolean =>
  share === null || share * nearRows(limit) * ROOM >= limit;

/** The same order without an index: the unary plus prevents PostgreSQL from walking it. */
export function unindexed(sort: KeysetSort): KeysetSort {
  const nothing = sort.kind === 'time' ? sql`interval '0'` : sql`0`;
  return { ...sort, by: sql`(${sort.by} + ${nothing})` };
}

/** The position directly after a row, as text for `?cursor=`. */
export function cursorOf(name: string, row: { id: string; position: string }): string {
  return Buffer.from(JSON.stringify([name, row.position, row.id])).toString('base64url');
}

function parseCursor(cursor: string): { name: string; value: string; id: string } | null {
  try {
    const [name, value, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const isCursor = typeof name === 'string' && typeof value === 'string' && typeof id === 'string';
    return isCursor && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id) ? { name, value, id } : null;
  } catch {
    return null;
  }
}
