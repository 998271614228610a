import { writeSync } from 'node:fs';

/** Some 25,000 lines. Lines beyond this are dropped and counted. */
const MAX_BYTES = 4 * 2 ** 20;
const RETRY_MS = 50;
/** How long a slow reader may take at the end. */
const LAST_WAIT_MS = 1_000;
/** The capacity of a pipe. */
const WRITE_BYTES = 64 * 1024;

/**
 * Writes log lines to the file descriptor `fd`. A line is written before the next statement runs, as long as somebody
 * reads. A slow or missing reader (a paused pager, a full disk, `| head`) neither blocks nor ends the program. Lines
 * wait in memory; those beyond 4 MB are dropped, and their number is logged once there is room again.
 *
 * pino's own output buffers without limit, and cannot exit before everything is read.
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

  /** Writes the rest at exit, unless nobody reads it within a second. pino calls it after a fatal line. */
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

  /** @returns false when lines remain */
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
