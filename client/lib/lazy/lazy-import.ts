import { useEffect, useState } from 'react';

/** A part of the site whose code comes when it is needed; one promise for all who ask, a failed fetch may be tried again. */
export type Chunk<T> = { load: () => Promise<T>; loaded: () => T | undefined; preload: () => void };

export function chunk<T>(fetchCode: () => Promise<T>): Chunk<T> {
  let here: T | undefined;
  let coming: Promise<T> | undefined;
  const load = () => {
    coming ??= fetchCode().then(
      (code) => {
        here = code;
        return code;
      },
      (error: unknown) => {
        coming = undefined;
        throw error;
      },
    );
    return coming;
  };
  return { load, loaded: () => here, preload: () => void load().catch(() => {}) };
}

/** The code once it is here; until then `null`, or `'lost'` with `retry` when it did not come. */
export function useChunk<T>(source: Chunk<T>): { code: T | null; isLost: boolean; retry: () => void } {
  const [code, setCode] = useState<T | null>(() => source.loaded() ?? null);
  const [isLost, setLost] = useState(false);
  const [retries, setRetries] = useState(0);
  useEffect(() => {
    if (code !== null || isLost) return;
    let isWanted = true;
    source.load().then(
      (arrived) => isWanted && setCode(() => arrived),
      () => isWanted && setLost(true),
    );
    return () => {
      isWanted = false;
    };
  }, [source, code, isLost]);
  const retry = () => {
    // A newer release has this part under another name, which only a new document knows; what is typed is worth a try first.
    if (retries > 0 && navigator.onLine) return location.reload();
    setRetries(retries + 1);
    setLost(false);
  };
  return { code, isLost, retry };
}
