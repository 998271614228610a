import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as m from '#messages';
import { ListEnd } from './list-tools.tsx';
import { Empty, LoadError, Skeleton } from './load-states.tsx';
import type { ListState } from './rows.ts';

type Props<Row> = {
  query: UseInfiniteQueryResult;
  rows: readonly Row[];
  state: ListState;
  /** What stands there when there is nothing at all. */
  empty: ReactNode;
  onClear: () => void;
  /** The rows' table. */
  children: ReactNode;
};

/** A list in each of its states: loading, failed, empty, nothing found, rows. */
export function ListBody<Row>({ query, rows, state, empty, onClear, children }: Props<Row>) {
  if (query.isPending) return <Skeleton rows={6} />;
  const notice = query.isError && !query.isFetchNextPageError && (
    <LoadError error={query.error} onRetry={() => void query.refetch()} />
  );
  if (notice && rows.length === 0) return notice;
  if (rows.length === 0) {
    if (state.q === '' && state.status === '') return <Empty>{empty}</Empty>;
    return (
      <Empty>
        <p role="status">{m.admin_nothing_found()}</p>
        <button type="button" className="text-button" onClick={onClear}>
          {m.admin_nothing_found_clear()}
        </button>
      </Empty>
    );
  }
  return (
    <div
      aria-busy={query.isPlaceholderData || undefined}
      className={query.isPlaceholderData ? 'opacity-60' : undefined}
    >
      {/* What was read before stays: a change that failed says why in its row. */}
      {notice && <div className="mb-5">{notice}</div>}
      {children}
      {query.isFetchNextPageError && (
        <div className="mt-5">
          <LoadError error={query.error} onRetry={() => void query.fetchNextPage()} />
        </div>
      )}
      <ListEnd
        count={rows.length}
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
      />
    </div>
  );
}
