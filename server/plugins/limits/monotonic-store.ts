import type { FastifyRateLimitStore } from '@fastify/rate-limit';

type Window = { current: number; beganMs: number };
type Callback = Parameters<FastifyRateLimitStore['incr']>[1];

/** How many callers are remembered; the one with the oldest call is forgotten first. */
const MAX_CALLERS = 5_000;

/**
 * Counts calls in time windows, by the monotonic clock. The store of `@fastify/rate-limit` uses the time of day: when
 * that is set back by two hours, a caller over the limit is refused for two hours.
 */
export class MonotonicStore implements FastifyRateLimitStore {
  readonly #windows = new Map<string, Window>();

  incr(key: string, callback: Callback, timeWindow = 60_000): void {
    const now = performance.now();
    const found = this.#windows.get(key);
    const window = found && now - found.beganMs < timeWindow ? found : { current: 0, beganMs: now };
    window.current += 1;
    // Deleted and inserted again: the map's first entry is the caller with the oldest call.
    this.#windows.delete(key);
    this.#windows.set(key, window);
    if (this.#windows.size > MAX_CALLERS) {
      for (const quietest of this.#windows.keys()) {
        this.#windows.delete(quietest);
        break;
      }
    }
    callback(null, { current: window.current, ttl: timeWindow - (now - window.beganMs) });
  }

  read(key: string, callback: Callback, timeWindow = 60_000): void {
    const found = this.#windows.get(key);
    const ageMs = performance.now() - (found?.beganMs ?? 0);
    const isOpen = found !== undefined && ageMs < timeWindow;
    callback(null, isOpen ? { current: found.current, ttl: timeWindow - ageMs } : { current: 0, ttl: 0 });
  }

  child(): MonotonicStore {
    return new MonotonicStore();
  }
}
