import { PgDialect, type PgPreparedQuery, type PreparedQueryConfig } from 'drizzle-orm/pg-core';
import { PgliteDatabase, PgliteSession, PgliteTransaction } from 'drizzle-orm/pglite';
import { nameOf } from './named-statements.ts';
import type { PgliteThread } from './pglite-thread.ts';

/** The two methods that Drizzle's session calls on PGlite. */
export type PgliteClient = Pick<PgliteThread, 'query' | 'transaction'>;
type Session = PgliteSession<Record<string, never>, Record<string, never>>;
type TransactionOf = Parameters<Parameters<Session['transaction']>[0]>[0];

/** Drizzle's own drops the name of `.prepare('…')`; this one notes it, and the thread finds it by the text. */
class NamingSession extends PgliteSession<Record<string, never>, Record<string, never>> {
  readonly #client: Pick<PgliteClient, 'query'> | PgliteClient;

  constructor(client: Pick<PgliteClient, 'query'> | PgliteClient, dialect: PgDialect) {
    super(client as never, dialect, undefined);
    this.#client = client;
  }

  override prepareQuery<T extends PreparedQueryConfig>(
    ...args: Parameters<Session['prepareQuery']>
  ): PgPreparedQuery<T> {
    const [{ sql }, , name] = args;
    if (name !== undefined) nameOf({ name, text: sql });
    return super.prepareQuery(...args) as PgPreparedQuery<T>;
  }

  override transaction<T>(
    work: (tx: TransactionOf) => Promise<T>,
    config?: Parameters<Session['transaction']>[1],
  ): Promise<T> {
    if (!('transaction' in this.#client)) throw new Error('A transaction has no transactions, only savepoints');
    return this.#client.transaction(async (client) => {
      const tx = new PgliteTransaction(this.dialect, new NamingSession(client, this.dialect), undefined);
      if (config) await tx.setTransaction(config);
      return work(tx as TransactionOf);
    });
  }
}

/** As Drizzle's `drizzle(client)`, which takes no session of another's. */
export function pgliteDatabase(client: PgliteClient): PgliteDatabase & { $client: PgliteClient } {
  const dialect = new PgDialect();
  const db = new PgliteDatabase(dialect, new NamingSession(client, dialect) as never, undefined);
  return Object.assign(db, { $client: client });
}
