import type { Clock } from '#server/deps.ts';

/** Both clocks run at the same speed; a larger difference since the last reading means that the time of day was set. */
const AGREEMENT_MS = 60_000;

/**
 * Ages that a wrong time of day cannot make too large. An age counts at most as long as this process has watched, by the
 * monotonic clock, since it began or since the time of day was last set; a time that has yet to come, dated by a clock
 * that was ahead, is as old as that.
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

  /** The age of what happened at `time`, in milliseconds. */
  ageMs(time: Date): number {
    const [wallMs, monotonicMs] = [this.#clock.now().getTime(), this.#clock.monotonicMs()];
    const setByMs = wallMs - this.#wallMs - (monotonicMs - this.#monotonicMs);
    if (Math.abs(setByMs) > AGREEMENT_MS) [this.#wallMs, this.#monotonicMs] = [wallMs, monotonicMs];
    const watchedMs = monotonicMs - this.#monotonicMs;
    const ageMs = wallMs - time.getTime();
    return ageMs < 0 ? watchedMs : Math.min(ageMs, watchedMs);
  }
}
