/** A wait that `ring` ends early. A ring while nobody waits ends the next wait at once. */
export class WakeUp {
  #isRung = false;
  #rouse: (() => void) | null = null;

  ring(): void {
    this.#isRung = true;
    this.#rouse?.();
  }

  /** Resolves at the next ring, immediately if one came since the last wait, or after `ms`. */
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
