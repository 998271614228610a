import { useCallback } from 'react';
import { useLocation, useSearch } from 'wouter';

export type UrlState = ReturnType<typeof useUrlState>;

/**
 * The dashboard's state in the URL, such as `?tab=orders&q=maria`, so that Back, reload and a bookmark restore the
 * view.
 */
export function useUrlState() {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const params = new URLSearchParams(search);
  /**
   * Sets and removes (`null`, blank) parameters.
   *
   * @param options.replace for values that change with every key, so that Back does not undo single characters
   */
  const set = useCallback(
    (changes: Record<string, string | null>, options: { replace?: boolean } = {}) => {
      const next = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      const query = next.toString();
      navigate(query ? `${path}?${query}` : path, options);
    },
    [navigate, path],
  );
  return { get: (name: string) => params.get(name) ?? '', set };
}

/** The URL parameters of the filters of all lists. */
export const LIST_FILTERS = { status: null, product: null, area: null, staff: null, day: null, subject: null } as const;

/** The URL parameters of a tab, removed when it is left. */
export const TAB_STATE = {
  q: null,
  ...LIST_FILTERS,
  sort: null,
  open: null,
  view: null,
  template: null,
  language: null,
} as const;

/** The value if it is one of the options, else the first option. */
export function oneOf<const T extends string>(value: string, options: readonly [T, ...T[]]): T {
  return (options as readonly string[]).includes(value) ? (value as T) : options[0];
}
