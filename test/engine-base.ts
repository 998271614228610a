import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Connection, connectDatabase, type Database } from '#server/db/connect.ts';
import { shapeOf } from './clean-tables.ts';
import { startPostgres } from './postgres.ts';
import type { ProgramOptions } from './program.ts';

export type EngineName = 'pglite' | 'postgres';

/** A migrated PGlite folder to copy, with its `shapeOf`, or a PostgreSQL with the migrated database `template_shop`. */
export type Base = { engine: 'pglite'; folder: string; shape: string } | { engine: 'postgres'; url: string };

/** A database for programs that are started, killed and restarted. */
export type Engine = {
  name: EngineName;
  /** Options for `startProgram` to use it. */
  options: Required<Pick<ProgramOptions, 'env' | 'dataDir'>>;
  /** Reads or writes it; on PGlite only while no program runs. */
  read<T>(work: (db: Database) => Promise<T>): Promise<T>;
  remove(): Promise<void>;
};

/** Migrates once; each test then copies that state in a fraction of a second. */
export async function startBase(
  engine: EngineName,
  options: Parameters<typeof startPostgres>[0] = {},
): Promise<{ base: Base; stop(): Promise<void> }> {
  if (engine === 'postgres') {
    const server = await startPostgres(options);
    await onServer(server.url, 'create database template_shop');
    const databaseUrl = server.url.replace(/postgres$/, 'template_shop');
    await (await connectDatabase({ databaseUrl, dataDir: '' })).close();
    return { base: { engine, url: server.url }, stop: () => server.stop() };
  }
  const folder = mkdtempSync(join(tmpdir(), 'shop-pglite-'));
  const shape = await withConnection(shapeOf, { databaseUrl: undefined, dataDir: folder });
  return { base: { engine, folder, shape }, stop: async () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * A separate database.
 *
 * @param options.isEmpty without any table, as before the first start
 * @param options.dataDir kept when given; otherwise a temporary folder that `remove` deletes
 */
export async function prepareEngineOn(
  base: Base,
  options: { isEmpty?: boolean; dataDir?: string } = {},
): Promise<Engine> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'shop-engine-'));
  const removeFolder = () => {
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  if (base.engine === 'pglite') {
    if (!options.isEmpty) cpSync(base.folder, dataDir, { recursive: true });
    return {
      name: 'pglite',
      options: { env: {}, dataDir },
      read: (work) => withConnection(work, { databaseUrl: undefined, dataDir }),
      remove: async () => removeFolder(),
    };
  }
  const name = `shop_${randomUUID().replaceAll('-', '')}`;
  const template = options.isEmpty ? 'template1' : 'template_shop';
  await onServer(base.url, `create database ${name} template ${template} strategy file_copy`);
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
