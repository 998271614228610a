import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Calls that change an open file or a folder. Opening a file writes nothing. */
const WRITERS = ['writeSync', 'ftruncateSync', 'truncateSync', 'renameSync', 'unlinkSync'] as const;

/**
 * Calls `before` ahead of each synchronous write of this thread; PGlite writes synchronously. A statement that was
 * running when its process was paused continues the moment the process resumes, so each write has to be checked.
 */
export function guardWrites(before: () => void): void {
  for (const name of WRITERS) {
    const write = fs[name] as (...args: unknown[]) => unknown;
    Object.assign(fs, {
      [name]: (...args: unknown[]) => {
        before();
        return write(...args);
      },
    });
  }
  keepRights();
  syncBuiltinESMExports();
}

/**
 * PGlite's first start creates files with permissions for everybody, regardless of the umask. They are restricted to
 * their owner here.
 */
function keepRights(): void {
  const { chmodSync, fchmodSync } = fs;
  fs.chmodSync = (path, mode) => chmodSync(path, Number(mode) & 0o700);
  fs.fchmodSync = (file, mode) => fchmodSync(file, Number(mode) & 0o700);
}
