import { useEffect, useRef } from 'react';

/** After a change of page the focus stands at the new page's start, as after a full load; the first page is left alone. */
export function usePageFocus(path: string): void {
  const previous = useRef(path);
  useEffect(() => {
    if (previous.current === path) return;
    previous.current = path;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [path]);
}
