import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockFolder } from '#server/db/data-folder/folder-lock.ts';
import { freePort } from './postgres.ts';

const SHELLS = ['/bin/sh', '/bin/bash', '/bin/dash'].filter((shell) => existsSync(shell));

test.each(SHELLS)('a signal to `npm start` ends the program that it started, under %s', async (shell) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'npm-start-'));
  const port = await freePort();
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => true,
      () => false,
    );
  const npm = spawn('npm', ['start', `--script-shell=${shell}`], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: 'ignore',
  });
  const ended = new Promise((done) => npm.once('exit', done));
  try {
    await expect.poll(isUp, { timeout: 100_000 }).toBe(true);
    npm.kill('SIGTERM');
    await ended;
    await expect.poll(isUp, { timeout: 20_000 }).toBe(false);
    // It still finishes its write, and npm may have exited by then.
    const lock = () => lockFolder(join(dataDir, 'folder.lock'));
    await expect
      .poll(
        () =>
          lock().then(
            ({ release }) => release() === undefined,
            () => false,
          ),
        { timeout: 20_000 },
      )
      .toBe(true);
  } finally {
    npm.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
});
