import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
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

const { engine } = inject('base');
const files = temporaryFolder();
const file = files.at('one.backup.gz');
let source: Engine;
let whole: Record<string, string[]>;
const placeOf = ({ options }: Engine): Place => ({ databaseUrl: options.env.DATABASE_URL, dataDir: options.dataDir });

beforeAll(async () => {
  source = await prepareEngine();
  whole = await withDatabase(placeOf(source), async (db) => {
    await fillEveryTable(db);
    return withoutSessions(await contentsOf(db));
  });
  await writeBackupFromOutside(placeOf(source), file, new Date());
});
afterAll(async () => {
  await source.remove();
  files.remove();
});

const startOn = (place: Place) => withDatabase(place, contentsOf).catch(explainStartFailure);
const UNFINISHED = /^A restore into this database has not ended\. Run it again: npm run restore -- FILE\. .*$/;

test('F20: an empty database in which a restore was killed is refused until one has ended', async () => {
  const target = await prepareEngine();
  const place = placeOf(target);
  await killRestore(place, file, 'before 2 ^commit');
  expect(await startOn(place)).toMatch(UNFINISHED);
  await restoreBackup(place, file, { mayOverwrite: false });
  expect(await startOn(place)).toEqual(whole);
  await target.remove();
});

test('F20: a database with rows is as it was after a restore over it was killed', async () => {
  const target = await prepareEngine();
  const place = placeOf(target);
  const before = await withDatabase(place, async (db) => {
    await fillEveryTable(db);
    return contentsOf(db);
  });
  await killRestore(place, file, 'before 20 ^insert into public', '--overwrite');
  expect(await startOn(place)).toEqual(before);
  await target.remove();
});

test.runIf(engine === 'postgres').each(['enable trigger', 'commit'])(
  'F20: a connection that is lost before "%s" leaves nothing of the restore',
  async (statement) => {
    const target = await prepareEngine();
    const place = placeOf(target);
    const before = await withDatabase(place, async (db) => {
      await fillEveryTable(db);
      return contentsOf(db);
    });
    const { query } = pg.Client.prototype;
    let isFilled = false;
    const lose = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      const text = String((args[0] as { text?: string }).text ?? args[0]);
      if (text.startsWith('insert into public')) isFilled = true;
      if (isFilled && text.includes(statement)) {
        (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
      }
      return (query as (...given: unknown[]) => unknown).apply(this, args) as never;
    });
    await expect(restoreBackup(place, file, { mayOverwrite: true })).rejects.toThrow();
    lose.mockRestore();
    expect(await startOn(place)).toEqual(before);
    await target.remove();
  },
);

test.runIf(engine === 'postgres').each([
  ['a statement of somebody else', 'select count(*) from orders'],
  ['another start or restore', 'select pg_advisory_lock(740915233)'],
])('a restore that waits for %s says so, and continues when it can', async (_, statement) => {
  const target = await prepareEngine();
  const place = placeOf(target);
  const other = new pg.Client({ connectionString: place.databaseUrl, application_name: 'a report' });
  await other.connect();
  await other.query('begin');
  await other.query(statement);
  const notes: string[] = [];
  const restored = restoreBackup(place, file, { mayOverwrite: true, onNote: (words) => notes.push(words) });
  await expect
    .poll(() => notes)
    .toEqual([expect.stringMatching(/^waiting for a report \(process \d+, idle in transaction\)/)]);
  await other.end();
  await restored;
  expect(await startOn(place)).toEqual(whole);
  expect(notes).toHaveLength(1);
  await target.remove();
});

test.runIf(engine === 'pglite')(
  'F20: while a damaged folder is put aside, a start makes no new shop in its place',
  async () => {
    const target = await prepareEngine();
    const place = placeOf(target);
    writeFileSync(join(place.dataDir, 'pglite', 'global', 'pg_control'), 'damaged');
    await killRestore(place, file, 'before 1 select 1');
    expect(await startOn(place)).toMatch(/^The damaged database was put aside in .*npm run restore -- FILE/);
    await target.remove();
  },
);
