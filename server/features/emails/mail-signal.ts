/** Tells this process's senders that mails may be waiting. Senders of other instances find them at their next poll. */
export class MailSignal {
  readonly #listeners = new Set<() => void>();

  announce(): void {
    for (const listener of this.#listeners) listener();
  }

  /** @returns removes the listener */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
