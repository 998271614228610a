import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * PGlite's first start creates files with permissions for everybody, regardless of the umask. They are restricted to
 * their owner here. Call it before PGlite is imported, which takes the functions of node:fs then.
 */
export function keepFilesPrivate(): void {
  const { chmodSync, fchmodSync } = fs;
  fs.chmodSync = (path, mode) => chmodSync(path, Number(mode) & 0o700);
  fs.fchmodSync = (file, mode) => fchmodSync(file, Number(mode) & 0o700);
  syncBuiltinESMExports();
}
