import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DRAFTS, isBuilt, SERVER_BUNDLE, SERVER_OPTIONS } from './build-stamp.ts';

// One command from a fresh clone: builds what is missing or stale, then serves.
if (!isBuilt()) {
  console.log('building   the site is missing or older than its sources; the first time takes half a minute');
  // In a child process, so that the server's memory does not contain the build's tools.
  const { status } = spawnSync(process.execPath, ['scripts/build.ts', '--if-stale', '--draft-pictures'], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
// By a shell, so that init adopts it: the program below would never reap a child of its own.
if (existsSync(DRAFTS) && process.platform !== 'win32') {
  spawnSync(`"${process.execPath}" scripts/images.ts &`, { shell: true, stdio: 'ignore' });
}
const program = resolve(SERVER_BUNDLE);
// Replaces this process, which has read all sources and stripped types; Windows does not support that.
process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...SERVER_OPTIONS, program], process.env);
await import(pathToFileURL(program).href);
