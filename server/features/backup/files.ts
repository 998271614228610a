import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * A backup in a folder; its state is of `writtenAt`, as its name says, or of some moments later. `isShrunk`: it holds
 * clearly less than the one before it, and nobody has said yet that it should.
 */
export type BackupFile = { path: string; writtenAt: Date; isShrunk: boolean };

// In UTC, so that names sort by time; without colons, which Windows refuses.
const NAME = /^shop-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(-smaller)?\.backup\.gz$/;
const PART = /\.backup\.gz\.[\da-f]{12}\.part(\.\w+)?$/;
const DAY_MS = 86_400_000;

/** Such as `shop-2026-11-21T08-00-00Z.backup.gz`, or `…Z-smaller.backup.gz` for one that is clearly smaller than it should be. */
export function backupName(writtenAt: Date, isShrunk = false): string {
  const time = writtenAt.toISOString().slice(0, 19).replaceAll(':', '-');
  return `shop-${time}Z${isShrunk ? '-smaller' : ''}.backup.gz`;
}

/**
 * The newest backup in a folder; `null` when there is none, or no such folder.
 *
 * @param now leaves out those of later times, which a clock that was ahead has dated
 */
export async function newestBackup(folder: string, now?: Date): Promise<BackupFile | null> {
  return (await listBackups(folder)).find(({ writtenAt }) => now === undefined || writtenAt <= now) ?? null;
}

/** Newest first. Other files are left out; a copied backup keeps its time, since its name tells it. */
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
 * Takes away all but the newest `keep`, and what broken attempts left a day ago. While the newest is smaller than it
 * should be it takes the place of none but its like. What is dated after `now`, by a clock that was ahead, takes no place.
 *
 * @returns the paths that are gone
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
 * Writes a file that only this user may read, whole or not at all: under another name first, then on the disk, then in
 * its place. A power cut leaves the old state or the new one.
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

/** A folder that was there before keeps the rights that its owner gave it. */
function makePrivateFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true });
  if (first !== undefined) chmodSync(folder, 0o700);
}

async function sync(path: string): Promise<void> {
  // Windows opens no folders; its renames are on the disk by themselves.
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
