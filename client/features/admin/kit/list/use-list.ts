import { useLayoutEffect, useRef } from 'react';
import { afterPaint } from '../detail-beside.ts';
import { useOpenRow } from '../open-row.ts';
import { useUrlState } from '../url-state.ts';
import { useIsWide } from '../use-wide.ts';
import { type ListState, pagedRead, type RowsRead, useRows } from './rows.ts';

type Labels = Readonly<Record<string, () => string>>;

type Usual = {
  /** The value of `?status=`. */
  status: string;
  /** The filter's name for it; the filter `all` shows the other rows. */
  label: () => string;
  showAll: () => string;
  all: string;
};

/** The definition of one list; its labels are functions, because the language can change. */
export type ListKind = {
  /** The list's path; its files are `.csv` and `.xlsx` below it. */
  key: readonly [string];
  title: () => string;
  /** The page already shows its title above. */
  hasHeading?: boolean;
  /** Label of the search: the fields that it covers. Without it the list has no search. */
  hint?: () => string;
  /** Values of `?status=` with their labels, besides "all". */
  filters?: Labels;
  /** On its own screen the list shows only these statuses until another filter or a search is chosen. */
  usual?: Usual;
  /** Values of `?sort=` with their labels; the first one is the default. */
  sorts?: Labels;
  /** Texts of an empty list. */
  empty: readonly [title: () => string, hint?: () => string];
  /** Its files, with their extra URL parameters. */
  downloads?: readonly { label: () => string; ending?: 'xlsx'; query?: Record<string, string> }[];
};

export type List<Row> = ReturnType<typeof useListUrl> & { read: RowsRead<Row>; rows: readonly Row[] };

/** A list that the server searches, filters, sorts and pages. */
export function useList<Row>(kind: ListKind): List<Row> {
  const url = useListUrl(kind);
  const { state, usual } = url;
  const read = pagedRead(useRows<Row>(kind.key, usual ? { ...state, status: usual.status } : state));
  return { ...url, read, rows: read.rows ?? [] };
}

/** A list that is read as a whole: `wholeRead` of its query. */
export function useWholeList<Row>(kind: ListKind, read: RowsRead<Row>): List<Row> {
  return { ...useListUrl(kind), read, rows: read.rows ?? [] };
}

/** Search, filter, sort order and open row of a list, all in the URL; unknown values are ignored. */
function useListUrl(kind: ListKind) {
  const url = useUrlState();
  const known = (name: string, labels: Labels = {}) => (Object.hasOwn(labels, url.get(name)) ? url.get(name) : '');
  const usualSort = Object.keys(kind.sorts ?? {})[0] ?? '';
  const openRow = useOpenRow();
  const filters = openRow.isScreen ? kind.filters : withoutUsual(kind);
  const state: ListState = {
    q: kind.hint ? url.get('q') : '',
    status: known('status', filters),
    sort: known('sort', kind.sorts) || usualSort,
  };
  const isUsual = openRow.isScreen && state.q === '' && state.status === '';
  return {
    kind,
    state,
    filters,
    /** The present limit of the list. */
    usual: isUsual ? kind.usual : undefined,
    change: (changes: Partial<ListState>, options?: { replace?: boolean }) =>
      url.set(changes.sort === usualSort ? { ...changes, sort: null } : changes, options),
    ...openRow,
  };
}

/** Beside other lists the usual limit does not apply, so the filter for all rows is not needed. */
function withoutUsual({ filters = {}, usual }: ListKind): Labels {
  return Object.fromEntries(Object.entries(filters).filter(([status]) => status !== usual?.all));
}

/** Keeps the list's scroll position while a detail is open beside it; then the opened row gets the focus back. */
export function useListPosition({ isScreen, opened }: { isScreen: boolean; opened: string }): void {
  const left = useRef<{ top: number; row: string } | null>(null);
  const isBeside = useIsWide() && isScreen && opened !== '';
  // The content above the rows grows when it gets narrower, so the position is read before.
  if (isBeside) left.current = { top: left.current?.top ?? scrollY, row: opened };
  useLayoutEffect(() => {
    const find = (row: string) => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"]`);
    if (isBeside) {
      afterPaint(() => find(opened)?.scrollIntoView({ block: 'nearest' }));
      return;
    }
    if (!left.current) return;
    const { top, row } = left.current;
    afterPaint(() => scrollTo(0, top));
    find(row)?.querySelector<HTMLElement>('.text-button')?.focus({ preventScroll: true });
    left.current = null;
  }, [isBeside, opened]);
}
