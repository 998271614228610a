import type { ReactNode } from 'react';
import * as m from '#messages';
import { Button } from '../../../../ui/button.tsx';
import { formatCount } from '../format.ts';
import { Empty, LoadError, Skeleton } from '../load-states.tsx';
import { DataTable, type TableProps } from './data-table.tsx';
import type { RowsRead } from './rows.ts';

type StatesProps<Row> = {
  read: RowsRead<Row>;
  /** Text of an empty list. */
  empty?: ReactNode;
  /** Set while a search or a filter is active: resets it when nothing is found. */
  onClear?: () => void;
  waiting?: ReactNode;
  /** Renders the rows, if there are any. */
  children: (rows: readonly Row[]) => ReactNode;
};

/** Rows in each of their states: loading, failed, empty, no match, loaded, and more rows. */
export function RowStates<Row>({ read, empty, onClear, waiting = <Skeleton />, children }: StatesProps<Row>) {
  const { rows, error, retry, isOutdated, more } = read;
  const notice = error ? <LoadError error={error} onRetry={retry} /> : null;
  if (!rows) return notice ?? waiting;
  if (rows.length === 0) return notice ?? (onClear ? <NothingFound onClear={onClear} /> : <Empty>{empty}</Empty>);
  return (
    <div aria-busy={isOutdated || undefined} className={isOutdated ? 'opacity-60' : undefined}>
      {/* Rows read before stay visible: a failed change shows its error in its row. */}
      {notice && <div className="mb-5">{notice}</div>}
      {children(rows)}
      {more?.error != null && (
        <div className="mt-5">
          <LoadError error={more.error} onRetry={more.load} />
        </div>
      )}
      {more && <ListEnd count={rows.length} {...more} />}
    </div>
  );
}

type FrameProps<Row> = Omit<StatesProps<Row>, 'children'> & Omit<TableProps<Row>, 'rows'>;

/** The frame of every admin table: columns, or cards in a small window, in each state of `RowStates`. */
export function TableFrame<Row extends { id: string }>(props: FrameProps<Row>) {
  const { read, empty, onClear, waiting, ...table } = props;
  return (
    <RowStates read={read} empty={empty} onClear={onClear} waiting={waiting}>
      {(rows) => <DataTable rows={rows} {...table} />}
    </RowStates>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <Empty>
      <p role="status">{m.admin_nothing_found()}</p>
      <button type="button" className="text-button" onClick={onClear}>
        {m.admin_nothing_found_clear()}
      </button>
    </Empty>
  );
}

function shownText(count: number, isThere: boolean): string {
  if (count === 1) return isThere ? m.admin_rows_shown_more_one() : m.admin_rows_shown_one();
  const shown = { count: formatCount(count) };
  return isThere ? m.admin_rows_shown_more(shown) : m.admin_rows_shown(shown);
}

/** Below a list: the number of rows, and a button for more. */
function ListEnd({ count, isThere, isLoading, load }: { count: number } & NonNullable<RowsRead<unknown>['more']>) {
  return (
    <div className="mt-5 flex flex-wrap items-center justify-center gap-5">
      <p role="status" className="text-[0.95rem] text-ink-soft">
        {shownText(count, isThere)}
      </p>
      {isThere && (
        <Button size="small" variant="quiet" isPending={isLoading} onClick={load}>
          {isLoading ? m.admin_more_loading() : m.admin_more()}
        </Button>
      )}
    </div>
  );
}
