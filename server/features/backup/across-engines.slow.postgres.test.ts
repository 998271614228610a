import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  contentsOf,
  fillEveryTable,
  type Place,
  temporaryFolder,
  withDatabase,
  withoutSessions,
} from '#test/backup.ts';
import { type Engine, prepareEngine } from '#test/engine.ts';
import { restoreBackup } from './restore.ts';
import { writeBackupFromOutside } from './service.ts';

const files = temporaryFolder();
const engines: Engine[] = [];
const places: Record<'pglite' | 'postgres', Place> = {
  pglite: { databaseUrl: undefined, dataDir: files.at('pglite') },
  postgres: { databaseUrl: '', dataDir: files.at('unused') },
};

async function emptyPostgres(): Promise<Place> {
  const engine = await prepareEngine({ isEmpty: true });
  engines.push(engine);
  return { databaseUrl: engine.options.env.DATABASE_URL, dataDir: files.at('unused') };
}

beforeAll(async () => {
  places.postgres = await emptyPostgres();
  for (const place of Object.values(places)) await withDatabase(place, fillEveryTable);
});
afterAll(async () => {
  for (const engine of engines) await engine.remove();
  files.remove();
});

for (const from of ['pglite', 'postgres'] as const) {
  for (const to of ['pglite', 'postgres'] as const) {
    test(`F4 F13: from ${from} to ${to} every row, count, stat and sequence is the same`, async () => {
      const before = await withDatabase(places[from], contentsOf);
      const file = files.at(`${from}-${to}.backup.gz`);
      await writeBackupFromOutside(places[from], file, new Date());
      const target =
        to === 'postgres' ? await emptyPostgres() : { databaseUrl: undefined, dataDir: files.at(`to-${from}`) };
      const head = await restoreBackup(target, file, { mayOverwrite: false });
      expect(head.engine).toBe(from);
      expect(await withDatabase(target, contentsOf)).toEqual(withoutSessions(before));
    });
  }
}

test('while an instance of the shop is connected a restore is refused and changes nothing', async () => {
  const file = files.at('busy.backup.gz');
  await writeBackupFromOutside(places.postgres, file, new Date());
  await withDatabase(places.postgres, async (db) => {
    const before = await contentsOf(db);
    await expect(restoreBackup(places.postgres, file, { mayOverwrite: true })).rejects.toThrow(/shop is running/);
    expect(await contentsOf(db)).toEqual(before);
  });
});

test('F18: a restore is refused also while the shop is idle and no connection of its queries is open', async () => {
  const file = files.at('resting.backup.gz');
  await writeBackupFromOutside(places.postgres, file, new Date());
  const other = new pg.Client({ connectionString: places.postgres.databaseUrl });
  await other.connect();
  await withDatabase(places.postgres, async () => {
    const ofShop = "from pg_stat_activity where datname = current_database() and application_name = 'shop'";
    await other.query(`select pg_terminate_backend(pid) ${ofShop}`);
    // The control: its connections alone do not reveal it.
    await expect.poll(async () => (await other.query(`select 1 ${ofShop}`)).rowCount).toBe(0);
    await expect(restoreBackup(places.postgres, file, { mayOverwrite: true })).rejects.toThrow(/shop is running/);
  });
  await other.end();
  await restoreBackup(places.postgres, file, { mayOverwrite: true });
});
