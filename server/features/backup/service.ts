import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { type Connection, connectDatabase } from '#server/db/connect.ts';
import { FolderLockedError } from '#server/db/data-folder/folder-lock.ts';
import { askShop } from './control.ts';
import { dump, type Options, type WrittenBackup } from './dump.ts';
import { writeWhole } from './files.ts';
import { BackupError } from './format.ts';

/**
 * Writes a backup of a consistent snapshot, atomically.
 *
 * @param path of the file; an existing one is replaced
 * @param options.writtenAt the time recorded in the backup
 * @throws BackupError when the database has no shop, or there is no disk space
 */
export async function writeBackup(
  connection: Pick<Connection, 'db' | 'engine' | 'snapshot'>,
  path: string,
  options: Options,
): Promise<WrittenBackup> {
  const written = await writeWhole(path, (part) => dump(connection, part, options));
  const { size } = await stat(path);
  return { path, bytes: size, ...written };
}

/**
 * The same from another process, whether the shop runs or not. PostgreSQL is read directly. Without its address, the
 * running shop of the data folder is asked first: it may use PostgreSQL, and the PGlite folder may have older data.
 *
 * @returns `isAsked`: a running shop wrote it
 * @throws BackupError when there is no shop, or the process using the folder cannot be asked
 */
export async function writeBackupFromOutside(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  path: string,
  writtenAt: Date,
): Promise<WrittenBackup & { isAsked: boolean }> {
  if (databaseUrl === undefined) {
    const written = await askShop(dataDir, { path, writtenAt });
    if (written) return { ...written, isAsked: true };
  }
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'pglite'))) {
    throw new BackupError(`There is no shop in ${dataDir}. Correct DATA_DIR, or set DATABASE_URL.`);
  }
  let connection: Connection;
  try {
    connection = await connectDatabase({ databaseUrl, dataDir, isMaintenance: true });
  } catch (error) {
    if (!(error instanceof FolderLockedError)) throw error;
    const written = await askShop(dataDir, { path, writtenAt });
    if (written) return { ...written, isAsked: true };
    throw new BackupError(
      'The data folder is in use by a process that takes no requests for backups: one that is starting or stopping, or another tool. Try again in a moment.',
      { cause: error },
    );
  }
  try {
    return { ...(await writeBackup(connection, path, { writtenAt })), isAsked: false };
  } finally {
    await connection.close();
  }
}
