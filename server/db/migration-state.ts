import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { type Executor, MIGRATIONS } from './connect.ts';

/** One applied migration, as Drizzle's migrator notes it; `createdAt` in milliseconds tells it from the others. */
export type AppliedMigration = { hash: string; createdAt: number };

/** Which migrations this database has had, oldest first; none when it is empty. */
export async function listApplied(tx: Executor): Promise<AppliedMigration[]> {
  const there = await rowsOf<{ name: string | null }>(
    tx,
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  );
  if (!there[0]?.name) return [];
  const rows = await rowsOf<{ hash: string; createdAt: string }>(
    tx,
    sql`select hash, created_at::text as "createdAt" from drizzle.__drizzle_migrations order by created_at`,
  );
  return rows.map(({ hash, createdAt }) => ({ hash, createdAt: Number(createdAt) }));
}

/** The migrations of this version of the shop. */
export function listKnown(): AppliedMigration[] {
  return readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ hash, folderMillis }) => ({
    hash,
    createdAt: folderMillis,
  }));
}

/**
 * Applies the migrations from number `from` up to, not including, `to`, and notes them as Drizzle's migrator does. It
 * has no way to stop half-way, nor to run in a transaction that is open already.
 */
export async function applyMigrations(tx: Executor, from: number, to: number): Promise<void> {
  await tx.execute(sql`create schema if not exists drizzle`);
  await tx.execute(
    sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  );
  for (const migration of readMigrationFiles({ migrationsFolder: MIGRATIONS }).slice(from, to)) {
    for (const statement of migration.sql) await tx.execute(sql.raw(statement));
    await tx.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${migration.hash}, ${migration.folderMillis})`,
    );
  }
}

/** A query's rows; both engines answer in this shape. */
export async function rowsOf<T>(tx: Executor, query: Parameters<Executor['execute']>[0]): Promise<T[]> {
  return ((await tx.execute(query)) as unknown as { rows: T[] }).rows;
}
