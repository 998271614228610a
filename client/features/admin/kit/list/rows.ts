import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { NEXT_CURSOR_HEADER, PAGE_SIZE } from '#shared/core/list-limits.ts';
import { callApiWithHeaders } from '../../../../lib/api-client.ts';
import { adminKeys } from '../../keys.ts';

/** The state of a list: search, sort order, and one value of each filter by name, `''` for all rows. */
export type ListState = Readonly<{ q: string; sort: string } & Record<string, string>>;
type Page<Row> = { rows: Row[]; next: string };
type Pages<Row> = InfiniteData<Page<Row>, string>;
/** Cached data below a list's path: pages of rows, or the detail of one row. */
type Kept<Row> = Pages<Row> | Row;

/** The state as a query string, for the list and for its CSV. */
export function listSearch(state: ListState, more: Record<string, string> = {}): string {
  return new URLSearchParams(Object.entries({ ...state, ...more }).filter(([, value]) => value !== '')).toString();
}

/** A list that the server searches, filters, sorts and pages; the old rows stay visible while the next ones load. */
export function useRows<Row>(key: readonly [string], state: ListState) {
  return useInfiniteQuery({
    queryKey: [...key, 'pages', state],
    queryFn: async ({ pageParam, signal }): Promise<Page<Row>> => {
      const search = listSearch(state, { limit: String(PAGE_SIZE), cursor: pageParam });
      const { answer, headers } = await callApiWithHeaders<Row[]>(`${key[0]}?${search}`, { signal });
      return { rows: answer, next: headers.get(NEXT_CURSOR_HEADER) ?? '' };
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next || undefined,
    placeholderData: keepPreviousData,
  });
}

/** The rows for `table-frame.tsx`, from either kind of list. */
export type RowsRead<Row> = {
  /** Undefined until the first read. */
  rows: readonly Row[] | undefined;
  /** The error of the last read, not of the next page. */
  error: unknown;
  retry: () => void;
  /** A read is in progress. */
  isReading?: boolean;
  /** These rows belong to the previous search; the next ones are loading. */
  isOutdated?: boolean;
  /** Only for a paged list. */
  more?: { isThere: boolean; isLoading: boolean; error: unknown; load: () => void };
};

/** A list that is read as a whole. */
export function wholeRead<Row>({ data, error, refetch }: UseQueryResult<Row[]>): RowsRead<Row> {
  return { rows: data, error, retry: () => void refetch() };
}

/** A list that is read in pages, with `useRows`. */
export function pagedRead<Row>(query: ReturnType<typeof useRows<Row>>): RowsRead<Row> {
  return {
    rows: query.data?.pages.flatMap((page) => page.rows),
    error: query.isFetchNextPageError ? null : query.error,
    retry: () => void query.refetch(),
    isReading: query.isRefetching,
    isOutdated: query.isPlaceholderData,
    more: {
      isThere: query.hasNextPage,
      isLoading: query.isFetchingNextPage,
      error: query.isFetchNextPageError ? query.error : null,
      load: () => void query.fetchNextPage(),
    },
  };
}

type Versioned = { id: string; version: number };

type RowChange<Row, Input, Answer> = {
  key: readonly [string];
  /** `versionOf` gives the version of a row including this tab's own changes. */
  call: (input: Input, versionOf: (row: Versioned) => number) => Promise<Answer>;
  /** The expected row, shown at once. */
  change: (row: Row, input: Input) => Row;
  onSuccess?: (input: Input, answer: Answer) => void;
  onError?: (error: unknown, input: Input) => void;
};

/**
 * An optimistic change of rows: shown at once, reverted when the server refuses it, and followed by a refresh of lists
 * and stats. Changes of one list are sent in sequence, so that a second change of a row does not conflict with the
 * first one, whose answer is still missing.
 */
export function useRowChange<Row extends object, Input, Answer>(options: RowChange<Row, Input, Answer>) {
  const { key, call, change, onSuccess, onError } = options;
  const client = useQueryClient();
  const filter = { queryKey: [...key] };
  const answered = useRef(new Map<string, number>());
  return useMutation({
    scope: { id: key[0] },
    mutationFn: async (input: Input) => {
      const answer = await call(input, ({ id, version }) => Math.max(version, answered.current.get(id) ?? 0));
      if (isVersioned(answer)) answered.current.set(answer.id, answer.version);
      return answer;
    },
    onMutate: async (input: Input) => {
      await client.cancelQueries(filter);
      const before = client.getQueriesData<Kept<Row>>(filter);
      client.setQueriesData<Kept<Row>>(filter, (data) => data && changeKept(data, (row) => change(row, input)));
      return before;
    },
    onError: (error, input, before) => {
      for (const [queryKey, data] of before ?? []) client.setQueryData(queryKey, data);
      onError?.(error, input);
    },
    onSuccess: (answer, input) => onSuccess?.(input, answer),
    onSettled: () => refreshRows(client, key),
  });
}

function isVersioned(answer: unknown): answer is Versioned {
  return typeof answer === 'object' && answer !== null && 'id' in answer && 'version' in answer;
}

/** Refreshes a list, and the totals that depend on it. */
export function refreshRows(client: QueryClient, key: readonly [string]): Promise<unknown> {
  return Promise.all(rowKeys(key).map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** A list, and the totals that depend on it. */
export const rowKeys = (key: readonly [string]) => [key, adminKeys.seen, adminKeys.summary, adminKeys.stats] as const;

/** Shows a row as answered by the server, in every list and detail, before these are read again. */
export function showRow<Row extends { id: string }>(client: QueryClient, key: readonly [string], row: Row): void {
  const replace = (shown: Row) => (shown.id === row.id ? { ...shown, ...row } : shown);
  client.setQueriesData<Kept<Row>>({ queryKey: [...key] }, (kept) => kept && changeKept(kept, replace));
}

function changeKept<Row extends object>(kept: Kept<Row>, change: (row: Row) => Row): Kept<Row> {
  if (!('pages' in kept)) return change(kept);
  return { ...kept, pages: kept.pages.map((page) => ({ ...page, rows: page.rows.map(change) })) };
}
