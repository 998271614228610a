import type { Readable } from 'node:stream';
import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { listLiveTokens } from '#server/features/admin/sessions.ts';
import type { LiveHello } from '#shared/live.ts';
import { BEAT_MS } from '#shared/live-limits.ts';
import type { Cursor } from './cursor.ts';
import { EventStream } from './event-stream.ts';
import { type ChangesRead, forgetChanges, isComplete, readChanges, readCursorNow } from './repository.ts';

type Deps = Pick<BaseDeps, 'db' | 'config' | 'clock' | 'log'>;

/** How long changes are kept for readers that come back. */
const KEPT_MS = 3_600_000;
/** A browser has one stream for all of its tabs; some browsers have one for each. */
const MOST_OF_A_SESSION = 8;
const RETRY_SECONDS = 30;

/** Times in milliseconds. */
export type LiveOptions = {
  /** How often the database is asked, while anybody listens. */
  ask: number;
  /** The longest silence. */
  beat: number;
  /** Most streams of this instance. */
  most: number;
};
const OPTIONS: LiveOptions = { ask: 1_000, beat: BEAT_MS, most: 400 };

/**
 * Tells open dashboards what has changed, whichever instance or program changed it. One loop asks the database for all
 * streams of this instance, and only while there are any. A stream ends with its session, and with the instance.
 */
export class LiveFeed {
  readonly #deps: Deps;
  readonly #options: LiveOptions;
  readonly #streams = new Set<EventStream>();
  /** Those that have had their first event. */
  readonly #joined = new WeakSet<EventStream>();
  #isRunning = false;
  #isStopped = false;
  /** Ends the pause between two questions. */
  #wake = () => {};

  constructor(deps: Deps, changes: Partial<LiveOptions> = {}) {
    this.#deps = deps;
    this.#options = { ...OPTIONS, ...changes };
  }

  get count(): number {
    return this.#streams.size;
  }

  /**
   * A new stream for a live session.
   *
   * @param reader.since the last event that the reader has; `null` begins now
   * @throws AppError `too_many` of this session · `unavailable` this instance has too many, or stops
   */
  open({ token, since }: { token: string; since: Cursor | null }): Readable {
    const own = [...this.#streams].filter((stream) => stream.token === token).length;
    if (own >= MOST_OF_A_SESSION) throw new AppError('too_many', { retryAfterSeconds: RETRY_SECONDS });
    if (this.#isStopped || this.#streams.size >= this.#options.most) {
      throw new AppError('unavailable', { retryAfterSeconds: RETRY_SECONDS });
    }
    const stream = new EventStream(token, since, (closed) => this.#streams.delete(closed));
    this.#streams.add(stream);
    // Its place begins now, not at the next question: what changes until then would be told to nobody.
    this.#wake();
    void this.#run();
    return stream.body;
  }

  /** Ends all streams for good; browsers then connect to another instance, or to this one when it is back. */
  stop(): void {
    this.#isStopped = true;
    this.#endAll();
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    let cursor: Cursor | null = null;
    while (this.#streams.size > 0) {
      try {
        cursor = await this.#ask(cursor);
      } catch (error) {
        // A stream that is open but silent would pass for "nothing has changed".
        this.#deps.log.warn(
          { event: 'live_unread', err: error },
          'streams of changes end: the database did not answer',
        );
        this.#endAll();
      }
      // One that came during the question has no place yet.
      const isNew = [...this.#streams].some((stream) => !this.#joined.has(stream));
      if (this.#streams.size > 0 && !isNew) await this.#pause();
    }
    this.#isRunning = false;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#options.ask).unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** @param shared what all joined streams have. @returns what they have now */
  async #ask(shared: Cursor | null): Promise<Cursor> {
    const { db } = this.#deps;
    // Before anything is sent: an ended session gets nothing more.
    const tokens = new Set([...this.#streams].map(({ token }) => token));
    const live = await listLiveTokens(this.#deps, [...tokens]);
    for (const stream of this.#streams) if (tokens.has(stream.token) && !live.has(stream.token)) this.#end(stream);
    const read = shared ? await readChanges(db, shared) : { cursor: await readCursorNow(db), changes: [] };
    for (const stream of this.#streams) {
      if (this.#joined.has(stream)) this.#tell(stream, read);
      else if (live.has(stream.token)) await this.#welcome(stream, read.cursor);
    }
    return read.cursor;
  }

  #tell(stream: EventStream, { cursor, changes }: ChangesRead): void {
    const now = this.#deps.clock.monotonicMs();
    if (changes === null) stream.send('hello', { resumed: false } satisfies LiveHello, cursor, now);
    else if (changes.length > 0) stream.send('changes', changes, cursor, now);
    else stream.beat(cursor, now, this.#options.beat);
  }

  /**
   * What a returning reader has missed is read after `shared`, so that nothing is between the two; what both hold comes
   * twice.
   */
  async #welcome(stream: EventStream, shared: Cursor): Promise<void> {
    const { db, clock } = this.#deps;
    const { since } = stream;
    const missed = since && (await isComplete(db, since)) ? await readChanges(db, since) : null;
    const resumed = missed !== null && missed.changes !== null;
    const now = clock.monotonicMs();
    stream.send('hello', { resumed } satisfies LiveHello, resumed ? (since as Cursor) : shared, now);
    this.#joined.add(stream);
    if (resumed) this.#tell(stream, missed);
  }

  #end(stream: EventStream): void {
    this.#streams.delete(stream);
    stream.end();
  }

  #endAll(): void {
    for (const stream of this.#streams) this.#end(stream);
  }
}

/** Deletes changes that no reader comes back for. */
export function forgetOldChanges({ db }: Pick<Deps, 'db'>): Promise<void> {
  return forgetChanges(db, KEPT_MS);
}
