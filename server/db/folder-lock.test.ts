import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { FolderLockedError, lockFolder } from './folder-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'shop-lock-'));
const path = join(folder, 'pglite.lock');
afterEach(() => rmSync(path, { force: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (owner: unknown) => writeFileSync(path, typeof owner === 'string' ? owner : JSON.stringify(owner));

const disk = vi.hoisted(() => ({ isFull: false }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const writeSync = (...args: Parameters<typeof fs.writeSync>) => {
    if (disk.isFull) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    return fs.writeSync(...args);
  };
  return { ...fs, writeSync };
});

test('F5: a start on a full disk says so and leaves no empty lock behind, so the next one starts at once', () => {
  disk.isFull = true;
  expect(() => lockFolder(path)).toThrow('ENOSPC');
  disk.isFull = false;
  expect(existsSync(path)).toBe(false);
  lockFolder(path).release();
});

test('F5: a stale lock on a full disk leaves nothing behind that stands in the way', () => {
  write({ pid: 2 ** 30, host: hostname(), started: 'x' });
  disk.isFull = true;
  expect(() => lockFolder(path)).toThrow('ENOSPC');
  disk.isFull = false;
  lockFolder(path).release();
  expect(existsSync(`${path}.takeover`)).toBe(false);
});

test('F3: a second taker is told who has the folder and what to do, and the lock stays', () => {
  const lock = lockFolder(path);
  const before = readFileSync(path, 'utf8');
  expect(() => lockFolder(path)).toThrow(FolderLockedError);
  expect(() => lockFolder(path)).toThrow(new RegExp(`in use by another process.*${process.pid}.*DATA_DIR`, 's'));
  expect(readFileSync(path, 'utf8')).toBe(before);
  lock.release();
  expect(existsSync(path)).toBe(false);
});

test('F3: a lock whose process is gone is taken over', async () => {
  const gone = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(gone, 'exit');
  write({ pid: gone.pid, host: hostname(), started: '1' });
  lockFolder(path).release();
});

test('F3: a process number that another process has now is taken over', () => {
  // Linux alone says when a process began; elsewhere the safe answer is that it lives.
  if (!existsSync('/proc/self/stat')) return;
  write({ pid: process.ppid, host: hostname(), started: '1' });
  lockFolder(path).release();
  write({ pid: process.pid, host: hostname(), started: '1' });
  lockFolder(path).release();
});

test('F3: a half-written lock is respected while it is fresh and taken over once it is old', () => {
  write('{"pid":');
  expect(() => lockFolder(path)).toThrow(FolderLockedError);
  utimesSync(path, new Date(0), new Date(0));
  lockFolder(path).release();
});

test('F3: a lock of another machine is respected while its heart beats and taken over after', () => {
  write({ pid: 1, host: 'another-machine', started: '1' });
  expect(() => lockFolder(path)).toThrow(/on another-machine/);
  utimesSync(path, new Date(0), new Date(0));
  lockFolder(path).release();
});

test('F3: of ten processes that find the same stale lock, one has it', async () => {
  write({ pid: 2 ** 22 + 1, host: hostname(), started: '1' });
  const script = `
    import { lockFolder } from ${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)};
    try { lockFolder(${JSON.stringify(path)}); console.log('taken'); } catch { console.log('refused'); }
    process.stdin.resume().on('end', () => process.exit(0));`;
  const takers = Array.from({ length: 10 }, () => spawn(process.execPath, ['--input-type=module', '-e', script]));
  const words = await Promise.all(takers.map(async (taker) => String((await once(taker.stdout, 'data'))[0]).trim()));
  for (const taker of takers) taker.stdin.end();
  await Promise.all(takers.map((taker) => once(taker, 'exit')));
  expect(words.filter((word) => word === 'taken')).toHaveLength(1);
  expect(words.filter((word) => word === 'refused')).toHaveLength(9);
});
