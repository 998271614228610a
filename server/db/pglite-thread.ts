import { Worker } from 'node:worker_threads';
import type { LockClaim } from './lock-proof.ts';

type Options = { rowMode?: 'array' | 'object' };
type Results = { rows: unknown[]; fields: { name: string; dataTypeID: number }[]; affectedRows?: number };
type Reply = {
  id: number;
  results?: Results;
  error?: { message: string; code?: string; detail?: string; constraint?: string };
};
type Hooks = {
  /** Says whether the caller holds the connection already, which would never come free. */
  isInsideTransaction(): boolean;
  /** Like PostgreSQL's idle_in_transaction_session_timeout: what hangs inside a transaction holds up everyone. */
  transactionLimitMs: number;
  /** The thread has died by itself. */
  onEnd(error: Error): void;
};
/** What Drizzle's PGlite session asks of its client. */
type Queryable = { query(sql: string, params?: unknown[], options?: Options): Promise<Results> };

export const DB_INSIDE_TRANSACTION = 'db was used inside a transaction and would wait for it forever; use tx';

/**
 * PGlite in a thread of its own, so that a long query does not hold up pages (measured: p99 of 456 ms against 51).
 * It has one connection: a transaction has it alone until it ends, other queries wait in line.
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

  static async open(folder: string, lock: LockClaim, hooks: Hooks): Promise<PgliteThread> {
    const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: { folder, lock } });
    const thread = new PgliteThread(worker, hooks);
    await thread.query('select 1');
    thread.#isServing = true;
    return thread;
  }

  query(sql: string, params: unknown[] = [], options: Options = {}): Promise<Results> {
    if (this.#isInsideTransaction()) {
      return Promise.reject(new Error(DB_INSIDE_TRANSACTION));
    }
    // The next one need not wait for the answer: the thread takes them in order, and is not idle while this loop is busy.
    const sent = this.#inOrder(async () => ({ answer: this.#send(sql, params, options) }));
    return sent.then(({ answer }) => answer);
  }

  /** Rolled back when the work fails, or has not ended in time. */
  transaction<T>(work: (tx: Queryable) => Promise<T>, limitMs = this.#transactionLimitMs): Promise<T> {
    return this.#inOrder(async () => {
      await this.#send('begin', [], {});
      let over: Error | null = null;
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          over = new Error(`A transaction took longer than ${limitMs} ms and was rolled back`);
          reject(over);
        }, limitMs);
      });
      const tx: Queryable = {
        query: (sql, params = [], options = {}) => (over ? Promise.reject(over) : this.#send(sql, params, options)),
      };
      try {
        const result = await Promise.race([work(tx), limit]);
        await this.#send('commit', [], {});
        return result;
      } catch (error) {
        await this.#send('rollback', [], {});
        throw error;
      } finally {
        over ??= new Error('The transaction is over; its tx cannot be used any more');
        clearTimeout(timer);
      }
    });
  }

  async close(): Promise<void> {
    this.#isServing = false;
    await this.#inOrder(() => this.#send('', [], {}, true));
    await this.#worker.terminate();
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#queue.then(work);
    this.#queue = mine.catch(() => {});
    return mine;
  }

  #send(sql: string, params: unknown[], { rowMode }: Options, close = false): Promise<Results> {
    if (this.#fault) return Promise.reject(this.#fault);
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, sql, params, rowMode, close });
    });
  }
}
