import { type LazyImport, lazyImport } from './lazy-import.ts';

/** One lazy import for each set of arguments, such as an outside script in each language. */
export function lazyImportBy<Args extends string[], T>(
  fetchCode: (...args: Args) => Promise<T>,
): (...args: Args) => LazyImport<T> {
  const imports = new Map<string, LazyImport<T>>();
  return (...args) => {
    const key = args.join(' ');
    const known = imports.get(key) ?? lazyImport(() => fetchCode(...args));
    imports.set(key, known);
    return known;
  };
}
