import { useLayoutEffect, useRef } from 'react';
import { afterPaint } from '../../../../lib/after-paint.ts';
import { useOpenRow } from '../open-row.ts';
import { LIST_FILTERS, useUrlState } from '../url-state.ts';
import { useIsWide } from '../use-wide.ts';
import { type ListState, pagedRead, type RowsRead, useRows } from './rows.ts';

type Labels = Readonly<Record<string, () => string>>;

/** `?NAME=` with one of these values, or all rows. */
export type ChoiceFilter = {
  label: () => string;
  /** The option for all rows. */
  all: () => string;
  /** Values with their labels; `undefined` while they are read. */
  options: Labels | undefined;
  input?: undefined;
};

export type ListFilter =
  | ChoiceFilter
  | { label: () => string; input: 'date' }
  /** Only links set it. */
  | { input: 'none' };

const optionsOf = (filter: ListFilter) => (filter.input === undefined ? filter.options : undefined);

/** The definition of one list; its labels are functions, because the language can change. */
export type ListKind = {
  /** The list's path; its files are `.csv` and `.xlsx` below it. */
  key: readonly [string];
  title: () => string;
  /** The page already shows its title above. */
  hasHeading?: boolean;
  /** Label of the search: the fields that it covers. Without it the list has no search. */
  hint?: () => string;
  /** By the name of the URL's parameter; a new one also goes into `LIST_FILTERS` of url-state.ts. */
  filters?: Readonly<Record<string, ListFilter>>;
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
  const read = pagedRead(useRows<Row>(kind.key, url.state));
  return { ...url, read, rows: read.rows ?? [] };
}

/** A list that is read as a whole: `wholeRead` of its query. */
export function useWholeList<Row>(kind: ListKind, read: RowsRead<Row>): List<Row> {
  return { ...useListUrl(kind), read, rows: read.rows ?? [] };
}

/** Search, filter, sort order and open row of a list, all in the URL; unknown values are ignored. */
function useListUrl(kind: ListKind) {
  const url = useUrlState();
  const known = (name: string, labels: Labels | undefined) =>
    !labels || Object.hasOwn(labels, url.get(name)) ? url.get(name) : '';
  const usualSort = Object.keys(kind.sorts ?? {})[0] ?? '';
  const { filters = {} } = kind;
  const narrowing = {
    q: kind.hint ? url.get('q') : '',
    ...Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, known(name, optionsOf(filter))])),
  };
  const state: ListState = { sort: known('sort', kind.sorts ?? {}) || usualSort, ...narrowing };
  const isNarrowed = Object.values(narrowing).some((value) => value !== '');
  return {
    kind,
    state,
    filters,
    /** Removes search and filters; `undefined` without any. */
    clear: isNarrowed ? () => url.set({ q: null, ...LIST_FILTERS }) : undefined,
    change: (changes: Record<string, string>, options?: { replace?: boolean }) =>
      url.set(changes.sort === usualSort ? { ...changes, sort: null } : changes, options),
    ...useOpenRow(),
  };
}

/** Keeps the list's scroll position while a detail is open beside it; then the opened row gets the focus back. */
export function useListPosition({ opened }: { opened: string }): void {
  const left = useRef<{ top: number; row: string } | null>(null);
  const isBeside = useIsWide() && opened !== '';
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
    afterPaint(() => {
      scrollTo(0, top);
      // Content that reappears above the rows moves them again, because the browser anchors the scroll position.
      afterPaint(() => scrollTo(0, top));
    });
    find(row)?.querySelector<HTMLElement>('.text-button')?.focus({ preventScroll: true });
    left.current = null;
  }, [isBeside, opened]);
}
