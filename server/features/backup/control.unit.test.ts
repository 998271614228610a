import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger } from '#server/log.ts';
import { askControlSocket, openControlSocket } from '#server/plugins/control-socket.ts';
import { temporaryFolder } from '#test/backup.ts';
import { askShop, backupCommand } from './control.ts';
import type { Written } from './dump.ts';
import { writeBackupFromOutside } from './service.ts';

const log = createLogger('silent');
const order = { path: '/backups/one.backup.gz', writtenAt: new Date('2026-11-21T08:00:00Z') };
const HOLDS: Written = { tables: [], newestOrder: null, engine: 'postgres' };
let files: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  files = temporaryFolder();
});
afterEach(() => files.remove());
const openBackupSocket = (write: Parameters<typeof backupCommand>[1]) =>
  openControlSocket({ dataDir: files.folder, log }, backupCommand(log, write));
const socketFile = () => files.at('control.sock');

test('the running shop writes to the requested path, and reports what it wrote', async () => {
  const asked: unknown[] = [];
  const control = await openBackupSocket(async (path, { writtenAt }) => {
    asked.push(path, writtenAt);
    return { path, bytes: 7, ...HOLDS, tables: [{ name: 'orders', columns: [], rows: 2 }] };
  });
  expect(statSync(socketFile()).mode & 0o777).toBe(0o600);
  expect(await askShop(files.folder, order)).toEqual({
    path: order.path,
    bytes: 7,
    ...HOLDS,
    tables: [{ name: 'orders', columns: [], rows: 2 }],
  });
  expect(asked).toEqual([order.path, order.writtenAt]);
  await control.stop();
  expect(existsSync(socketFile())).toBe(false);
  expect(await askShop(files.folder, order)).toBeNull();
});

test('a running shop on PostgreSQL is asked, and no embedded folder from before it is read', async () => {
  const control = await openBackupSocket(async (path) => ({ path, bytes: 7, ...HOLDS }));
  mkdirSync(files.at('pglite'));
  const place = { databaseUrl: undefined, dataDir: files.folder };
  const written = await writeBackupFromOutside(place, order.path, order.writtenAt);
  expect(written).toMatchObject({ isAsked: true, engine: 'postgres', bytes: 7 });
  expect(readdirSync(files.at('pglite'))).toEqual([]);
  await control.stop();
});

test('an invalid command is refused', async () => {
  let count = 0;
  const control = await openBackupSocket(async (path) => {
    count += 1;
    return { path, bytes: 0, ...HOLDS };
  });
  const body = { path: order.path, writtenAt: order.writtenAt.toISOString() };
  const send = (name: string, input: unknown) =>
    askControlSocket(files.folder, name, input).then((answer) => answer?.status ?? null);
  expect(await send('backup', { ...body, path: 'relative' })).toBe(400);
  expect(await send('backup', { ...body, more: 'x'.repeat(20_000) })).toBe(413);
  expect(await send('constructor', body)).toBe(null);
  expect(count).toBe(0);
  // The control: a well-formed command is executed.
  expect(await send('backup', body)).toBe(200);
  expect(count).toBe(1);
  await control.stop();
});

test.runIf(process.getuid?.() === 0)('another user of the machine cannot ask', async () => {
  const control = await openBackupSocket(async (path) => ({ path, bytes: 0, ...HOLDS }));
  chmodSync(files.folder, 0o777);
  const ask = (uid?: number) =>
    spawnSync(
      process.execPath,
      [
        '--eval',
        `require('net').connect(${JSON.stringify(socketFile())}).on('connect', () => process.exit(0)).on('error', () => process.exit(3))`,
      ],
      { uid },
    ).status;
  expect(ask(65_534)).toBe(3);
  expect(ask()).toBe(0);
  await control.stop();
});

test('a folder whose path is too long for a socket can be asked all the same', async () => {
  const folder = join(files.folder, 'a'.repeat(90));
  const control = await openControlSocket(
    { dataDir: folder, log },
    backupCommand(log, async (path) => ({ path, bytes: 3, ...HOLDS })),
  );
  expect(await askShop(folder, order)).toEqual({ path: order.path, bytes: 3, ...HOLDS });
  await control.stop();
});

test('a shop that stops leaves the socket of another that took its place', async () => {
  const write = async (path: string) => ({ path, bytes: 1, ...HOLDS });
  const first = await openBackupSocket(write);
  const second = await openBackupSocket(write);
  await first.stop();
  expect(await askShop(files.folder, order)).toMatchObject({ bytes: 1 });
  await second.stop();
  expect(existsSync(socketFile())).toBe(false);
});

test('the reason of a failure is sent to the caller', async () => {
  const control = await openBackupSocket(async () => {
    throw new Error('ENOSPC: no space left on device');
  });
  await expect(askShop(files.folder, order)).rejects.toThrow(/running shop could not.*no space left/);
  await control.stop();
});

test('a shop that stops aborts a running backup and reports it', async () => {
  let begin = () => {};
  const begun = new Promise<void>((done) => {
    begin = done;
  });
  const control = await openBackupSocket((_path, { signal }) => {
    begin();
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const asked = askShop(files.folder, order);
  await begun;
  await Promise.all([expect(asked).rejects.toThrow(/shop is stopping/), control.stop()]);
});

test('leftovers of a killed shop count as no shop, and do not block the next one', async () => {
  expect(await askShop(files.folder, order)).toBeNull();
  const listen = `require('net').createServer().listen(${JSON.stringify(socketFile())}, () => process.kill(process.pid, 'SIGKILL'))`;
  spawnSync(process.execPath, ['--eval', listen]);
  expect(existsSync(socketFile())).toBe(true);
  expect(await askShop(files.folder, order)).toBeNull();
  const control = await openBackupSocket(async (path) => ({ path, bytes: 2, ...HOLDS }));
  expect(await askShop(files.folder, order)).toMatchObject({ bytes: 2 });
  await control.stop();
  writeFileSync(socketFile(), 'no socket');
  expect(await askShop(files.folder, order)).toBeNull();
});
