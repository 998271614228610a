import { createContext, useContext } from 'react';
import { useLocation } from 'wouter';
import { useUrlState } from './url-state.ts';

/**
 * The screen of a list, and the row in its path: `/admin/orders/<id>`. `null` in a tab of the dashboard, where the row
 * is `?open=`.
 */
export const ScreenRowContext = createContext<{ path: string; row: string } | null>(null);

/** The open row of the list, stored in the URL. */
export function useOpenRow() {
  const screenRow = useContext(ScreenRowContext);
  const url = useUrlState();
  const [, navigate] = useLocation();
  if (!screenRow) {
    return {
      isScreen: false,
      opened: url.get('open'),
      open: (id: string) => url.set({ open: id }),
      close: () => url.set({ open: null }, { replace: true }),
    };
  }
  const { path, row } = screenRow;
  return {
    isScreen: true,
    opened: row,
    // From one row to the next, Back still returns to the list.
    open: (id: string) => navigate(`${path}/${id}${location.search}`, { replace: row !== '' }),
    close: () => navigate(path + location.search, { replace: true }),
  };
}
