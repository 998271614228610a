/**
 * Makes the thing of a key once: a formatter of Intl takes 50 to 90 times as long to make as to use.
 *
 * @param make for keys of which there are few, such as languages
 */
export function memoize<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}

/** Makes something of each thing once, as long as the thing is there. */
export function oncePer<Thing extends object, T>(make: (thing: Thing) => T): (thing: Thing) => T {
  const made = new WeakMap<Thing, T>();
  return (thing) => {
    const known = made.get(thing) ?? make(thing);
    made.set(thing, known);
    return known;
  };
}
