import { AsyncLocalStorage } from 'node:async_hooks';
import type { Executor } from './executor.ts';

/** A consistent, read-only view of the database for the whole transaction. */
export const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

/** The current transaction. A query outside of it would wait forever on PGlite's single connection. */
const transactions = new AsyncLocalStorage<{ isOpen: boolean; afterCommit: (() => void)[] }>();
export const isInsideTransaction = () => transactions.getStore()?.isOpen === true;

/**
 * Runs a callback after the current transaction commits, or immediately when there is none. It does not run after a
 * rollback. It must not throw: the transaction is already committed.
 */
export function afterCommit(work: () => void): void {
  const running = transactions.getStore();
  if (running?.isOpen) running.afterCommit.push(work);
  else work();
}

export function guarded(db: Executor): Executor {
  const transaction = db.transaction.bind(db);
  db.transaction = ((work: Parameters<typeof transaction>[0], config?: Parameters<typeof transaction>[1]) => {
    if (isInsideTransaction()) throw new Error('db.transaction was called inside a transaction; pass tx on');
    const mine = { isOpen: true, afterCommit: [] as (() => void)[] };
    // Work that continues after the transaction may use the database again.
    return transaction((tx) => transactions.run(mine, () => work(tx)), config)
      .finally(() => {
        mine.isOpen = false;
      })
      .then((result) => {
        for (const followUp of mine.afterCommit) followUp();
        return result;
      });
  }) as typeof db.transaction;
  return db;
}
