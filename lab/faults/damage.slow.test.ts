import { closeSync, cpSync, openSync, readdirSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, inject, test, vi } from 'vitest';
import { connectDatabase } from '#server/db/connect.ts';
import { DamagedFolderError } from '#server/db/file-record.ts';
import { rowsOf } from '#server/db/migration-state.ts';
import { settings } from '#server/db/settings.ts';
import { restoreBackup } from '#server/features/backup/restore.ts';
import { writeBackup } from '#server/features/backup/service.ts';
import { closedDatabase } from '#server/features/diagnostics/database-check.ts';
import { temporaryFolder, withDatabase } from '#test/backup.ts';
import { prepareEngineOn } from '#test/engine-base.ts';
import { spawnProgram } from '#test/program.ts';

vi.setConfig({ testTimeout: 600_000 });
const isPglite = inject('base').engine === 'pglite';
const files = temporaryFolder();
const ROWS = 300;

/** A shop with rows, its backup, and the path of its largest table. */
async function aShop() {
  const dataDir = files.at('whole');
  await prepareEngineOn(inject('base'), { dataDir });
  const connection = await connectDatabase({ databaseUrl: undefined, dataDir });
  const { db } = connection;
  await db.insert(settings).values(Array.from({ length: ROWS }, (_, i) => ({ key: `k${i}`, value: 'x'.repeat(300) })));
  const [found] = await rowsOf<{ table: string; catalog: string }>(
    db,
    sql`select pg_relation_filepath('settings') as "table", pg_relation_filepath('pg_attribute') as "catalog"`,
  );
  if (!found) throw new Error('no paths');
  const backup = files.at('whole.backup.gz');
  await writeBackup(connection, backup, { writtenAt: new Date() });
  await connection.close();
  return { dataDir, backup, paths: found };
}

const overwrite = (path: string) => {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(64, 0x5a), 0, 64, 100);
  closeSync(file);
};
const halve = (path: string) => truncateSync(path, Math.floor(statSync(path).size / 16_384) * 8_192);

test.runIf(isPglite)(
  'F18: a damaged folder is reported by start, doctor and restore, never opened, and kept by a restore',
  async () => {
    const { dataDir: whole, backup, paths } = await aShop();
    const copyTo = (name: string) => {
      const dataDir = files.at(name);
      cpSync(whole, dataDir, { recursive: true });
      return { dataDir, at: (file: string) => join(dataDir, 'pglite', file) };
    };
    const expectRefused = async (dataDir: string, what: RegExp) => {
      const opening = await connectDatabase({ databaseUrl: undefined, dataDir }).then(
        (connection) => connection.close(),
        (error: unknown) => error,
      );
      expect(opening).toBeInstanceOf(DamagedFolderError);
      expect((opening as Error).message).toMatch(what);
      expect((opening as Error).message).toMatch(/is damaged: .+npm run restore/);
      expect(closedDatabase(opening).result).toMatchObject({ state: 'fault', code: 'database_damaged' });
    };

    // One of each kind. A wrong page, which PostgreSQL itself detects.
    const wrong = copyTo('wrong');
    overwrite(wrong.at(paths.catalog));
    await expectRefused(wrong.dataDir, /./);
    rmSync(wrong.dataDir, { recursive: true });

    // A missing file, and a truncated one: the database is not opened, so one folder is enough.
    const { dataDir, at } = copyTo('damaged');
    rmSync(at('PG_VERSION'));
    await expectRefused(dataDir, /PG_VERSION is missing/);
    cpSync(join(whole, 'pglite', 'PG_VERSION'), at('PG_VERSION'));
    halve(at(paths.table));
    await expectRefused(dataDir, /is cut off/);

    // The control: without the record of its files, that table just seems shorter.
    rmSync(join(dataDir, 'pglite.files.json'));
    const left = await withDatabase({ databaseUrl: undefined, dataDir }, (db) => db.$count(settings, sql`key ~ '^k'`));
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(ROWS);

    // Files that PostgreSQL cannot start with: in the whole program.
    overwrite(at('global/pg_control'));
    const program = await spawnProgram({ dataDir });
    expect(await program.exited).toBe(1);
    expect(program.output()).toMatch(/is damaged: .+npm run restore/);
    expect(program.output()).not.toMatch(/\n\s+at /);
    const kept: string[] = [];
    const place = { databaseUrl: undefined, dataDir };
    await restoreBackup(place, backup, { mayOverwrite: false, onPutAside: (folder) => kept.push(folder) });
    expect(await withDatabase(place, (db) => db.$count(settings, sql`key ~ '^k'`))).toBe(ROWS);
    expect(readdirSync(kept[0] ?? '').length).toBeGreaterThan(10);
    files.remove();
  },
);
