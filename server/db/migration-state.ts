import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Ask } from './completeness.ts';
import type { Executor } from './executor.ts';

export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

/** An applied migration as Drizzle's migrator records it; `createdAt` in milliseconds identifies it. */
export type AppliedMigration = { hash: string; createdAt: number };

/** The applied migrations, oldest first; empty for an empty database. */
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
 * Applies the migrations from number `from` up to, not including, `to`, and records them as Drizzle's migrator does.
 * Drizzle's own migrator can neither stop at a given migration nor run inside an open transaction.
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

/** The rows of a query; both engines answer in this shape. */
export async function rowsOf<T>(tx: Executor, query: Parameters<Executor['execute']>[0]): Promise<T[]> {
  return ((await tx.execute(query)) as unknown as { rows: T[] }).rows;
}

/** Sends statements on a database or in a transaction. */
export function askOf(tx: Executor): Ask {
  return async (statement) => ({ rows: await rowsOf(tx, sql.raw(statement)) });
}
