/** Code, a table or an outside script that is loaded on demand. */
export type LazyImport<T> = {
  /** One promise for all callers. After a failure the next call imports again. */
  load: () => Promise<T>;
  /** The result once it is loaded, to render it at once without a fallback. */
  loaded: () => T | undefined;
  /** Starts the import; a failure is reported by the `load` call that needs the result. */
  preload: () => void;
};

/**
 * @param fetchCode usually `() => import('./part.tsx')`
 * @see docs/decisions/0036-one-way-to-load-late-code.md
 */
export function lazyImport<T>(fetchCode: () => Promise<T>): LazyImport<T> {
  let result: T | undefined;
  let pending: Promise<T> | undefined;
  let again: string | undefined;
  const load = () => {
    pending ??= (again ? (import(/* @vite-ignore */ again) as Promise<T>) : fetchCode()).then(
      (code) => {
        result = code;
        return code;
      },
      (error: unknown) => {
        pending = undefined;
        // Chromium caches a failed import for the life of the page; its message contains the file.
        const [file] = /http\S+?\.js/.exec(String(error)) ?? [];
        if (file) again = `${file}?${Date.now()}`;
        throw error;
      },
    );
    return pending;
  };
  return { load, loaded: () => result, preload: () => void load().catch(() => {}) };
}
