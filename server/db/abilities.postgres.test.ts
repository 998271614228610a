import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type Engine, prepareEngineOn } from '#test/engine-base.ts';
import { startPooler } from '#test/stand-ins/pooler.ts';
import { type Ability, tryAbilities, tryDatabase } from './abilities.ts';
import type { Ask } from './completeness.ts';

let engine: Engine;
let url: string;
let cleanUps: (() => Promise<unknown>)[];
beforeEach(async () => {
  engine = await prepareEngineOn(inject('base'));
  url = engine.options.env.DATABASE_URL ?? '';
  cleanUps = [];
});
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  await engine.remove();
});

const missingIn = (abilities: readonly Ability[]) => abilities.filter(({ error }) => error !== null);

test('PostgreSQL has everything, also behind a pooler in session mode, and nothing remains of the trial', async () => {
  const pooler = await startPooler(url, 'session');
  cleanUps.push(() => pooler.close());
  for (const address of [url, pooler.url]) expect(missingIn(await tryDatabase(address))).toEqual([]);
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query("select nspname from pg_namespace where nspname like 'shop_check%'");
  await client.end();
  expect(rows).toEqual([]);
});

test('the embedded database has everything that it is asked for', async () => {
  const abilities = await tryDatabase('embedded');
  expect(missingIn(abilities)).toEqual([]);
  expect(abilities.map(({ name }) => name)).toEqual(expect.arrayContaining(['tables', 'unique', 'statement_triggers']));
});

test('behind a pooler in transaction mode nothing is tried', async () => {
  const pooler = await startPooler(url, 'transaction');
  cleanUps.push(() => pooler.close());
  await expect(tryDatabase(pooler.url)).rejects.toThrow(/pool_mode = session/);
});

/** Replaces statements as an incompatible engine would run them; each loses exactly the named ability. */
const LACKS: [lost: Ability['name'], from: RegExp, to: string][] = [
  ['rollback', /^rollback$/, 'commit'],
  ['unique', /create unique index on unique_keys/, 'create index on unique_keys'],
  ['unique_race', /^insert into raced values \(1\) on conflict.*/, 'select 1 as id'],
  ['cascade', / references parents on delete cascade/, ''],
  ['search', /carid:\*/, 'carid'],
  ['functions', /if n % 2 = 1 .* end if;/, ''],
  ['row_triggers', /^create trigger count_version .* versioned .*/, 'select 1'],
  ['statement_triggers', /referencing new table as fresh/, ''],
  ['json', /from jsonb_array_elements\('/, "from jsonb_array_elements_text('"],
  ['skip_locked', /^(select id from queue .*) for update skip locked/, '$1'],
  ['snapshot', /isolation level repeatable read/, 'isolation level read committed'],
  ['advisory_locks', /pg_try_advisory_lock\(\d+\)/, 'true'],
  ['statement_limit', /^set statement_timeout.*/, 'select 1'],
  ['idle_limit', /^set idle_in_transaction.*/, 'select 1'],
];

test.each(LACKS)('an engine that lacks one ability is detected: %s', async (lost, from, to) => {
  const sessions: Ask[] = [];
  for (let i = 0; i < 2; i++) {
    const client = new pg.Client(url);
    client.on('error', () => {});
    await client.connect();
    cleanUps.push(() => client.end().catch(() => {}));
    sessions.push((statement) => client.query(statement.replace(from, to)));
  }
  const [one, other] = sessions as [Ask, Ask];
  const missing = missingIn(await tryAbilities({ one, other })).map(({ name }) => name);
  expect(missing.filter((name) => name !== 'tables')).toEqual([lost]);
});
