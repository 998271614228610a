import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { type Connection, connectDatabase } from '#server/db/connect.ts';

export type TestDatabase = {
  connection: Connection;
  /** Set on PostgreSQL: a second instance may open the same database. */
  url: string | undefined;
  dataDir: string;
  remove(): Promise<void>;
};

/** A fresh migrated database of the engine that this run is for; call `remove` at the end. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const base = inject('base');
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-test-'));
  if (base.engine === 'pglite') {
    cpSync(base.folder, dataDir, { recursive: true });
    const connection = await connectDatabase({ databaseUrl: undefined, dataDir });
    return {
      connection,
      url: undefined,
      dataDir,
      remove: async () => {
        await connection.close();
        rmSync(dataDir, { recursive: true, force: true });
      },
    };
  }
  const name = `shop_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client(base.url);
  await admin.connect();
  await admin.query(`create database ${name} template template_shop`);
  await admin.end();
  const url = base.url.replace(/postgres$/, name);
  const connection = await connectDatabase({ databaseUrl: url, dataDir });
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
