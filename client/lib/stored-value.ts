import { useSyncExternalStore } from 'react';

export type StoredValue<T> = {
  get(): T;
  set(value: T): void;
  /** The current value for a component; `initial` while a pre-rendered page is hydrated. */
  use(): T;
};

/**
 * A value in the browser's storage, shared by all its users.
 *
 * If storage is forbidden or full, the value lives as long as the page. In local storage, changes from other tabs are
 * received too.
 *
 * @param read parses stored text, `null` when there is none; it must not trust the text
 */
export function createStoredValue<T>(options: {
  key: string;
  area: 'local' | 'session';
  initial: T;
  read: (text: string | null) => T;
}): StoredValue<T> {
  const { key, area, initial, read } = options;
  const listeners = new Set<() => void>();
  let current: T | undefined;

  const storage = () => (area === 'local' ? localStorage : sessionStorage);
  const load = (): T => {
    if (typeof window === 'undefined') return initial;
    try {
      return read(storage().getItem(key));
    } catch {
      return initial;
    }
  };
  const get = (): T => {
    current ??= load();
    return current;
  };
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const onStorage = (event: StorageEvent) => {
    if (event.storageArea !== storage() || (event.key !== key && event.key !== null)) return;
    current = load();
    tell();
  };
  // Never removed: changes while no component listens must be known to the next subscriber.
  if (typeof window !== 'undefined') addEventListener('storage', onStorage);
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };

  return {
    get,
    set(value) {
      current = value;
      try {
        storage().setItem(key, JSON.stringify(value));
      } catch {
        // Keeps it in memory for this page.
      }
      tell();
    },
    use: () => useSyncExternalStore(subscribe, get, () => initial),
  };
}
