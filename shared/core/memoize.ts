/**
 * Computes the value of a key once: an Intl formatter takes 50 to 90 times longer to create than to use.
 *
 * @param make for a small set of keys, such as languages
 */
export function memoize<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}

/** Computes a value once per object and keeps it as long as the object (WeakMap). */
export function oncePer<Thing extends object, T>(make: (thing: Thing) => T): (thing: Thing) => T {
  const made = new WeakMap<Thing, T>();
  return (thing) => {
    const known = made.get(thing) ?? make(thing);
    made.set(thing, known);
    return known;
  };
}
