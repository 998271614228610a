import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { type Connection, connectDatabase, connectionOver } from '#server/db/connect.ts';
import { PgliteThread } from '#server/db/pglite/thread.ts';
import { emptyTables, shapeOf } from './clean-tables.ts';
import type { Base } from './engine-base.ts';

export type TestDatabase = {
  connection: Connection;
  /** Set on PostgreSQL, where a second instance may open the same database. */
  url: string | undefined;
  dataDir: string;
  remove(): Promise<void>;
};

/**
 * Concurrent tests on a busy machine wait longer than shoppers may; connect.test.ts and pooler.postgres.test.ts use the
 * shop's own limits.
 */
const PATIENCE = { statementLimitMs: 60_000, connectLimitMs: 60_000 };

/** A fresh migrated database of this run's engine; call `remove` at the end. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const base = inject('base');
  if (base.engine === 'pglite') return lend((await takeSpare(base)) ?? (await openCopy(base)));
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-test-'));
  const name = `shop_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client(base.url);
  await admin.connect();
  await admin.query(`create database ${name} template template_shop strategy file_copy`);
  await admin.end();
  const url = base.url.replace(/postgres$/, name);
  const connection = await connectDatabase({ databaseUrl: url, dataDir, ...PATIENCE });
  return {
    connection,
    url,
    dataDir,
    remove: async () => {
      await connection.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

type PgliteBase = Extract<Base, { engine: 'pglite' }>;
type Opened = { connection: Connection; thread: PgliteThread; dataDir: string; isClosed: boolean };

/** Opened for an earlier test of the same file: opening PGlite takes ten times as long as emptying its tables. */
const spares: Opened[] = [];
// A module is loaded once for many files, so it cannot run code at the end of each (test/each-file.ts does).
globalThis.atEndOfFile ??= new Set();
globalThis.atEndOfFile.add(async () => {
  for (const spare of spares.splice(0)) await discard(spare);
});

async function openCopy(base: PgliteBase): Promise<Opened> {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-test-'));
  cpSync(base.folder, dataDir, { recursive: true });
  const connection = await connectDatabase({ databaseUrl: undefined, dataDir });
  const { $client } = connection.db as unknown as { $client: unknown };
  if (!($client instanceof PgliteThread)) throw new Error('Drizzle hides its client');
  return { connection, thread: $client, dataDir, isClosed: false };
}

/** A database reset to the state after its migrations. One with changes besides rows cannot be reused. */
async function takeSpare(base: PgliteBase): Promise<Opened | null> {
  const spare = spares.pop();
  if (spare === undefined) return null;
  try {
    await emptyTables(spare.connection.db);
    if ((await shapeOf(spare.connection.db)) === base.shape) {
      for (const name of readdirSync(spare.dataDir)) {
        if (!name.startsWith('pglite') && name !== 'folder.lock')
          rmSync(join(spare.dataDir, name), { recursive: true });
      }
      return spare;
    }
  } catch {
    // It has died, or hangs in a transaction.
  }
  await discard(spare).catch(() => {});
  return takeSpare(base);
}

/** After `remove`, every use is refused, as on a closed database. */
async function lend(opened: Opened): Promise<TestDatabase> {
  let isOver = false;
  const refuse = () => Promise.reject(new Error('The database is used after its test'));
  const { thread } = opened;
  const connection = await connectionOver(
    {
      query: (...call) => (isOver ? refuse() : thread.query(...call)),
      transaction: (...call) => (isOver ? refuse() : thread.transaction(...call)),
    },
    () => {
      opened.isClosed = true;
      return opened.connection.close();
    },
  );
  return {
    connection,
    url: undefined,
    dataDir: opened.dataDir,
    remove: async () => {
      isOver = true;
      // The last transaction ends first.
      if (!opened.isClosed) await thread.query('select 1');
      if (opened.isClosed) await discard(opened);
      else spares.push(opened);
    },
  };
}

async function discard({ connection, dataDir }: Opened): Promise<void> {
  await connection.close();
  rmSync(dataDir, { recursive: true, force: true });
}
