import { useLayoutEffect, useRef } from 'react';

/**
 * Each view of a screen begins at its top; going back to a list restores its scroll position. @param view its path
 * within the screen
 */
export function useViewPosition(view: string, isList: boolean): void {
  const left = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    scrollTo(0, (isList && left.current.get(view)) || 0);
    const keep = () => void left.current.set(view, scrollY);
    addEventListener('scroll', keep, { passive: true });
    return () => removeEventListener('scroll', keep);
  }, [view, isList]);
}
