import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connectDatabase } from '#server/db/connect.ts';
import type { Postgres } from '#test/postgres.ts';

/** Give it as ADMIN_PASSWORD. */
export const PASSWORD = 'guava and crackers';

/** A data folder for several starts. */
export function newDataDir(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'shop-bench-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** @returns the session's cookie, for the header */
export async function logIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`Login answered ${answer.status}`);
  return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
}

/** A migrated database of its own. @returns its address */
export async function createDatabase({ url }: Postgres, name: string): Promise<string> {
  await query(url, `create database ${name}`);
  const databaseUrl = url.replace(/postgres$/, name);
  await (await connectDatabase({ databaseUrl, dataDir: '' })).close();
  return databaseUrl;
}

/** Such as `PostgreSQL 18.1`. */
export async function versionOf({ url }: Postgres): Promise<string> {
  const [row] = await query<{ server_version: string }>(url, 'show server_version');
  return `PostgreSQL ${row?.server_version}`;
}

export async function query<T extends pg.QueryResultRow>(url: string, statement: string): Promise<T[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<T>(statement)).rows;
  } finally {
    await client.end();
  }
}
