import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { type Connection, connectDatabase, type Database } from '#server/db/connect.ts';
import type { ProgramOptions } from './program.ts';

/** A database of this run's engine for programs that are started, killed and started again. */
export type Engine = {
  name: 'pglite' | 'postgres';
  /** What `startProgram` needs to use it. */
  options: Required<Pick<ProgramOptions, 'env' | 'dataDir'>>;
  /** Reads it; on PGlite only while no program runs. */
  read<T>(work: (db: Database) => Promise<T>): Promise<T>;
  remove(): Promise<void>;
};

/** @param isEmpty without any table, as before the very first start */
export async function prepareEngine({ isEmpty = false } = {}): Promise<Engine> {
  const base = inject('base');
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-engine-'));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (base.engine === 'pglite') {
    if (!isEmpty) cpSync(base.folder, dataDir, { recursive: true });
    return {
      name: 'pglite',
      options: { env: {}, dataDir },
      read: (work) => withConnection(work, { databaseUrl: undefined, dataDir }),
      remove: async () => removeFolder(),
    };
  }
  const name = `shop_${randomUUID().replaceAll('-', '')}`;
  await onServer(base.url, `create database ${name} template ${isEmpty ? 'template1' : 'template_shop'}`);
  const url = base.url.replace(/postgres$/, name);
  return {
    name: 'postgres',
    options: { env: { DATABASE_URL: url }, dataDir },
    read: (work) => withConnection(work, { databaseUrl: url, dataDir }),
    remove: async () => {
      await onServer(base.url, `drop database ${name} with (force)`);
      removeFolder();
    },
  };
}

async function withConnection<T>(
  work: (db: Database) => Promise<T>,
  options: { databaseUrl: string | undefined; dataDir: string },
): Promise<T> {
  const connection: Connection = await connectDatabase(options);
  try {
    return await work(connection.db);
  } finally {
    await connection.close();
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
