import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * PGlite's first start creates files with permissions for everybody, regardless of the umask. This restricts them to
 * their owner. Call it before PGlite is imported, which captures the functions of node:fs.
 */
export function keepFilesPrivate(): void {
  const { chmodSync, fchmodSync } = fs;
  fs.chmodSync = (path, mode) => chmodSync(path, Number(mode) & 0o700);
  fs.fchmodSync = (file, mode) => fchmodSync(file, Number(mode) & 0o700);
  syncBuiltinESMExports();
}
