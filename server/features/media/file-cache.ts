/** Caches the files read last, up to a number of bytes. Concurrent reads of one file share the result. */
export class FileCache {
  readonly #most: number;
  readonly #kept = new Map<string, Buffer>();
  readonly #reading = new Map<string, Promise<Buffer | null>>();
  #bytes = 0;

  /** @param most bytes of all files together */
  constructor(most: number) {
    this.#most = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** @param read gives `null` for a missing file, which is not cached */
  async get(name: string, read: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const kept = this.#kept.get(name);
    if (kept) {
      this.#kept.delete(name);
      this.#kept.set(name, kept);
      return kept;
    }
    const running = this.#reading.get(name);
    if (running) return running;
    const reading = read().finally(() => this.#reading.delete(name));
    this.#reading.set(name, reading);
    const found = await reading;
    if (found) this.#keep(name, found);
    return found;
  }

  #keep(name: string, content: Buffer): void {
    if (this.#kept.has(name) || content.length > this.#most / 4) return;
    this.#kept.set(name, content);
    this.#bytes += content.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#bytes <= this.#most) return;
      this.#kept.delete(oldest);
      this.#bytes -= length;
    }
  }
}
