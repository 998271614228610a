import type { Clock } from '#server/deps.ts';

/** Both clocks run at the same speed. A larger difference since the last reading means that the time of day was set. */
const AGREEMENT_MS = 60_000;

/**
 * Computes ages that a wrong time of day cannot make too large. An age is at most the time measured by this process's
 * monotonic clock since its start, or since the time of day was last set. The same applies to times in the future,
 * written while the clock was ahead.
 */
export class TrustedClock {
  readonly #clock: Clock;
  #wallMs: number;
  #monotonicMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#wallMs = clock.now().getTime();
    this.#monotonicMs = clock.monotonicMs();
  }

  /** The age of an event at `time`, in milliseconds. */
  ageMs(time: Date): number {
    const [wallMs, monotonicMs] = [this.#clock.now().getTime(), this.#clock.monotonicMs()];
    const setByMs = wallMs - this.#wallMs - (monotonicMs - this.#monotonicMs);
    if (Math.abs(setByMs) > AGREEMENT_MS) [this.#wallMs, this.#monotonicMs] = [wallMs, monotonicMs];
    const watchedMs = monotonicMs - this.#monotonicMs;
    const ageMs = wallMs - time.getTime();
    return ageMs < 0 ? watchedMs : Math.min(ageMs, watchedMs);
  }
}
