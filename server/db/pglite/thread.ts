import { Worker } from 'node:worker_threads';
import { isPrepared } from '../prepared.ts';

type Options = { rowMode?: 'array' | 'object' };
type Results = { rows: unknown[]; fields: { name: string; dataTypeID: number }[]; affectedRows?: number };
type Reply = {
  id: number;
  results?: Results;
  error?: { message: string; code?: string; detail?: string; constraint?: string };
};
type Hooks = {
  /** Whether the caller already holds the connection; then waiting for it would deadlock. */
  isInsideTransaction(): boolean;
  /** Like PostgreSQL's idle_in_transaction_session_timeout: a hanging transaction blocks every query. */
  transactionLimitMs: number;
  /** Called when the thread has ended unexpectedly. */
  onEnd(error: Error): void;
};
/** The interface that Drizzle's PGlite session needs of its client. */
type Queryable = { query(sql: string, params?: unknown[], options?: Options): Promise<Results> };
export type PgliteClient = Pick<PgliteThread, 'query' | 'transaction'>;

export const DB_INSIDE_TRANSACTION = 'db was used inside a transaction and would wait for it forever; use tx';

/**
 * Runs PGlite in a worker thread, so that a long query does not delay pages (measured: p99 of 51 ms instead of 456). It
 * has one connection: a transaction holds it until it ends, and other queries wait.
 */
export class PgliteThread implements Queryable {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { resolve(value: Results): void; reject(error: Error): void }>();
  readonly #isInsideTransaction: () => boolean;
  readonly #transactionLimitMs: number;
  #lastId = 0;
  #queue: Promise<unknown> = Promise.resolve();
  #fault: Error | null = null;
  #isServing = false;

  private constructor(worker: Worker, hooks: Hooks) {
    this.#worker = worker;
    this.#isInsideTransaction = hooks.isInsideTransaction;
    this.#transactionLimitMs = hooks.transactionLimitMs;
    worker.on('message', (reply: Reply) => {
      const entry = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if (reply.error) entry?.reject(Object.assign(new Error(reply.error.message), reply.error));
      else entry?.resolve(reply.results ?? { rows: [], fields: [] });
    });
    const fail = (error: Error) => {
      this.#fault = error;
      for (const entry of this.#waiting.values()) entry.reject(error);
      this.#waiting.clear();
    };
    worker.on('error', fail);
    worker.on('exit', () => {
      fail(this.#fault ?? new Error('The database thread has ended'));
      if (this.#fault && this.#isServing) hooks.onEnd(this.#fault);
    });
  }

  static async open(folder: string, hooks: Hooks): Promise<PgliteThread> {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { folder } });
    const thread = new PgliteThread(worker, hooks);
    await thread.query('select 1');
    thread.#isServing = true;
    return thread;
  }

  query(sql: string, params: unknown[] = [], options: Options = {}): Promise<Results> {
    if (this.#isInsideTransaction()) {
      return Promise.reject(new Error(DB_INSIDE_TRANSACTION));
    }
    // The query is sent without waiting for the previous answer: the thread handles queries in order and stays busy
    // while this event loop is blocked.
    const sent = this.#inOrder(async () => ({ answer: this.#send(sql, params, options) }));
    return sent.then(({ answer }) => answer);
  }

  /**
   * Rolled back when the work fails or exceeds its time limit. `begin` goes with the first statement, and the next
   * query follows the `commit` without waiting for its answer: a busy event loop would delay each answer.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>, limitMs = this.#transactionLimitMs): Promise<T> {
    const sent = this.#inOrder(async () => {
      let isBegun = false;
      let over: Error | null = null;
      let timer: NodeJS.Timeout | undefined;
      const limit = Promise.withResolvers<never>();
      const startTimer = () => {
        if (over) return;
        timer = setTimeout(() => {
          over = new Error(`A transaction took longer than ${limitMs} ms and was rolled back`);
          limit.reject(over);
        }, limitMs);
      };
      const tx: Queryable = {
        query: (sql, params = [], options = {}) => {
          if (over) return Promise.reject(over);
          if (isBegun) return this.#send(sql, params, options);
          isBegun = true;
          // Waiting for earlier statements does not count against the time limit.
          clearTimeout(timer);
          return this.#send(sql, params, options, { begins: true }).finally(startTimer);
        },
      };
      try {
        startTimer();
        const result = await Promise.race([work(tx), limit.promise]);
        const committed = isBegun ? this.#send('commit', [], {}) : Promise.resolve();
        return { answer: committed.then(() => result) };
      } catch (error) {
        if (isBegun) await this.#send('rollback', [], {});
        throw error;
      } finally {
        over ??= new Error('The transaction is over; its tx cannot be used any more');
        clearTimeout(timer);
      }
    });
    return sent.then(({ answer }) => answer);
  }

  async close(): Promise<void> {
    this.#isServing = false;
    await this.#inOrder(() => this.#send('', [], {}, { close: true }));
    await this.#worker.terminate();
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#queue.then(work);
    this.#queue = mine.catch(() => {});
    return mine;
  }

  #send(
    sql: string,
    params: unknown[],
    { rowMode }: Options,
    { begins = false, close = false } = {},
  ): Promise<Results> {
    if (this.#fault) return Promise.reject(this.#fault);
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, sql, params, isKept: isPrepared(sql), rowMode, begins, close });
    });
  }
}
