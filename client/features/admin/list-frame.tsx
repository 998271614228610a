import type { ReactNode } from 'react';
import type { Column, Selection } from './data-table.tsx';
import { ListTools } from './list-tools.tsx';
import { Skeleton } from './load-states.tsx';
import { type ListState, listSearch, pagedRead, useRows } from './rows.ts';
import { TableFrame } from './table-frame.tsx';
import { useOpenRow } from './place.ts';
import { useUrlState } from './url-state.ts';
import { useIsWide } from './use-wide.ts';

/** The definition of one list; its labels are functions, because the language can change. */
export type ListKind = {
  /** The list's path, to which its CSV is `.csv`. */
  key: readonly [string];
  title: () => string;
  /** Label of the search: the fields that it covers. */
  hint: () => string;
  /** Values of `?status=` with their labels, besides "all". */
  filters: Readonly<Record<string, () => string>>;
  /** Values of `?sort=` with their labels; the first one is the default. */
  sorts: Readonly<Record<string, () => string>>;
  /** Texts of an empty list. */
  empty: readonly [title: () => string, hint: () => string];
  /** Its CSV files, with their extra url parameters. */
  downloads: readonly { label: () => string; query?: Record<string, string> }[];
};

export type List<Row> = ReturnType<typeof useList<Row>>;

/** A list with its search, filter, sort order and open row, all kept in the url; an unknown value is ignored. */
export function useList<Row>(kind: ListKind) {
  const url = useUrlState();
  const { opened, open, close } = useOpenRow();
  const known = (name: string, labels: object) => (Object.hasOwn(labels, url.get(name)) ? url.get(name) : '');
  const usualSort = Object.keys(kind.sorts)[0] ?? '';
  const state: ListState = {
    q: url.get('q'),
    status: known('status', kind.filters),
    sort: known('sort', kind.sorts) || usualSort,
  };
  const read = pagedRead(useRows<Row>(kind.key, state));
  return {
    kind,
    state,
    read,
    rows: read.rows ?? [],
    change: (changes: Partial<ListState>, options?: { replace?: boolean }) =>
      url.set(changes.sort === usualSort ? { ...changes, sort: null } : changes, options),
    opened,
    open,
    close,
  };
}

type Props<Row> = {
  list: List<Row>;
  /** The list's rows, or what replaces them. */
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  card: (row: Row) => ReactNode;
  selection?: Selection;
  /** Between the tools and the table. */
  children?: ReactNode;
};

/** Tools, downloads, and the table in each of its states: loading, failed, empty, nothing found, rows and more of them. */
export function ListFrame<Row extends { id: string }>({ list, rows, columns, card, selection, children }: Props<Row>) {
  const { kind, state, change } = list;
  const isWide = useIsWide();
  const downloads = (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 max-[75rem]:mt-4 min-[75rem]:ml-auto">
      {kind.downloads.map(({ label, query }) => (
        <a key={label()} className="text-button" download href={`${kind.key[0]}.csv?${listSearch(state, query)}`}>
          {label()}
        </a>
      ))}
    </div>
  );
  return (
    <>
      <h2 className="sr-only">{kind.title()}</h2>
      <ListTools hint={kind.hint()} state={state} filters={kind.filters} sorts={kind.sorts} onChange={change}>
        {isWide && downloads}
      </ListTools>
      {children}
      <TableFrame
        read={{ ...list.read, rows: list.read.rows && rows }}
        onClear={state.q === '' && state.status === '' ? undefined : () => change({ q: '', status: '' })}
        empty={
          <>
            <p className="text-lead font-semibold text-cafecito">{kind.empty[0]()}</p>
            <p>{kind.empty[1]()}</p>
          </>
        }
        waiting={<Skeleton rows={6} />}
        caption={kind.title()}
        columns={columns}
        card={card}
        sort={state.sort}
        onSort={(sort) => change({ sort })}
        selection={selection}
      />
      {/* On a phone the rows come first. */}
      {!isWide && downloads}
    </>
  );
}
