import { PAGE_SIZE } from '#shared/core/list-limits.ts';
import type { Executor } from './connect.ts';
import { cursorOf } from './keyset.ts';

/** Rows per batch when a whole list is read. */
const BATCH = 1000;

/** The query of a list, as parsed by `listQuerySchema`; a list may add filters of its own. */
export type ListQuery = {
  q?: string | undefined;
  status?: string[] | undefined;
  sort?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};
/** The query with its order. */
export type ListFilter<Query extends ListQuery> = Query & { sort: NonNullable<Query['sort']> };
/**
 * `most` limits how many rare matches a search sorts; if there are more, it sorts an arbitrary subset. So a word that
 * most old rows contain is as fast as others.
 */
export type ListPage = { limit: number; cursor: string | undefined; most?: number | undefined };
/** `position` is the row's position in the list, for `cursorOf`. */
export type Positioned<Row> = Row & { position: string };

export type PagedList<Wire, Query extends ListQuery> = {
  /** `nextCursor` is null on the last page. @throws CursorError */
  getPage(db: Executor, query: Query & Pick<ListPage, 'most'>): Promise<{ items: Wire[]; nextCursor: string | null }>;
  /**
   * All matching rows, one batch at a time. Memory holds one batch; no query or transaction stays open between batches.
   */
  stream(db: Executor, query: Query): AsyncGenerator<Wire[]>;
};

/**
 * A list that is searched, filtered, sorted and paged by one repository query.
 *
 * @param read returns at most `limit` rows, starting at `cursor`
 */
export function pagedList<Row extends { id: string }, Wire, Query extends ListQuery>(
  read: (db: Executor, filter: ListFilter<Query>, page: ListPage) => Promise<Positioned<Row>[]>,
  toWire: (row: Row) => Wire,
  defaultSort: NonNullable<Query['sort']>,
): PagedList<Wire, Query> {
  const filterOf = (query: Query): ListFilter<Query> => ({
    ...query,
    sort: query.sort ?? defaultSort,
  });
  return {
    async getPage(db, query) {
      const limit = query.limit ?? PAGE_SIZE;
      const filter = filterOf(query);
      const rows = await read(db, filter, { limit: limit + 1, cursor: query.cursor, most: query.most });
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        items: page.map(withoutPosition).map(toWire),
        nextCursor: last && rows.length > limit ? cursorOf(filter.sort, last) : null,
      };
    },
    async *stream(db, query) {
      const filter = filterOf(query);
      let cursor: string | undefined;
      do {
        const rows = await read(db, filter, { limit: BATCH, cursor });
        yield rows.map(withoutPosition).map(toWire);
        const last = rows.at(-1);
        cursor = last && rows.length === BATCH ? cursorOf(filter.sort, last) : undefined;
      } while (cursor !== undefined);
    },
  };
}

function withoutPosition<Row extends object>({ position: _, ...row }: Positioned<Row>): Row {
  return row as unknown as Row;
}
