import { statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
/** What a whole run has at once, with room to spare. */
const NEEDED_BYTES = 4e9;

/**
 * Keeps the temporary files of this process and of every program that it starts in memory, where the machine has room. A
 * database is 330 files: to copy it takes 25 ms there and 200 to 300 ms of the processor on a disk (measured on ext4).
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR === undefined && freeBytes(MEMORY) >= NEEDED_BYTES) process.env.TMPDIR = MEMORY;
}

/** 0 where there is no such folder. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
