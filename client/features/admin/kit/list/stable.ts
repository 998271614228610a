import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useLanguage } from '../../../../lib/language.ts';

/**
 * Memoizes inputs of rows, such as columns or a card, until the language or one of `needs` changes, so that unchanged
 * rows are not rendered again.
 */
export function useStableMemo<T>(make: () => T, needs: readonly unknown[]): T {
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: messages read the language when they are called; `make` reads `needs`
  return useMemo(make, [language, ...needs]);
}

/** An event handler with a stable identity that calls the latest function. Not to be called while rendering. */
export function useEvent<Args extends unknown[], Result>(run: (...args: Args) => Result): (...args: Args) => Result {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
