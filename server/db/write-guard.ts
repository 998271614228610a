import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** What changes a file that is open, or a folder; opening alone writes nothing. */
const WRITERS = ['writeSync', 'ftruncateSync', 'truncateSync', 'renameSync', 'unlinkSync'] as const;

/**
 * Has `before` called ahead of each synchronous write of this thread, which is how PGlite writes. A statement that was
 * under way when its process was paused goes on in the same instant in which the process wakes.
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

/** Its first start opens all files to everybody, whatever the umask; they stay their owner's alone. */
function keepRights(): void {
  const { chmodSync, fchmodSync } = fs;
  fs.chmodSync = (path, mode) => chmodSync(path, Number(mode) & 0o700);
  fs.fchmodSync = (file, mode) => fchmodSync(file, Number(mode) & 0o700);
}
