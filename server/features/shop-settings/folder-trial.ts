import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export type FolderTrial = { kind: 'good'; freeBytes: number } | { kind: 'failed'; code: string };

/** Writes, reads and deletes a file in a folder, which is made if it is missing. */
export async function tryFolder(folder: string): Promise<FolderTrial> {
  const path = join(folder, `.trial-${randomBytes(6).toString('hex')}`);
  const content = randomBytes(1_000);
  try {
    await makeFolder(folder);
    try {
      await writeFile(path, content, { flag: 'wx', mode: 0o600, flush: true });
      if (!content.equals(await readFile(path))) return { kind: 'failed', code: 'EIO' };
    } finally {
      await rm(path, { force: true });
    }
    const { bavail, bsize } = await statfs(folder);
    return { kind: 'good', freeBytes: bavail * bsize };
  } catch (error) {
    return { kind: 'failed', code: (error as NodeJS.ErrnoException).code ?? 'error' };
  }
}

/** Node's own `recursive` never ends below a folder that takes no new ones, such as /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder, { mode: 0o700 });
  }
}
