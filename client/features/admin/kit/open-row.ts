import { createContext, useContext } from 'react';
import { useLocation } from 'wouter';
import { useUrlState } from './url-state.ts';

/**
 * The screen that shows a list, and the row that its path names: `/admin/orders/<id>`. In a tab of the dashboard there is
 * none, and the row is `?open=`.
 */
export const PlaceContext = createContext<{ path: string; row: string } | null>(null);

/** The open row of the list, kept in the url of its place. */
export function useOpenRow() {
  const place = useContext(PlaceContext);
  const url = useUrlState();
  const [, navigate] = useLocation();
  if (!place) {
    return {
      isScreen: false,
      opened: url.get('open'),
      open: (id: string) => url.set({ open: id }),
      close: () => url.set({ open: null }, { replace: true }),
    };
  }
  const { path, row } = place;
  return {
    isScreen: true,
    opened: row,
    // From one row to the next, Back still returns to the list.
    open: (id: string) => navigate(`${path}/${id}${location.search}`, { replace: row !== '' }),
    close: () => navigate(path + location.search, { replace: true }),
  };
}
