import { useSyncExternalStore } from 'react';

const query = matchMedia('(min-width: 75rem)');

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the window is wide enough for tables; below, rows are cards. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}
