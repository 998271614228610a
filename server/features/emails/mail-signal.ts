/** Tells the senders of this process that mails may be waiting; those of other instances find them when they next look. */
export class MailSignal {
  readonly #listeners = new Set<() => void>();

  announce(): void {
    for (const listener of this.#listeners) listener();
  }

  /** @returns takes the listener off again */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
