import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Rights of the group and of all others. */
const OTHERS = 0o077;

/**
 * Takes the rights of other users of the machine away from a data folder and from what the shop has put there; what else
 * lies in it is left as it is, behind a folder that they cannot enter. Windows has rights of another kind.
 *
 * @returns what was open, in words for the owner; `null` when nothing was
 */
export function makePrivate(dataDir: string): string | null {
  if (process.platform === 'win32') return null;
  const { mode } = statSync(dataDir);
  const open = withRightsOfOthers(dataDir).length;
  try {
    if (mode & OTHERS) chmodSync(dataDir, mode & 0o7700);
    for (const path of withRightsOfOthers(dataDir)) chmodSync(path, lstatSync(path).mode & 0o7700);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EPERM' && code !== 'EROFS' && code !== 'ENOTSUP') throw error;
    return `${dataDir} is open to other users of this machine and belongs to another user: give it to the shop's, with mode 700.`;
  }
  if (!(mode & OTHERS)) return null;
  return `${dataDir} was open to other users of this machine (mode ${(mode & 0o777).toString(8)}, ${open} files and folders in it); now it is its owner's alone.`;
}

function withRightsOfOthers(dataDir: string): string[] {
  const ours = readdirSync(dataDir).filter(
    (name) => name === 'pglite' || name.startsWith('pglite.') || name === 'door.json',
  );
  const all = ours.flatMap((name) => [join(dataDir, name), ...within(join(dataDir, name))]);
  return all.filter((path) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    // The rights of a link are those of what it leads to.
    return found !== undefined && !found.isSymbolicLink() && (found.mode & OTHERS) !== 0;
  });
}

function within(folder: string): string[] {
  if (!lstatSync(folder).isDirectory()) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
}
