import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Permissions of the group and of all others. */
const OTHERS = 0o077;

/**
 * Removes other users' permissions from a data folder and from the shop's files in it. Other files are left alone:
 * other users can no longer enter the folder. Does nothing on Windows, which has another permission model.
 *
 * @returns what was accessible, in words for the owner; `null` when nothing was
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
    // chmod on a link would change its target.
    return found !== undefined && !found.isSymbolicLink() && (found.mode & OTHERS) !== 0;
  });
}

function within(folder: string): string[] {
  if (!lstatSync(folder).isDirectory()) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
}
