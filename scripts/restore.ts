import './my-brand.ts';
import { resolve } from 'node:path';
import { facts } from '#brand/facts.ts';
import { loadEnvFile, readFirstConfig } from '#server/config.ts';
import { BackupError, type Head, verifyBackup } from '#server/features/backup/format.ts';
import { restoreBackup } from '#server/features/backup/restore.ts';
import { explainStartFailure } from '#server/start-failure.ts';

// Restores a backup into the database of the settings, or only reads it: docs/backup.md.
const USAGE = `npm run restore -- FILE                  into an empty database; the shop must not run
npm run restore -- FILE --overwrite      throws away what the database holds
npm run restore -- --verify FILE         reads the file to its end and changes nothing`;
const FLAGS = ['--overwrite', '--verify'];

async function main(): Promise<void> {
  const flags = process.argv.slice(2).filter((word) => word.startsWith('-'));
  const [file, ...more] = process.argv.slice(2).filter((word) => !word.startsWith('-'));
  if (!file || more.length > 0 || flags.length > 1 || flags.some((flag) => !FLAGS.includes(flag))) {
    throw new BackupError(`Usage:\n${USAGE}`);
  }
  const path = resolve(file);
  if (flags.includes('--verify')) {
    console.log(`whole: ${inWords(await verifyBackup(path))}`);
    return;
  }
  process.umask(0o077);
  loadEnvFile();
  const { databaseUrl, dataDir } = readFirstConfig(process.env, facts);
  const head = await restoreBackup({ databaseUrl, dataDir }, path, {
    mayOverwrite: flags.includes('--overwrite'),
    onNote: (words) => console.log(words),
    onPutAside: (folder) => console.log(`the embedded database was damaged; it is kept in ${folder}`),
  });
  console.log(`restored into ${databaseUrl === undefined ? dataDir : 'PostgreSQL (DATABASE_URL)'}: ${inWords(head)}`);
  console.log("The admin's password is the one of that day, and everybody logs in anew.");
}

function inWords({ shop, writtenAt, engine, tables }: Head): string {
  const counts = tables.filter(({ rows }) => rows > 0).map(({ name, rows }) => `${name} ${rows}`);
  return `version ${shop} on ${engine} at ${writtenAt}; rows: ${counts.join(', ') || 'none'}`;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof BackupError ? error.message : (explainStartFailure(error) ?? error));
  process.exitCode = 1;
}
