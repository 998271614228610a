import type { Executor } from './executor.ts';

type Statement = { getQuery(): { sql: string } };

const texts = new Set<string>();
/** Whether `prepareOnce` has made this text. */
export const isPrepared = (text: string): boolean => texts.has(text);

/**
 * A statement with placeholders, which Drizzle builds once for each of its sessions: one is the pool, and each of its
 * connections is one in transactions. PostgreSQL keeps it by the name that `build` gives to `.prepare`, so that a name needs
 * the same text each time. Drizzle's session of PGlite has no names: there the thread keeps it by its text.
 */
export function prepareOnce<T extends Statement>(build: (db: Executor) => T): (db: Executor) => T {
  const made = new WeakMap<object, T>();
  return (db) => {
    const { session } = db._;
    const known = made.get(session);
    if (known) return known;
    const statement = build(db);
    texts.add(statement.getQuery().sql);
    made.set(session, statement);
    return statement;
  };
}
