import { useEffect, useState } from 'react';
import type { LazyImport } from './lazy-import.ts';

type Lazy<T> = { code: T | undefined; isLost: boolean; retry: () => void };

/**
 * The code once it is loaded; until then `undefined`, with `isLost` and `retry` when the import failed.
 *
 * @param options.isOwn `false` for an outside script, whose URL does not change with a release
 */
export function useLazyImport<T>(source: LazyImport<T>, { isOwn = true } = {}): Lazy<T> {
  const code = source.loaded();
  const [lost, setLost] = useState<LazyImport<T> | null>(null);
  const [, setLoads] = useState(0);
  const [retries, setRetries] = useState(0);
  const isLost = lost === source;
  useEffect(() => {
    if (code !== undefined || isLost) return;
    let isWanted = true;
    source.load().then(
      () => isWanted && setLoads((n) => n + 1),
      () => isWanted && setLost(source),
    );
    return () => {
      isWanted = false;
    };
  }, [source, code, isLost]);
  const retry = () => {
    // A newer release has this file under another name, which only a new document knows. The first retry still imports
    // again, because a reload would lose the page's input.
    if (isOwn && retries > 0 && navigator.onLine) return location.reload();
    setRetries(retries + 1);
    setLost(null);
  };
  return { code, isLost, retry };
}
