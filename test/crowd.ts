/** As many at once as a small, busy machine answers within the limits that it has for one of them. */
const AT_ONCE = 25;

/** Does the same `count` times, `AT_ONCE` of them at the same moment, and gives what came of each. */
export async function crowd<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let first = 0; first < count; first += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - first);
    results.push(...(await Promise.all(Array.from({ length: size }, (_, i) => work(first + i)))));
  }
  return results;
}
