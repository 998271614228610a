import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in the document as it was served, true once the browser's code runs: for controls that need that code. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
