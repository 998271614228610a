import { chmodSync, closeSync, existsSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

/** Another running process uses the data folder. */
export class FolderLockedError extends Error {
  override readonly name = 'FolderLockedError';
}
export type FolderLock = { release(): void };

const CHECK_MS = 1_000;
/** A process killed a moment ago may still be exiting; SQLite retries for this time. */
const ENDING_MS = 2_000;
const SQLITE_BUSY = 5;
/** The lock file of version 0.2, whose owner exits within a second of losing it. */
const OLD_LOCK = 'pglite.lock';
const OLD_OWNER_MS = 2_000;

/**
 * Takes a kernel lock on a file: an exclusive transaction of SQLite, which holds a POSIX lock. The kernel keeps it
 * while this process is paused and releases it when the process ends. Two processes on one PGlite folder lose rows
 * without an error: docs/decisions/0032-one-writer-on-a-folder.md.
 *
 * No other code may open this file: closing any handle of it would release the lock (fcntl(2)). Releasing the lock
 * keeps the file: another process may have opened it already, and would lock a deleted file.
 *
 * @param options.onLost called when the file was removed or replaced; by default it ends the process
 * @param options.endingMs how long a killed owner may take to exit
 * @throws FolderLockedError when another process has it
 */
export async function lockFolder(
  path: string,
  { onLost = () => endWithoutLock(path), endingMs = ENDING_MS }: { onLost?: () => void; endingMs?: number } = {},
): Promise<FolderLock> {
  // Created here, because SQLite's error does not say that the disk is full or the folder read-only.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  const file = new DatabaseSync(path, { timeout: endingMs });
  try {
    file.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    await removeOldLock(dirname(path));
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new FolderLockedError(
      `The data folder is in use by another process. Stop it first, give this one another DATA_DIR, or use PostgreSQL (DATABASE_URL), which several processes may share. Lock file: ${path}`,
    );
  }
  // If the folder was open to other users, the file may be too (S18), and anyone who can open it can take the lock.
  chmodSync(path, 0o600);
  const mine = statSync(path).ino;
  const check = setInterval(() => {
    if (statSync(path, { throwIfNoEntry: false })?.ino === mine) return;
    clearInterval(check);
    onLost();
  }, CHECK_MS).unref();
  return {
    release: () => {
      clearInterval(check);
      file.close();
    },
  };
}

/** Removes the lock of an earlier version. If its owner is running, it exits before this resolves. */
async function removeOldLock(folder: string): Promise<void> {
  const old = readdirSync(folder).filter((name) => name === OLD_LOCK || name.startsWith(`${OLD_LOCK}.`));
  for (const name of old) rmSync(join(folder, name), { force: true });
  if (old.includes(OLD_LOCK)) await pause(OLD_OWNER_MS);
}

/** Ends the process before anything more is written or answered. */
function endWithoutLock(path: string): void {
  const words = `The lock of the data folder is gone (${basename(path)}): another process has the folder, or the file was removed. This process ends at once; what it answered is kept.\n`;
  try {
    writeSync(2, words);
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}
