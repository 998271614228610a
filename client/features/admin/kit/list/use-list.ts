import { useLayoutEffect, useRef } from 'react';
import { afterPaint } from '../detail-beside.ts';
import { useOpenRow } from '../open-row.ts';
import { useUrlState } from '../url-state.ts';
import { useIsWide } from '../use-wide.ts';
import { type ListState, pagedRead, type RowsRead, useRows } from './rows.ts';

type Labels = Readonly<Record<string, () => string>>;

type Usual = {
  /** As in `?status=`. */
  status: string;
  /** What the filter calls it, and what brings the other rows: the filter `all`. */
  label: () => string;
  showAll: () => string;
  all: string;
};

/** The definition of one list; its labels are functions, because the language can change. */
export type ListKind = {
  /** The list's path, to which its files are `.csv` and `.xlsx`. */
  key: readonly [string];
  title: () => string;
  /** Its title stands above it already. */
  hasHeading?: boolean;
  /** Label of the search: the fields that it covers. A list without one cannot be searched. */
  hint?: () => string;
  /** Values of `?status=` with their labels, besides "all". */
  filters?: Labels;
  /** On its screen the list has only rows of these statuses until another filter or a search is chosen. */
  usual?: Usual;
  /** Values of `?sort=` with their labels; the first one is the default. */
  sorts?: Labels;
  /** Texts of an empty list. */
  empty: readonly [title: () => string, hint?: () => string];
  /** Its CSV files, with their extra url parameters. */
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

/** Search, filter, sort order and open row of a list, all kept in the url; an unknown value is ignored. */
function useListUrl(kind: ListKind) {
  const url = useUrlState();
  const known = (name: string, labels: Labels = {}) => (Object.hasOwn(labels, url.get(name)) ? url.get(name) : '');
  const usualSort = Object.keys(kind.sorts ?? {})[0] ?? '';
  const place = useOpenRow();
  const filters = place.isScreen ? kind.filters : withoutUsual(kind);
  const state: ListState = {
    q: kind.hint ? url.get('q') : '',
    status: known('status', filters),
    sort: known('sort', kind.sorts) || usualSort,
  };
  const isUsual = place.isScreen && state.q === '' && state.status === '';
  return {
    kind,
    state,
    filters,
    /** What the list is limited to at present. */
    usual: isUsual ? kind.usual : undefined,
    change: (changes: Partial<ListState>, options?: { replace?: boolean }) =>
      url.set(changes.sort === usualSort ? { ...changes, sort: null } : changes, options),
    ...place,
  };
}

/** Beside other lists there is no usual limit, so that no filter has to bring all rows back. */
function withoutUsual({ filters = {}, usual }: ListKind): Labels {
  return Object.fromEntries(Object.entries(filters).filter(([status]) => status !== usual?.all));
}

/** Where the list was scrolled is kept while a detail stands beside it; the row that was open gets the focus back. */
export function useListPosition({ isScreen, opened }: { isScreen: boolean; opened: string }): void {
  const left = useRef<{ top: number; row: string } | null>(null);
  const isBeside = useIsWide() && isScreen && opened !== '';
  // What stands above the rows grows where there is less room: the position is read before.
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
