import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'drizzle-orm';
import { type Actor, currentActor } from './actor.ts';
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

/** Names the actor to the triggers `write_journal`, for this transaction only. */
const nameActor = (tx: Executor, actor: Actor) =>
  tx.execute(sql`select set_config('shop.actor', ${JSON.stringify(actor)}, true)`);

/** Refuses a transaction inside another, and names the actor in each. */
export function guarded(db: Executor): Executor {
  const transaction = db.transaction.bind(db);
  db.transaction = ((work: Parameters<typeof transaction>[0], config?: Parameters<typeof transaction>[1]) => {
    if (isInsideTransaction()) throw new Error('db.transaction was called inside a transaction; pass tx on');
    const mine = { isOpen: true, afterCommit: [] as (() => void)[] };
    const actor = config?.accessMode === 'read only' ? null : currentActor();
    const named: typeof work = async (tx) => {
      if (actor) await nameActor(tx, actor);
      return work(tx);
    };
    // Work that continues after the transaction may use the database again.
    return transaction((tx) => transactions.run(mine, () => named(tx)), config)
      .finally(() => {
        mine.isOpen = false;
      })
      .then((result) => {
        for (const followUp of mine.afterCommit) followUp();
        return result;
      });
  }) as typeof db.transaction;
  nameOutside(db);
  return db;
}

type Prepared = { execute(...values: unknown[]): Promise<unknown> };
type Session = { prepareQuery(query: { sql: string }, ...more: unknown[]): Prepared };
const sessionOf = (db: Executor) => db._.session as unknown as Session & { client: unknown };

/**
 * While there is an actor, runs each write outside of a transaction in a transaction of its own. Reads are unchanged.
 */
function nameOutside(db: Executor): void {
  const session = sessionOf(db);
  const prepare = session.prepareQuery.bind(session);
  session.prepareQuery = (query, ...more) => {
    const prepared = prepare(query, ...more);
    if (/^\s*select\b/i.test(query.sql)) return prepared;
    const execute = prepared.execute;
    prepared.execute = async (...values) => {
      if (!currentActor() || isInsideTransaction()) return execute.apply(prepared, values);
      return db.transaction((tx) =>
        // The same statement on the connection of the transaction.
        execute.apply(Object.assign(Object.create(prepared), { client: sessionOf(tx).client }), values),
      );
    };
    return prepared;
  };
}
