import { Readable } from 'node:stream';
import type { Cursor } from './cursor.ts';
import { cursorText } from './cursor.ts';

/** A reader that lets more than this wait is cut off; it resumes where it was. */
const MOST_WAITING_BYTES = 128 * 1024;
/** How long a browser waits before it connects again. */
const RETRY_MS = 2_000;

/** One reader of server-sent events: `body` is its answer. */
export class EventStream {
  readonly body = new Readable({ read() {}, highWaterMark: MOST_WAITING_BYTES });
  /** Opens the admin as long as its session lives. */
  readonly token: string;
  /** The last event that the reader has; `null` begins now. */
  readonly since: Cursor | null;
  #lastSentAt = Number.NEGATIVE_INFINITY;

  constructor(token: string, since: Cursor | null, onClose: (stream: EventStream) => void) {
    this.token = token;
    this.since = since;
    this.body.once('close', () => onClose(this));
    // A cut connection is a usual end.
    this.body.on('error', () => {});
    // Sent at once, so that the browser knows that it is connected.
    this.body.push(`retry: ${RETRY_MS}\n\n`);
  }

  /** @param data sent as JSON */
  send(event: string, data: unknown, cursor: Cursor, nowMs: number): void {
    if (this.body.destroyed || this.body.readableEnded) return;
    this.#lastSentAt = nowMs;
    this.body.push(`event: ${event}\nid: ${cursorText(cursor)}\ndata: ${JSON.stringify(data)}\n\n`);
    if (this.body.readableLength > MOST_WAITING_BYTES) this.body.destroy();
  }

  /** Shows the reader, after a pause of at least `pauseMs`, that the connection works, and moves its place. */
  beat(cursor: Cursor, nowMs: number, pauseMs: number): void {
    if (nowMs - this.#lastSentAt >= pauseMs) this.send('beat', {}, cursor, nowMs);
  }

  end(): void {
    if (this.body.readableEnded || this.body.destroyed) return;
    this.body.push(null);
  }
}
