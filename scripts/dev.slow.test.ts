import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from './free-port.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'dev-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** On a busy machine a start takes a minute. */
const SLOW = { timeout: 300_000 };
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

const DEV = [process.execPath, 'scripts/dev.ts'];

function startDev(port: number, apiPort: number, [command = '', ...args] = DEV, more: NodeJS.ProcessEnv = {}) {
  const ports = { PORT: String(port), API_PORT: String(apiPort) };
  const child: ChildProcess = spawn(command, args, {
    env: { ...process.env, ...ports, DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  const ended = new Promise<number | null>((done) => child.once('close', done));
  return { child, ended, output: () => output };
}

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  );

test('a taken port ends the development server with one line, and leaves no server running', SLOW, async () => {
  const port = await freePort();
  const apiPort = await freePort();
  const other = createServer().listen(port, 'localhost');
  try {
    const { ended, output } = startDev(port, apiPort);
    expect(await ended).toBe(1);
    expect(output()).toContain(`Port ${port} is taken by another program. Stop it, or: PORT=${port + 1} npm run dev`);
    expect(output()).not.toMatch(/^\s+at /m);
    expect(await answers(apiPort)).toBe(false);
  } finally {
    other.close();
  }
});

test('calls during the server’s start are answered by it, and SIGTERM ends both', SLOW, async () => {
  const port = await freePort();
  const apiPort = await freePort();
  const { child, ended, output } = startDev(port, apiPort);
  await expect.poll(output, { timeout: 200_000 }).toContain(`localhost:${port}`);

  const health = await fetch(`http://localhost:${port}/healthz`);
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
  const stores = await fetch(`http://localhost:${port}/api/store-locations`);
  expect([stores.status, Array.isArray(await stores.json())]).toEqual([200, true]);
  expect(output()).not.toContain('ECONNREFUSED');

  child.kill('SIGTERM');
  // Vite's exit code for SIGTERM.
  expect(await ended).toBe(143);
  expect(await answers(apiPort)).toBe(false);
});

test('npm, whose shell ends without passing SIGTERM on, leaves no process behind', SLOW, async () => {
  const port = await freePort();
  const apiPort = await freePort();
  const shell = ['sh', '-c', `"${process.execPath}" scripts/dev.ts; true`];
  const { child, ended, output } = startDev(port, apiPort, shell, { npm_lifecycle_event: 'dev' });
  await expect.poll(output, { timeout: 200_000 }).toContain(`localhost:${port}`);
  child.kill('SIGTERM');
  // Its streams close when the last process using them has ended.
  await ended;
  expect([await answers(port), await answers(apiPort)]).toEqual([false, false]);
});
