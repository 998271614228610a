import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBuilt, SERVER_BUNDLE, SERVER_OPTIONS } from './build-stamp.ts';

// One command from a fresh clone: builds what is missing or stale, then serves.
if (!isBuilt()) {
  console.log('building   the site is missing or older than its sources; the first time takes a minute');
  // In a child process, so that the server's memory does not contain the build's tools.
  const { status } = spawnSync(process.execPath, ['scripts/build.ts', '--if-stale'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
const program = resolve(SERVER_BUNDLE);
// Replaces this process, which has read all sources and stripped types; Windows does not support that.
process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...SERVER_OPTIONS, program], process.env);
await import(pathToFileURL(program).href);
