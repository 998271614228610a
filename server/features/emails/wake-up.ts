/** A wait that can be ended early. A ring outside of a wait ends the next one at once. */
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
