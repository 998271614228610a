import './my-brand.ts';
import { existsSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { facts } from '#brand/facts.ts';
import { loadEnvFile, readFirstConfig } from '#server/config.ts';
import { backupName } from '#server/features/backup/files.ts';
import { BackupError } from '#server/features/backup/format.ts';
import { writeBackupFromOutside } from '#server/features/backup/service.ts';
import { explainStartFailure } from '#server/start-failure.ts';

// Writes all data of the shop into one file, whether it runs or not: docs/backup.md.
const USAGE = `npm run backup                     into BACKUP_DIR, or ./backups without it
npm run backup -- FILE-OR-FOLDER`;

async function main(): Promise<void> {
  const [target, ...more] = process.argv.slice(2);
  if (more.length > 0 || target?.startsWith('-')) throw new BackupError(`Usage:\n${USAGE}`);
  process.umask(0o077);
  loadEnvFile();
  const config = readFirstConfig(process.env, facts);
  const writtenAt = new Date();
  const given = target ?? config.backup?.folder ?? 'backups';
  const isFolder =
    target === undefined || /[/\\]$/.test(target) || statSync(target, { throwIfNoEntry: false })?.isDirectory();
  const path = isFolder ? join(resolve(given), backupName(writtenAt)) : resolve(given);
  if (existsSync(path)) throw new BackupError(`${path} is there already. Choose another name.`);
  const written = await writeBackupFromOutside(config, path, writtenAt);
  const { bytes, tables, newestOrder } = written;
  console.log(`read ${sourceOf(written, config)}`);
  const counts = tables.filter(({ rows }) => rows > 0).map(({ name, rows }) => `${name} ${rows}`);
  console.log(`wrote ${path}: ${(bytes / 1e6).toFixed(1)} MB; rows: ${counts.join(', ') || 'none'}`);
  console.log(`newest order: ${newestOrder ?? 'none'}`);
  console.log(`read it back with: npm run restore -- --verify ${path.replace(process.cwd() + sep, '')}`);
}

function sourceOf(
  { engine, isAsked }: Awaited<ReturnType<typeof writeBackupFromOutside>>,
  { databaseUrl, dataDir }: Pick<ReturnType<typeof readFirstConfig>, 'databaseUrl' | 'dataDir'>,
): string {
  const name = engine === 'postgres' ? 'PostgreSQL' : `the embedded database in ${dataDir}`;
  if (isAsked) return `${name}, by the running shop`;
  // If the shop uses PostgreSQL, an embedded folder beside it has older data.
  return databaseUrl === undefined
    ? `${name}; no shop runs on ${dataDir}, so look at the newest order below`
    : `${name} (DATABASE_URL)`;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof BackupError ? error.message : (explainStartFailure(error) ?? error));
  process.exitCode = 1;
}
