import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger } from '#server/log.ts';
import { openLocalDoor } from '#server/plugins/local-door.ts';
import { temporaryFolder } from '#test/backup.ts';
import { askShop, backupCall } from './door.ts';

const log = createLogger('silent');
const order = { path: '/backups/one.backup.gz', writtenAt: new Date('2026-11-21T08:00:00Z') };
let files: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  files = temporaryFolder();
});
afterEach(() => files.remove());
const openBackupDoor = (write: Parameters<typeof backupCall>[1]) =>
  openLocalDoor({ dataDir: files.folder, log }, backupCall(log, write));
const keyFile = () => files.at('door.json');

test('the running shop writes where it is asked to, and says what it wrote', async () => {
  const asked: unknown[] = [];
  const door = await openBackupDoor(async (path, { writtenAt }) => {
    asked.push(path, writtenAt);
    return { path, bytes: 7, tables: [{ name: 'orders', columns: [], rows: 2 }] };
  });
  expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
  expect(await askShop(files.folder, order)).toEqual({
    path: order.path,
    bytes: 7,
    tables: [{ name: 'orders', columns: [], rows: 2 }],
  });
  expect(asked).toEqual([order.path, order.writtenAt]);
  await door.stop();
  expect(existsSync(keyFile())).toBe(false);
  expect(await askShop(files.folder, order)).toBeNull();
});

test('without the token of the data folder nothing is written, however it is asked', async () => {
  let count = 0;
  const door = await openBackupDoor(async (path) => {
    count += 1;
    return { path, bytes: 0, tables: [] };
  });
  const { port, token } = JSON.parse(readFileSync(keyFile(), 'utf8'));
  const body = JSON.stringify(order);
  const call = (headers: Record<string, string>, content = body) =>
    fetch(`http://127.0.0.1:${port}/backup`, { method: 'POST', body: content, headers }).then(({ status }) => status);
  for (const authorization of ['', `Bearer ${token.slice(1)}`, `Bearer ${'0'.repeat(64)}`, token, 'Bearer ']) {
    expect(await call({ authorization }), authorization).toBe(403);
  }
  const right = { authorization: `Bearer ${token}` };
  expect(await call(right, JSON.stringify({ ...order, path: 'relative' }))).toBe(400);
  expect(await call(right, 'x'.repeat(20_000))).toBe(413);
  expect(count).toBe(0);
  // The control: with it, the same request is served.
  expect(await call(right)).toBe(200);
  expect(count).toBe(1);
  await door.stop();
});

test('why the shop could not write it is told to the one who asked', async () => {
  const door = await openBackupDoor(async () => {
    throw new Error('ENOSPC: no space left on device');
  });
  await expect(askShop(files.folder, order)).rejects.toThrow(/running shop could not.*no space left/);
  await door.stop();
});

test('a shop that stops ends a backup under way and says so', async () => {
  let begin = () => {};
  const begun = new Promise<void>((done) => {
    begin = done;
  });
  const door = await openBackupDoor((_path, { signal }) => {
    begin();
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const asked = askShop(files.folder, order);
  await begun;
  await Promise.all([expect(asked).rejects.toThrow(/shop is stopping/), door.stop()]);
});

test('what a killed shop left behind counts as nobody there', async () => {
  writeFileSync(keyFile(), JSON.stringify({ port: 1, token: 'x' }));
  expect(await askShop(files.folder, order)).toBeNull();
  writeFileSync(keyFile(), 'half');
  expect(await askShop(files.folder, order)).toBeNull();
});
