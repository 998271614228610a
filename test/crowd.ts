/** As many at once as a small, busy machine handles within the time limits of a single one. */
const AT_ONCE = 25;

/** Runs the same work `count` times, `AT_ONCE` of them in parallel. @returns the outcome of each */
export async function crowd<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let first = 0; first < count; first += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - first);
    results.push(...(await Promise.all(Array.from({ length: size }, (_, i) => work(first + i)))));
  }
  return results;
}
