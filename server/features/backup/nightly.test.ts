import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { connectDatabase } from '#server/db/connect.ts';
import { settings } from '#server/db/settings.ts';
import { emails } from '#server/features/emails/schema.ts';
import { orders } from '#server/features/orders/schema.ts';
import { createMetrics } from '#server/metrics.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { temporaryFolder } from '#test/backup.ts';
import { anOrder } from '#test/orders.ts';
import { backupName, newestBackup } from './files.ts';
import { verifyBackup } from './format.ts';
import {
  backUpIfDue,
  measureShrinkage,
  type NightlyDeps,
  nightlyLook,
  nightOf,
  startNightlyBackup,
} from './nightly.ts';
import { writeBackup } from './service.ts';

const HOUR_MS = 3_600_000;
let shop: TestApp;
let files: ReturnType<typeof temporaryFolder>;
let deps: NightlyDeps;
beforeEach(async () => {
  shop = await startTestApp();
  // In the morning in New York: a day later is always the next night, and an hour later never.
  shop.clock.advance((39 * HOUR_MS - (shop.clock.now().getTime() % (24 * HOUR_MS))) % (24 * HOUR_MS));
  files = temporaryFolder();
  deps = { ...shop.deps, folder: { folder: files.at('backups'), keep: 3, hour: 3 } };
});
afterEach(async () => {
  await shop.close();
  files.remove();
});
const written = () => readdirSync(deps.folder.folder).sort();

test('a night begins at 3 in New York, in summer and winter time and in the nights between', () => {
  for (const [moment, night] of [
    ['2026-11-21T07:59:59Z', '2026-11-20'],
    ['2026-11-21T08:00:00Z', '2026-11-21'],
    ['2026-07-01T06:59:59Z', '2026-06-30'],
    ['2026-07-01T07:00:00Z', '2026-07-01'],
    // The hour from 2 to 3 is skipped; the one from 1 to 2 is repeated.
    ['2026-03-08T06:59:59Z', '2026-03-07'],
    ['2026-03-08T07:00:00Z', '2026-03-08'],
    ['2026-11-01T06:59:59Z', '2026-10-31'],
    ['2026-11-01T07:59:59Z', '2026-10-31'],
    ['2026-11-01T08:00:00Z', '2026-11-01'],
    ['2027-01-01T07:00:00Z', '2026-12-31'],
  ] as const) {
    expect(nightOf(new Date(moment), 3), moment).toBe(night);
  }
});

test('writes one at once if there is none, then one a night, and keeps the newest three', async () => {
  expect(await backUpIfDue(deps)).toBe(true);
  expect(await backUpIfDue(deps)).toBe(false);
  const newest = await newestBackup(deps.folder.folder);
  expect((await verifyBackup(newest?.path ?? '')).writtenAt.slice(0, 19)).toBe(
    newest?.writtenAt.toISOString().slice(0, 19),
  );
  for (let night = 0; night < 4; night++) {
    shop.clock.advance(24 * HOUR_MS);
    expect(await backUpIfDue(deps)).toBe(true);
    expect(await backUpIfDue(deps)).toBe(false);
  }
  expect(written()).toHaveLength(3);
  expect(written()).not.toContain(newest?.path.split('/').at(-1));
});

test('checks again periodically and stops on request', async () => {
  const nightly = startNightlyBackup(deps);
  await expect.poll(() => newestBackup(deps.folder.folder)).not.toBeNull();
  await nightly.stop();
  expect(written()).toHaveLength(1);
});

test('a failure is logged as an error, leaves no file, and the next try succeeds', async () => {
  // A file in place of the folder.
  writeFileSync(deps.folder.folder, '');
  const nightly = startNightlyBackup(deps);
  await expect.poll(() => shop.logLines.filter((line) => line.includes('nightly backup failed'))).toHaveLength(1);
  await nightly.stop();
  expect(JSON.parse(shop.logLines.find((line) => line.includes('nightly backup failed')) ?? '{}').level).toBe(50);
  deps.folder.folder = files.at('other');
  expect(await backUpIfDue(deps)).toBe(true);
});

