import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { connectDatabase } from '#server/db/connect.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A migrated PGlite folder to copy, or a PostgreSQL whose database `template_shop` is migrated. */
    base: { engine: 'pglite'; folder: string } | { engine: 'postgres'; url: string };
  }
}

/** Migrates once; each test file then copies that state in a fraction of a second. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (project.name === 'postgres') {
    const server = await startPostgres();
    const admin = new pg.Client(server.url);
    await admin.connect();
    await admin.query('create database template_shop');
    await admin.end();
    const connection = await connectDatabase({
      databaseUrl: server.url.replace(/postgres$/, 'template_shop'),
      dataDir: '',
    });
    await connection.close();
    project.provide('base', { engine: 'postgres', url: server.url });
    return () => server.stop();
  }
  const folder = mkdtempSync(join(tmpdir(), 'shop-pglite-'));
  const connection = await connectDatabase({ databaseUrl: undefined, dataDir: folder });
  await connection.close();
  project.provide('base', { engine: 'pglite', folder });
  return async () => rmSync(folder, { recursive: true, force: true });
}
