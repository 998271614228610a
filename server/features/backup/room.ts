import { statfs as realStatfs, stat } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { rowsOf } from '#server/db/migration-state.ts';
import { newestBackup } from './files.ts';
import { BackupError } from './format.ts';

/** Reads a disk's size; replaceable in tests. */
export type Statfs = (folder: string) => Promise<{ bavail: number; bsize: number; blocks: number }>;

/**
 * The maximum space in use, including the finished file, as a fraction of the tables' size without indexes. Measured:
 * 0.29 with 4,000 mails, 0.26 with only orders, 0.51 with names of random letters, which do not compress.
 */
const SHARE = 0.5;
/**
 * The same relative to the newest backup: tables also contain the space of deleted rows, which PGlite never releases.
 */
const TIMES_THE_NEWEST = 4;

/** There is not enough disk space; the code is the system's own (ENOSPC). */
export class NoRoomError extends BackupError {
  readonly code = 'ENOSPC';
  readonly needed: string;
  readonly free: string;

  constructor(folder: string, neededBytes: number, freeBytes: number) {
    const [needed, free] = [inWords(neededBytes), inWords(freeBytes)];
    super(
      `While it is written the backup takes about ${needed} in ${folder}, and ${free} are free there. Make room, or name a folder on another disk.`,
    );
    this.needed = needed;
    this.free = free;
  }
}

/** @throws NoRoomError before the disk is full; a disk whose size cannot be read passes */
export async function checkRoom(db: Executor, folder: string, statfs: Statfs = realStatfs): Promise<void> {
  const [tables] = await rowsOf<{ bytes: string }>(
    db,
    sql`select coalesce(sum(pg_table_size(oid)), 0)::text as bytes from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const newest = await newestBackup(folder);
  const byNewest = newest ? (await stat(newest.path)).size * TIMES_THE_NEWEST : Number.POSITIVE_INFINITY;
  const needed = Math.min(Number(tables?.bytes) * SHARE, byNewest);
  const { bavail, bsize, blocks } = await statfs(folder);
  if (blocks > 0 && bavail * bsize < needed) throw new NoRoomError(folder, needed, bavail * bsize);
}

function inWords(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
