import { createContext, useContext } from 'react';
import { useLocation } from 'wouter';
import { useUrlState } from './url-state.ts';

/**
 * The screen of a list beside the dashboard, and the row in its path: `/admin/products/<id>`. `null` in a tab of the
 * dashboard, where the row is `?open=`.
 */
export const ScreenRowContext = createContext<{ path: string; row: string } | null>(null);

/** The open row of the list, stored in the URL. From one row to the next, Back still returns to the list. */
export function useOpenRow() {
  const screenRow = useContext(ScreenRowContext);
  const url = useUrlState();
  const [, navigate] = useLocation();
  if (!screenRow) {
    const opened = url.get('open');
    return {
      opened,
      open: (id: string) => url.set({ open: id }, { replace: opened !== '' }),
      close: () => url.set({ open: null }, { replace: true }),
    };
  }
  const { path, row } = screenRow;
  return {
    opened: row,
    open: (id: string) => navigate(`${path}/${id}${location.search}`, { replace: row !== '' }),
    close: () => navigate(path + location.search, { replace: true }),
  };
}
