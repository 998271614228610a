import { useEffect } from 'react';
import { pathIn } from './catalogue.ts';
import { useLanguage } from './language.ts';

/** Each language has an address of its own: another language's becomes it, without a new page in the history. */
export function useOwnAddress(path: string): void {
  const own = pathIn(path, useLanguage());
  useEffect(() => {
    if (own !== path) history.replaceState(history.state, '', own + location.search + location.hash);
  }, [own, path]);
}
