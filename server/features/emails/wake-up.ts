/** A wait that can be ended early. A ring while nobody waits is kept for the next wait. */
export class WakeUp {
  #isRung = false;
  #rouse: (() => void) | null = null;

  ring(): void {
    this.#isRung = true;
    this.#rouse?.();
  }

  /** Resolves at the next ring, immediately if there was one since the last wait, or after `ms`. */
  async wait(ms: number): Promise<void> {
    if (!this.#isRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#rouse = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#rouse = null;
    }
    this.#isRung = false;
  }
}
