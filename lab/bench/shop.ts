import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { connectDatabase } from '#server/db/connect.ts';
import type { Postgres } from '#test/postgres.ts';

/** The value for ADMIN_PASSWORD. */
export const PASSWORD = 'guava and crackers';
const LOGIN_RETRY_MS = 2_000;

/** A data folder for several starts. */
export function newDataDir(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'shop-bench-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/**
 * Waits if many log in at once: the login has 20 attempts, then one every 2 s. @returns the session's cookie, for the
 * header
 */
export async function logIn(url: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const post = () =>
    fetch(`${url}/api/admin/login`, { method: 'POST', headers, body: JSON.stringify({ password: PASSWORD }) });
  let answer = await post();
  for (let tries = 0; answer.status === 429 && tries < 30; tries++) {
    await wait(LOGIN_RETRY_MS);
    answer = await post();
  }
  if (!answer.ok) throw new Error(`Login answered ${answer.status}`);
  return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
}

/** A separate migrated database. @returns its URL */
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
