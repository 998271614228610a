import { useEffect, useRef } from 'react';
import { dismissToasts } from '../ui/toast.ts';

/**
 * After a change of page the focus stands at the new page's start, as after a full load, and the toast of the page before
 * is gone; the first page is left alone.
 */
export function usePageFocus(path: string): void {
  const previous = useRef(path);
  useEffect(() => {
    if (previous.current === path) return;
    previous.current = path;
    dismissToasts();
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [path]);
}
