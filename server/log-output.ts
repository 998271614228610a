import { writeSync } from 'node:fs';

/** Some 25,000 lines. What whoever reads them has not taken by then is left out, and counted. */
const MAX_BYTES = 4 * 2 ** 20;
const RETRY_MS = 50;
/** What a reader who is slow at the end is waited for. */
const LAST_WAIT_MS = 1_000;
/** A pipe has room for so much. */
const WRITE_BYTES = 64 * 1024;

/**
 * Where the log's lines go: the file descriptor `fd`. A line is out before the next statement runs, as long as somebody
 * reads. A reader who is slow, has stopped or has gone (a paused pager, a full disk, `| head`) never holds the program up
 * nor ends it: lines wait in memory, and those beyond 4 MB are told by their number once there is room again.
 *
 * pino's own output keeps every line in memory, however many, and cannot end before they are read.
 */
export class LogOutput {
  readonly #fd: number;
  #rest: Buffer = Buffer.alloc(0);
  #waiting = '';
  #leftOut = 0;
  #retry: NodeJS.Timeout | undefined;

  constructor(fd: number) {
    this.#fd = fd;
    process.once('exit', () => this.flushSync());
  }

  /** @param line ends with a line break */
  write(line: string): void {
    if (this.#rest.length + this.#waiting.length > MAX_BYTES) {
      this.#leftOut += 1;
      return;
    }
    this.#waiting += line;
    if (!this.#retry) this.#goOn();
  }

  /** What is left at the end goes out, unless nobody takes it within a second. Called by pino after a fatal line. */
  flushSync(): void {
    const end = performance.now() + LAST_WAIT_MS;
    while (!this.#writeAll() && performance.now() < end) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }

  #goOn(): void {
    this.#retry = undefined;
    if (!this.#writeAll()) this.#retry = setTimeout(() => this.#goOn(), RETRY_MS).unref();
  }

  /** @returns false when something is left */
  #writeAll(): boolean {
    for (;;) {
      if (this.#rest.length === 0) {
        const leftOut = this.#leftOut === 0 ? '' : lineOf(this.#leftOut);
        this.#rest = Buffer.from(this.#waiting + leftOut);
        this.#waiting = '';
        this.#leftOut = 0;
        if (this.#rest.length === 0) return true;
      }
      try {
        this.#rest = this.#rest.subarray(writeSync(this.#fd, this.#rest, 0, Math.min(this.#rest.length, WRITE_BYTES)));
      } catch {
        return false;
      }
    }
  }
}

function lineOf(leftOut: number): string {
  const msg = 'lines were left out: nobody read the log';
  return `${JSON.stringify({ level: 40, time: Date.now(), event: 'log_left_out', lines: leftOut, msg })}\n`;
}
