import { spawnSync } from 'node:child_process';
import { isBuilt } from './build-stamp.ts';

// One command from a fresh clone: build what is missing or stale, then serve.
if (!isBuilt()) {
  console.log('building   the site is missing or older than its sources; the first time takes a minute');
  // In a process of its own, so that the server does not carry the build's tools in its memory.
  const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
await import('#server/main.ts');
