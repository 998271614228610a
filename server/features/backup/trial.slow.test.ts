import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orders } from '#server/features/orders/schema.ts';
import type { Backups } from '#shared/admin/backups.ts';
import { asAdmin } from '#test/admin.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { temporaryFolder } from '#test/backup.ts';
import { anOrder } from '#test/orders.ts';
import { backupName } from './files.ts';
import { writeBackup } from './service.ts';
import { openTrials, removeLeftCopy } from './trial.ts';

let shop: TestApp;
let files: ReturnType<typeof temporaryFolder>;
let call: Awaited<ReturnType<typeof asAdmin>>;
let path: string;
beforeAll(async () => {
  files = temporaryFolder();
  shop = await startTestApp({ env: { BACKUP_DIR: files.at('backups') } });
  call = await asAdmin(shop);
  const { db, clock, connection } = shop.deps;
  await db
    .insert(orders)
    .values([anOrder({ email: 'ana@shopper.example' }), anOrder({ email: 'bea@shopper.example' })]);
  const writtenAt = clock.now();
  path = join(files.at('backups'), backupName(writtenAt));
  await writeBackup(connection, path, { writtenAt });
  await db.insert(orders).values(anOrder({ email: 'cid@shopper.example' }));
});
afterAll(async () => {
  await shop.close();
  files.remove();
});

const copyFolder = () => join(shop.config.dataDir, 'backup-trial');
const read = async () => (await call('GET', '/api/admin/backups')).json<Backups>();
const isOver = (state: string | undefined) => state !== undefined && state !== 'running';

test('the newest backup is restored into a copy and counted beside the shop, and the copy is deleted', async () => {
  const begun = (await call('POST', '/api/admin/backups/trial')).json<Backups>();
  expect(begun.trial?.state).toBe('running');
  // A second press starts no second one.
  await call('POST', '/api/admin/backups/trial');
  await expect.poll(async () => isOver((await read()).trial?.state)).toBe(true);
  expect((await read()).trial).toMatchObject({
    state: 'whole',
    copy: { orders: 2, lines: 0, customers: 2 },
    shop: { orders: 3, lines: 0, customers: 3 },
  });
  const tried = shop.logLines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'backup_tried');
  expect(tried).toHaveLength(1);
  expect(existsSync(copyFolder())).toBe(false);
  expect(await shop.deps.db.$count(orders)).toBe(3);
});

const tried = async (options: Parameters<typeof openTrials>[1]) => {
  const trials = openTrials(shop.deps, options);
  expect(await trials.begin()).toBe(true);
  await expect.poll(() => isOver(trials.latest()?.state)).toBe(true);
  expect(existsSync(copyFolder())).toBe(false);
  return trials.latest();
};

test('a trial that takes too long is ended, and its copy deleted', async () => {
  expect(await tried({ limitMs: 300 })).toMatchObject({ state: 'failed', failure: 'slow' });
});

test('a disk without room for a copy is reported before anything is written', async () => {
  const statfs = async () => ({ bavail: 1, bsize: 4096, blocks: 1000 });
  expect(await tried({ statfs })).toMatchObject({ state: 'failed', failure: 'room' });
});

test('a stop of the shop ends a trial', async () => {
  const trials = openTrials(shop.deps);
  await trials.begin();
  await trials.stop();
  expect(trials.latest()).toMatchObject({ state: 'failed', failure: 'ended' });
  expect(existsSync(copyFolder())).toBe(false);
});

test('a damaged backup is reported as damaged', async () => {
  const good = readFileSync(path);
  writeFileSync(path, good.subarray(0, good.length - 20));
  expect(await tried({})).toMatchObject({ state: 'failed', failure: 'file' });
  writeFileSync(path, good);
});

test('a copy that a killed process has left is deleted at the next start', async () => {
  mkdirSync(join(copyFolder(), 'pglite'), { recursive: true });
  await removeLeftCopy(shop.deps);
  expect(existsSync(copyFolder())).toBe(false);
});

test('a signed-in person downloads the whole newest backup, and no cache keeps it', async () => {
  const url = '/api/admin/backups/newest';
  const answer = await call('GET', url);
  expect(answer.rawPayload.equals(readFileSync(path))).toBe(true);
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="${path.split('/').at(-1)}"`,
  });
  expect((await shop.app.inject({ url })).statusCode).toBe(401);
});
