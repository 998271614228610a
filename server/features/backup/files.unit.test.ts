import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backupName, newestBackup, removeOldBackups, writeWhole } from './files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shop-backups-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (...names: string[]) => names.forEach((name) => void writeFileSync(join(folder, name), ''));

test('the newest backup is identified by its name, whatever other files exist', async () => {
  const newest = new Date('2026-11-21T08:00:07Z');
  put(backupName(new Date('2026-11-20T23:59:59Z')), backupName(newest), 'shop-2027-01-01T00-00-00Z.backup.gz.part');
  put('notes.txt', 'shop-2099-99-99T00-00-00Z.backup.gz');
  expect(await newestBackup(folder)).toEqual({
    path: join(folder, backupName(newest)),
    writtenAt: newest,
    isShrunk: false,
  });
});

test('without a backup, and without the folder, there is no newest one', async () => {
  expect(await newestBackup(folder)).toBeNull();
  expect(await newestBackup(join(folder, 'none'))).toBeNull();
});

test('keeps the newest N and every file that is not a backup; leftovers of broken attempts go after a day', async () => {
  const names = [1, 2, 3, 4].map((day) => backupName(new Date(Date.UTC(2026, 10, day))));
  const [old, fresh] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'].map((id) => `${names[0]}.${id}.part`) as [string, string];
  put(...names, 'mine.txt', old, fresh);
  const twoDaysAgo = Date.now() / 1000 - 2 * 86_400;
  utimesSync(join(folder, old), twoDaysAgo, twoDaysAgo);
  await removeOldBackups(folder, 2, new Date('2026-11-05'));
  expect(readdirSync(folder).sort()).toEqual(['mine.txt', ...names.slice(2), fresh].sort());
});

test('backups dated ahead, and smaller than expected, do not replace others', async () => {
  const [first, second, third] = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 10, day))) as [Date, Date, Date];
  const ahead = backupName(new Date('2031-01-01'));
  put(ahead, backupName(first), backupName(second));
  await removeOldBackups(folder, 1, third);
  expect(readdirSync(folder).sort()).toEqual([backupName(second), ahead].sort());
  put(backupName(first), backupName(third, true));
  await removeOldBackups(folder, 1, third);
  expect(readdirSync(folder)).toHaveLength(4);
  // The control: a backup of normal size replaces it.
  const next = backupName(new Date(third.getTime() + 1_000));
  put(next);
  await removeOldBackups(folder, 1, new Date('2026-11-05'));
  expect(readdirSync(folder).sort()).toEqual([next, ahead].sort());
});

test('a write that fails leaves the old file and nothing beside it', async () => {
  const path = join(folder, 'a');
  writeFileSync(path, 'old');
  const failing = writeWhole(path, async (part) => {
    writeFileSync(part, 'half');
    throw new Error('the disk is full');
  });
  await expect(failing).rejects.toThrow('the disk is full');
  expect(readdirSync(folder)).toEqual(['a']);
  expect(readFileSync(path, 'utf8')).toBe('old');
});

test('a new folder for backups is open to its owner alone; one that was there keeps its rights', async () => {
  const mine = join(folder, 'mine');
  mkdirSync(mine, { mode: 0o755 });
  for (const sub of ['new/deep', 'mine'])
    await writeWhole(join(folder, sub, 'a'), async (part) => writeFileSync(part, ''));
  expect(statSync(join(folder, 'new/deep')).mode & 0o777).toBe(0o700);
  expect(statSync(mine).mode & 0o777).toBe(0o755);
});
