import { afterAll, beforeAll, expect, test } from 'vitest';
import { settings } from '#server/db/settings.ts';
import {
  backedUpShop,
  contentsOf,
  fillEveryTable,
  LEFT_OUT,
  NEW,
  OVER,
  type Place,
  VERSION,
  withDatabase,
  withoutSessions,
} from '#test/backup.ts';
import { verifyBackup } from './format.ts';
import { restoreBackup } from './restore.ts';

let backup: Awaited<ReturnType<typeof backedUpShop>>;
beforeAll(async () => {
  backup = await backedUpShop();
});
afterAll(() => backup.remove());

test('every row, count, stat and sequence comes back; sessions and counted tries do not', async () => {
  expect(Object.entries(backup.before).filter(([, rows]) => rows.length === 0)).toEqual([]);
  const compare = async (place: Place) => {
    const head = await restoreBackup(place, backup.file, NEW);
    expect(head.tables.map(({ name, rows }) => [name, rows]).sort()).toEqual(
      Object.entries(backup.before)
        .filter(([name]) => !['sequences', ...LEFT_OUT].includes(name))
        .map(([name, rows]) => [name, rows.length]),
    );
    await withDatabase(place, async (db) => expect(await contentsOf(db)).toEqual(withoutSessions(backup.before)));
  };
  await backup.withTarget(compare);
  await backup.withTarget(compare, { isEmpty: true });
});

test('a non-empty database is left alone unless it may be overwritten, and is then replaced completely', async () => {
  await backup.withTarget(async (place) => {
    const untouched = await withDatabase(place, async (db) => {
      await db.insert(settings).values({ key: 'mine', value: 1 });
      return contentsOf(db);
    });
    await expect(restoreBackup(place, backup.file, NEW)).rejects.toThrow(/not empty \(rows: settings 1\).*--overwrite/);
    expect(await withDatabase(place, contentsOf)).toEqual(untouched);
    await restoreBackup(place, backup.file, OVER);
    expect(await withDatabase(place, contentsOf)).toEqual(withoutSessions(backup.before));
  });
});

test('a restore that fails half-way has changed nothing', async () => {
  await backup.withTarget(async (place) => {
    const untouched = await withDatabase(place, async (db) => {
      await fillEveryTable(db);
      return contentsOf(db);
    });
    // Its checksum is right, but an order violates a rule of its table: two of one payment.
    const twice = backup.files.at('twice.backup.gz');
    backup.rewrite(twice, (lines) => {
      const first = lines.indexOf('{"table":"orders"}') + 1;
      lines[first + 1] = String(lines[first]);
    });
    expect((await verifyBackup(twice)).shop).toBe(VERSION);
    await expect(restoreBackup(place, twice, OVER)).rejects.toThrow();
    expect(await withDatabase(place, contentsOf)).toEqual(untouched);
  });
});
