import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** A database or a transaction, on either engine. The first parameter of every repository function. */
export type Executor = PgDatabase<PgQueryResultHKT>;
export type Database = Executor;

export type Connection = {
  db: Database;
  engine: 'pglite' | 'postgres';
  /**
   * Resolves when a trivial query is answered. Rejects when the database cannot be reached, or with `ReadOnlyDatabaseError`.
   */
  ping(): Promise<void>;
  /**
   * Runs the work on one consistent snapshot. On PostgreSQL it uses a connection outside the pool and blocks nothing.
   * PGlite has one connection: all other queries wait until the work ends.
   */
  snapshot<T>(work: (tx: Executor) => Promise<T>): Promise<T>;
  /**
   * Runs the work under a lock that only one instance can hold. @returns false when another instance holds it; the work
   * did not run
   */
  alone(work: () => Promise<void>): Promise<boolean>;
  /**
   * Recounts the daily stats of orders if they were counted in another time zone than the published one. Runs apart
   * from other statements and without a time limit: at a million orders it takes a while, and new orders wait for it.
   *
   * @param brandZone used until the owner has published one
   * @returns whether they were recounted
   */
  countDays(brandZone: string): Promise<boolean>;
  close(): Promise<void>;
};
