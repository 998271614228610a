import type { Executor } from './executor.ts';

type Statement = { getQuery(): { sql: string } };

const texts = new Set<string>();
/** Whether `prepareOnce` has built this text. */
export const isPrepared = (text: string): boolean => texts.has(text);

/**
 * A statement with placeholders that Drizzle builds once per session. The pool is a session, and so is each of its
 * connections in transactions. PostgreSQL identifies it by the name that `build` passes to `.prepare`, so a name must
 * always have the same text. On PGlite the thread identifies it by its text, because Drizzle's session there has no
 * names.
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
