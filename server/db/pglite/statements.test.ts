import { PGlite, parse, protocol } from '@electric-sql/pglite';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '#test/database.ts';
import { prepareOnce } from '../prepared.ts';
import { settings } from '../settings.ts';
import { PgliteStatements } from './statements.ts';

let db: PGlite;
let statements: PgliteStatements;
beforeAll(async () => {
  db = await PGlite.create();
  await db.exec(`create table things (
    id int primary key, big bigint, price numeric, isFine boolean, made timestamptz, day date, data jsonb, words text[],
    bytes bytea, word text check (word <> 'bad'))`);
  statements = new PgliteStatements(db, { ...protocol, ...parse });
});
afterAll(() => db.close());

const kept = async () => {
  const { rows } = await db.query('select statement, generic_plans + custom_plans as runs from pg_prepared_statements');
  const found = rows as { statement: string; runs: string }[];
  return Object.fromEntries(found.map(({ statement, runs }) => [statement.slice(0, 6), Number(runs)]));
};

const INSERT = 'insert into things values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning *';
const rowOf = (id: number) => [
  id,
  9_007_199_254_740_993n,
  '12.30',
  true,
  '2026-11-24T10:00:00.123Z',
  '2026-11-24',
  JSON.stringify({ a: [1, 'dos'] }),
  ['uno', 'dos "tres"', null],
  new Uint8Array([0, 1, 255]),
  'guayaba',
];

test('a prepared statement answers like a query: every type, no rows, rows as arrays, row counts', async () => {
  for (const rowMode of ['object', 'array'] as const) {
    await db.query('delete from things');
    const asked = await db.query(INSERT, rowOf(1), { rowMode });
    await db.query('delete from things');
    for (const id of [1, 2]) {
      const found = await statements.run(INSERT, rowOf(id), rowMode);
      if (id === 1) expect(found).toEqual(asked);
    }
    const empty = [3, null, null, null, undefined, null, null, null, null, null];
    const found = await statements.run(INSERT, empty, rowMode);
    expect(found.rows).toEqual((await db.query('select * from things where id = 3', [], { rowMode })).rows);
    const update = 'update things set word = $1 where id < $2';
    expect(await statements.run(update, ['coco', 3], rowMode)).toEqual(
      await db.query(update, ['coco', 3], { rowMode }),
    );
    expect(await statements.run('select * from things where id = $1', [9], rowMode)).toMatchObject({
      rows: [],
    });
  }
  expect(await kept()).toEqual({ insert: 6, update: 2, select: 2 });
});

test('a failed statement gives the error of a query; the next one is answered, in a transaction or outside', async () => {
  const failure = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => null,
      (error) => error,
    );
    return error && { message: error.message, code: error.code, detail: error.detail, constraint: error.constraint };
  };
  await db.query('delete from things');
  await statements.run(INSERT, rowOf(1), 'object');
  for (const values of [rowOf(1), [2, ...rowOf(2).slice(1, -1), 'bad'], ['two', ...rowOf(2).slice(1)]]) {
    const own = await failure(statements.run(INSERT, values, 'object'));
    expect(own).toEqual(await failure(db.query(INSERT, values)));
    expect(own?.code).toMatch(/^23505|23514|22P02$/);
  }
  await db.query('begin');
  await statements.run(INSERT, rowOf(2), 'object');
  expect(await failure(statements.run(INSERT, rowOf(2), 'object'))).toMatchObject({ code: '23505' });
  expect(await failure(statements.run('select count(*) from things', [], 'object'))).toMatchObject({
    code: '25P02',
  });
  await db.query('rollback');
  expect(await statements.run('select count(*)::int as n from things', [], 'object')).toMatchObject({
    rows: [{ n: 1 }],
  });
});

test('a text that failed to parse is parsed again, and a changed table does not matter', async () => {
  const later = () => statements.run('select word from later where id = $1', [1], 'object');
  await expect(later()).rejects.toMatchObject({ code: '42P01' });
  await db.exec("create table later (id int, word text); insert into later values (1, 'flan')");
  for (let i = 0; i < 7; i++) expect((await later()).rows).toEqual([{ word: 'flan' }]);
  await db.exec(
    'alter table later add column more int; create index on later (id); alter table later alter id type bigint',
  );
  expect((await later()).rows).toEqual([{ word: 'flan' }]);
});

test('the thread keeps prepared statements only, also in a transaction', async () => {
  const database = await openTestDatabase();
  const { db } = database.connection;
  const look = prepareOnce((executor) =>
    executor
      .select({ key: settings.key })
      .from(settings)
      .where(eq(settings.key, sql.placeholder('key')))
      .prepare('look'),
  );
  const before = (await runsOf()).length;
  for (const key of ['a', 'b']) {
    expect(await look(db).execute({ key })).toEqual([]);
    expect(await db.select().from(settings).where(eq(settings.key, key))).toEqual([]);
    await db.transaction((tx) => look(tx).execute({ key }));
  }
  expect((await runsOf()).slice(before)).toEqual([4]);
  await database.remove();

  async function runsOf() {
    const found = await db.execute(
      sql`select generic_plans + custom_plans as runs from pg_prepared_statements order by prepare_time`,
    );
    return (found as unknown as { rows: { runs: string }[] }).rows.map(({ runs }) => Number(runs));
  }
});
