import { useEffect, useRef } from 'react';
import { dismissToasts } from '../ui/toast.ts';

/**
 * After a page change, moves the focus to the new page's start, as after a full load, and closes the old toast; does
 * nothing on the first page.
 */
export function usePageFocus(path: string): void {
  const previous = useRef(path);
  useEffect(() => {
    if (previous.current === path) return;
    previous.current = path;
    dismissToasts();
    const main = document.getElementById('main');
    // A part of the new page, such as a checkout step, may already have the focus.
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [path]);
}
