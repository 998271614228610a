import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useLanguage } from '../../../../lib/language.ts';

/**
 * What rows are shown by, such as columns or a card: made anew when the language or one of `needs` changes, so that rows which
 * did not change are not rendered again.
 */
export function useStableMemo<T>(make: () => T, needs: readonly unknown[]): T {
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: messages read the language when they are called; `make` reads `needs`
  return useMemo(make, [language, ...needs]);
}

/** A function for events that stays the same, and does what the last one given does. Not to be called while rendering. */
export function useEvent<Args extends unknown[], Result>(run: (...args: Args) => Result): (...args: Args) => Result {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
