const SECOND_MS = 1000;

/** Limits log lines per second, and reports the number of dropped lines at the end of each second that had more. */
export class LineQuota {
  readonly #perSecond: number;
  readonly #tell: (keptBack: number) => void;
  #lines = 0;

  constructor(perSecond: number, tell: (keptBack: number) => void) {
    this.#perSecond = perSecond;
    this.#tell = tell;
  }

  /** @returns whether to write the line */
  take(): boolean {
    if (this.#lines === 0) setTimeout(() => this.#endSecond(), SECOND_MS).unref();
    this.#lines += 1;
    return this.#lines <= this.#perSecond;
  }

  #endSecond(): void {
    const keptBack = this.#lines - this.#perSecond;
    this.#lines = 0;
    if (keptBack > 0) this.#tell(keptBack);
  }
}
