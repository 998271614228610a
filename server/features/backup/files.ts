import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * A backup in a folder. The time in its name is `writtenAt`; the state is of that moment or slightly later. `isShrunk`:
 * it contains clearly less than the one before it, and nobody has confirmed that yet.
 */
export type BackupFile = { path: string; writtenAt: Date; isShrunk: boolean };

// In UTC, so that names sort by time; without colons, which Windows does not allow.
const NAME = /^shop-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(-smaller)?\.backup\.gz$/;
const PART = /\.backup\.gz\.[\da-f]{12}\.part(\.\w+)?$/;
const DAY_MS = 86_400_000;

/**
 * Such as `shop-2026-11-21T08-00-00Z.backup.gz`, or `…Z-smaller.backup.gz` when it is clearly smaller than expected.
 */
export function backupName(writtenAt: Date, isShrunk = false): string {
  const time = writtenAt.toISOString().slice(0, 19).replaceAll(':', '-');
  return `shop-${time}Z${isShrunk ? '-smaller' : ''}.backup.gz`;
}

/**
 * The newest backup in a folder; `null` when there is none, or no such folder.
 *
 * @param now leaves out files dated later, which were written while the clock was ahead
 */
export async function newestBackup(folder: string, now?: Date): Promise<BackupFile | null> {
  return (await listBackups(folder)).find(({ writtenAt }) => now === undefined || writtenAt <= now) ?? null;
}

/** Newest first, without other files. A copied backup keeps its time, because the name contains it. */
export async function listBackups(folder: string): Promise<BackupFile[]> {
  return (await namesIn(folder))
    .flatMap((name) => {
      const [, day, hour, minute, second, smaller] = NAME.exec(name) ?? [];
      const writtenAt = new Date(`${day}T${hour}:${minute}:${second}Z`);
      return Number.isNaN(writtenAt.getTime())
        ? []
        : [{ path: join(folder, name), writtenAt, isShrunk: smaller !== undefined }];
    })
    .sort((a, b) => b.writtenAt.getTime() - a.writtenAt.getTime());
}

/**
 * Deletes all but the newest `keep`, and leftovers of interrupted attempts after a day. While the newest is shrunk
 * (`isShrunk`), only shrunk ones are deleted. Files dated after `now`, written while the clock was ahead, are not
 * counted.
 *
 * @returns the deleted paths
 */
export async function removeOldBackups(folder: string, keep: number, now: Date): Promise<string[]> {
  const past = (await listBackups(folder)).filter(({ writtenAt }) => writtenAt <= now);
  const rotating = past[0]?.isShrunk ? past.filter(({ isShrunk }) => isShrunk) : past;
  const old = rotating.slice(keep).map(({ path }) => path);
  const parts = (await namesIn(folder)).filter((name) => PART.test(name)).map((name) => join(folder, name));
  for (const path of parts) {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > DAY_MS) old.push(path);
  }
  for (const path of old) await rm(path, { force: true });
  return old;
}

/**
 * Writes a file that only this user may read, atomically: under a temporary name, synced, then renamed. A power cut
 * leaves the old state or the new one.
 *
 * @param write gets the path to fill
 */
export async function writeWhole<T>(path: string, write: (part: string) => Promise<T>): Promise<T> {
  makePrivateFolder(dirname(path));
  const part = join(dirname(path), `${basename(path)}.${randomBytes(6).toString('hex')}.part`);
  try {
    const result = await write(part);
    await sync(part);
    await rename(part, path);
    await sync(dirname(path));
    return result;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** An existing folder keeps its permissions. */
function makePrivateFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true });
  if (first !== undefined) chmodSync(folder, 0o700);
}

async function sync(path: string): Promise<void> {
  // Windows cannot open folders; its renames need no sync.
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (process.platform === 'win32') return null;
    throw error;
  });
  try {
    await file?.sync();
  } finally {
    await file?.close();
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