const breakFolder = () => {
  rmSync(deps.folder.folder, { recursive: true, force: true });
  writeFileSync(deps.folder.folder, '');
};
const mendFolder = () => {
  rmSync(deps.folder.folder);
  mkdirSync(deps.folder.folder);
};
const alerts = () => deps.connection.db.select().from(emails).where(eq(emails.templateKey, 'owner_alert'));

test('the owner gets one mail per streak of failures, at any instance', async () => {
  breakFolder();
  const look = nightlyLook(deps);
  for (let night = 0; night < 3; night++) {
    for (let i = 0; i < 2; i++) expect(await look()).toBe(HOUR_MS / 4);
    shop.clock.advance(24 * HOUR_MS);
  }
  // After a restart, and by two instances at once.
  await Promise.all([nightlyLook(deps)(), nightlyLook(deps)()]);
  const [mail, ...more] = await alerts();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ to: shop.config.ownerEmail, language: 'en' });
  expect(mail?.subject).toBe('Your shop’s backup could not be written');
  expect(mail?.text).toContain(deps.folder.folder);
  expect(mail?.text).toContain('may not write into it');
  expect(mail?.text).toContain('could not be looked up');
  expect(mail?.text).toContain('npm run doctor');

  mendFolder();
  expect(await look()).toBe(60_000);
  shop.clock.advance(24 * HOUR_MS);
  expect(await look()).toBe(60_000);
  breakFolder();
  for (let i = 0; i < 2; i++) await look();
  expect(await alerts()).toHaveLength(2);

  // The control: without the mark each failure would be mailed.
  await deps.connection.db.delete(settings).where(eq(settings.key, 'backup_failing'));
  await look();
  expect(await alerts()).toHaveLength(3);
});

test('a manual backup counts as successful, and the mail mentions it, in Spanish for a Spanish owner', async () => {
  deps = { ...deps, config: { ...deps.config, ownerLanguage: 'es' } };
  breakFolder();
  await nightlyLook(deps)();
  mendFolder();
  await backUpIfDue(deps);
  const look = nightlyLook(deps);
  await look();
  shop.clock.advance(24 * HOUR_MS);
  deps.connection.snapshot = () => Promise.reject(Object.assign(new Error('select secret'), { code: 'ENOSPC' }));
  await look();
  const [, second, ...more] = (await alerts()).sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  expect(more).toEqual([]);
  expect(second?.subject).toBe('No se pudo guardar la copia de seguridad de tu tienda');
  expect(second?.text).toContain('no hay espacio suficiente');
  expect(second?.text).toMatch(/La última que está completa es del \d+ de \w+ de 20\d\d/);
  expect(second?.text).not.toContain('select');
});

test('the mail says when there is no backup yet', async () => {
  deps.connection.snapshot = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
  await nightlyLook(deps)();
  expect((await alerts())[0]?.text).toContain('There is no backup in that folder that can be used');
});

test('a failure reported by one instance ends with the next backup of any instance', async () => {
  const other = nightlyLook(deps);
  await other();
  shop.clock.advance(24 * HOUR_MS);
  breakFolder();
  await nightlyLook(deps)();
  mendFolder();
  // This instance itself has never failed.
  await other();
  shop.clock.advance(24 * HOUR_MS);
  breakFolder();
  await other();
  expect(await alerts()).toHaveLength(2);
});

test('a backup dated by a clock far ahead does not prevent later nightly backups', async () => {
  mkdirSync(deps.folder.folder);
  writeFileSync(join(deps.folder.folder, backupName(new Date('2040-01-01'))), '');
  expect(await backUpIfDue(deps)).toBe(true);
  expect(await backUpIfDue(deps)).toBe(false);
  expect(written()).toHaveLength(2);
});

