import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { NEXT_CURSOR_HEADER, PAGE_SIZE } from '#shared/lists.ts';
import { callApiWithHeaders } from '../../lib/api-client.ts';
import { adminKeys } from './keys.ts';

/** What a list shows: search, one status or all (`''`), order. */
export type ListState = { q: string; status: string; sort: string };
type Page<Row> = { rows: Row[]; next: string };
type Pages<Row> = InfiniteData<Page<Row>, string>;

/** The state as a query string, for the list and for its CSV. */
export function listSearch(state: ListState, more: Record<string, string> = {}): string {
  return new URLSearchParams(Object.entries({ ...state, ...more }).filter(([, value]) => value !== '')).toString();
}

/** A list that the server searches, filters, sorts and pages; the rows before stay while the next ones come. */
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

export function allRows<Row>(data: InfiniteData<Page<Row>> | undefined): Row[] {
  return data?.pages.flatMap((page) => page.rows) ?? [];
}

type RowChange<Row, Input> = {
  key: readonly [string];
  call: (input: Input) => Promise<unknown>;
  /** The row as it will be; shown at once. `null` takes it away. */
  change: (row: Row, input: Input) => Row | null;
  onSuccess?: (input: Input) => void;
  onError?: (error: unknown, input: Input) => void;
};

/** A change of rows that shows before the server answers, goes back when it refuses, and then refreshes lists and figures. */
export function useRowChange<Row, Input>({ key, call, change, onSuccess, onError }: RowChange<Row, Input>) {
  const client = useQueryClient();
  const filter = { queryKey: [...key, 'pages'] };
  return useMutation({
    mutationFn: call,
    onMutate: async (input: Input) => {
      await client.cancelQueries(filter);
      const before = client.getQueriesData<Pages<Row>>(filter);
      client.setQueriesData<Pages<Row>>(filter, (data) =>
        data === undefined
          ? undefined
          : {
              ...data,
              pages: data.pages.map((page) => ({
                ...page,
                rows: page.rows.map((row) => change(row, input)).filter((row) => row !== null),
              })),
            },
      );
      return before;
    },
    onError: (error, input, before) => {
      for (const [queryKey, data] of before ?? []) client.setQueryData(queryKey, data);
      onError?.(error, input);
    },
    onSuccess: (_answer, input) => onSuccess?.(input),
    onSettled: () =>
      Promise.all(
        [key, adminKeys.summary, adminKeys.stats].map((queryKey) =>
          client.invalidateQueries({ queryKey: [...queryKey] }),
        ),
      ),
  });
}
