import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PGlite } from '@electric-sql/pglite';

/*
 * The control of `two-writers.ts`: a lock that trusts process ids and the time of day. It answers `ready` or `refused`,
 * then `saved` for each line of its input that it has written.
 */
const folder = process.argv[2] ?? '';
const lock = join(folder, 'careless.lock');
const SILENT_MS = 10_000;

function isTaken(): boolean {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return Date.now() - statSync(lock).mtimeMs < SILENT_MS;
  } catch {
    return false;
  }
}

if (isTaken()) {
  console.log('refused');
  process.exit(1);
}
writeFileSync(lock, String(process.pid));
setInterval(() => utimesSync(lock, new Date(), new Date()), 1_000).unref();
const db = await PGlite.create(join(folder, 'db'));
await db.exec('create table if not exists words (word text not null)');
console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  await db.query('insert into words values ($1)', [line]);
  console.log('saved');
}
await db.close().catch(() => {});