test('F18: a shrunk backup raises one alarm and replaces none until it is confirmed or whole again', async () => {
  const { db } = deps.connection;
  const night = async () => {
    shop.clock.advance(24 * HOUR_MS);
    expect(await nightlyLook(deps)()).toBe(60_000);
  };
  const { registry } = shop.deps.metrics;
  measureShrinkage(deps);
  const insert = (count: number) =>
    db.insert(orders).values(Array.from({ length: count }, () => anOrder({ createdAt: new Date(0) })));
  await insert(20);
  for (let i = 0; i < 3; i++) await night();
  const whole = written();
  // A loss of a tenth is accepted; more is an alarm.
  const cut = (left: number) =>
    db.execute(sql`delete from orders where id not in (select id from orders order by id limit ${left})`);
  await cut(18);
  await night();
  expect(await alerts()).toEqual([]);
  expect(written()).not.toContain(whole[0]);
  const kept = written();

  await cut(5);
  for (let i = 0; i < 5; i++) await night();
  expect(written().filter((name) => !name.includes('-smaller'))).toEqual(kept);
  expect(written().filter((name) => name.includes('-smaller'))).toHaveLength(3);
  const [mail, ...more] = await alerts();
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Your shop’s backup is smaller than the one before');
  expect(mail?.text).toContain('5 in place of 18');
  const logged = shop.logLines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'backup_shrunk');
  expect(logged.map(({ level }) => level)).toEqual([50, 50, 50, 50, 50]);
  expect(await registry.text()).toContain('shop_backup_shrunk 1');
  // The next process reports the same before it has written one.
  const metrics = createMetrics();
  measureShrinkage({ ...deps, metrics });
  expect(await metrics.registry.text()).toContain('shop_backup_shrunk 1');

  // A manual backup: the owner confirms the state.
  const byHand = new Date(shop.clock.now().getTime() + HOUR_MS);
  await writeBackup(deps.connection, join(deps.folder.folder, backupName(byHand)), { writtenAt: byHand });
  await night();
  expect(await registry.text()).toContain('shop_backup_shrunk 0');
  expect(await metrics.registry.text()).toContain('shop_backup_shrunk 0');
  expect(written()).toHaveLength(3);

  // As many rows, but of older times: an earlier state.
  await insert(1);
  await db.execute(sql`update orders set created_at = now() where id in (select id from orders limit 1)`);
  await night();
  await db.execute(sql`update orders set created_at = timestamptz '1970-01-01'`);
  await night();
  expect(await alerts()).toHaveLength(2);
});

test('older backups that cannot be deleted are a warning, not a failure', async () => {
  mkdirSync(join(deps.folder.folder, 'shop-2020-01-01T00-00-00Z.backup.gz'), { recursive: true });
  const look = nightlyLook(deps);
  for (let night = 0; night < 3; night++) {
    shop.clock.advance(24 * HOUR_MS);
    expect(await look()).toBe(60_000);
  }
  expect(written()).toHaveLength(4);
  expect(await alerts()).toEqual([]);
  const warned = shop.logLines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'old_backups_kept');
  expect(warned.map(({ level }) => level)).toEqual([40]);
});

test('a stop is not a failure', async () => {
  await nightlyLook(deps, AbortSignal.abort(new Error('stopping')))();
  expect(await alerts()).toEqual([]);
  expect(shop.logLines.join('')).not.toContain('backup failed');
});

test('a stop in the middle ends it at once and leaves no half file', async () => {
  const stopping = new AbortController();
  stopping.abort(new Error('stopping'));
  await expect(backUpIfDue(deps, stopping.signal)).rejects.toThrow('stopping');
  expect(written()).toEqual([]);
  // The connection is free again.
  expect(await backUpIfDue(deps)).toBe(true);
});

inject('base').engine === 'postgres' &&
  test('instances that share database and folder write one between them', async () => {
    const second = await connectDatabase({ databaseUrl: shop.database.url, dataDir: '' });
    const two = [deps, { ...deps, connection: second }];
    const results = await Promise.all([...two, ...two].map((one) => backUpIfDue(one)));
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(written()).toHaveLength(1);

    // The control: without the lock several instances find none and write.
    shop.clock.advance(24 * HOUR_MS);
    const alone = async (work: () => Promise<void>) => {
      await work();
      return true;
    };
    const unlocked = await Promise.all(
      two.map((one) => backUpIfDue({ ...one, connection: { ...one.connection, alone } })),
    );
    expect(unlocked).toEqual([true, true]);
    await second.close();
  });
