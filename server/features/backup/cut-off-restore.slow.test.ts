import { afterAll, expect, test, vi } from 'vitest';
import { explainStartFailure } from '#server/start-failure.ts';
import {
  contentsOf,
  fillEveryTable,
  type Place,
  temporaryFolder,
  withDatabase,
  withoutSessions,
} from '#test/backup.ts';
import { type Engine, prepareEngine } from '#test/engine.ts';
import { killRestore } from '#test/kill-restore.ts';
import { restoreBackup } from './restore.ts';
import { writeBackupFromOutside } from './service.ts';

vi.setConfig({ testTimeout: 1_800_000 });

/** Kills, evenly distributed over the statements of a restore. */
const KILLS = 25;
const files = temporaryFolder();
afterAll(() => files.remove());
const placeOf = ({ options }: Engine): Place => ({ databaseUrl: options.env.DATABASE_URL, dataDir: options.dataDir });

test(`F20: of ${KILLS} killed restores none is taken for complete, and each next one succeeds`, async () => {
  const source = await prepareEngine();
  const file = files.at('one.backup.gz');
  const whole = await withDatabase(placeOf(source), async (db) => {
    await fillEveryTable(db);
    return withoutSessions(await contentsOf(db));
  });
  await writeBackupFromOutside(placeOf(source), file, new Date());
  const first = await prepareEngine({ isEmpty: true });
  const statements = await killRestore(placeOf(first), file, 'before 0');
  await first.remove();

  const outcomes = { empty: 0, unfinished: 0, whole: 0 };
  for (let i = 0; i < KILLS; i++) {
    const nth = 1 + Math.round((i * (statements - 1)) / (KILLS - 1));
    const target = await prepareEngine({ isEmpty: true });
    const place = placeOf(target);
    await killRestore(place, file, `before ${nth}`);
    const found = await withDatabase(place, contentsOf).catch(explainStartFailure);
    if (typeof found === 'string') {
      expect(found, `statement ${nth}`).toMatch(/^A restore into this database has not ended/);
      await restoreBackup(place, file, { mayOverwrite: false });
      expect(await withDatabase(place, contentsOf)).toEqual(whole);
      outcomes.unfinished += 1;
    } else if (found?.orders?.length === 0) {
      // It had not begun: the database is unchanged.
      expect(Object.values(found).every((rows) => rows.length <= 1)).toBe(true);
      outcomes.empty += 1;
    } else {
      expect(found, `statement ${nth}`).toEqual(whole);
      outcomes.whole += 1;
    }
    await target.remove();
  }
  // The last statement only counts rows, after everything has been committed.
  expect(outcomes.whole).toBeGreaterThan(0);
  expect(outcomes.unfinished, JSON.stringify(outcomes)).toBeGreaterThan(KILLS * 0.8);
  await source.remove();
});
