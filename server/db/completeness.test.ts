import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainStartFailure } from '#server/start-failure.ts';
import { type Place, withDatabase } from '#test/backup.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { prepareEngine } from '#test/engine.ts';
import { findMissing, IncompleteDatabaseError, listObjects } from './completeness.ts';
import { askOf } from './migration-state.ts';
import { readDatabaseState } from './state.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.remove());

/** What `findMissing` reports after these statements, which are then rolled back. */
async function missingAfter(...statements: string[]): Promise<{ missing: string[]; tables: string }> {
  const undone = new Error('undone');
  let found = { missing: ['not looked'], tables: '' };
  const work = database.connection.db.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(sql.raw(statement));
    found = { missing: await findMissing(askOf(tx)), tables: (await readDatabaseState(tx)).tables };
    throw undone;
  });
  await expect(work).rejects.toBe(undone);
  return found;
}

test('objects.txt lists what the migrations create', async () => {
  const objects = await listObjects(askOf(database.connection.db));
  const named = readFileSync('server/db/migrations/objects.txt', 'utf8');
  expect(named, 'run node scripts/database-objects.ts after each new migration').toBe(`${objects.join('\n')}\n`);
});

test('a complete database lacks nothing, even with an operator’s own index, trigger and constraint', async () => {
  expect(await missingAfter()).toEqual({ missing: [], tables: 'current' });
  const added = await missingAfter(
    'create index mine on orders (city)',
    'create unique index mine_too on settings (key)',
    `alter table orders add constraint mine check (city <> '?') not valid`,
    'create trigger mine before update on settings for each row execute function suppress_redundant_updates_trigger()',
    'create table visitors (id integer primary key references visitors)',
  );
  expect(added).toEqual({ missing: [], tables: 'current' });
});

const UNIQUE = 'unique constraint orders_stripe_payment_intent_id_unique on orders';
const FOREIGN_KEY = 'foreign key order_events_order_id_orders_id_fk on order_events';

test.each([
  ['alter table orders drop constraint orders_stripe_payment_intent_id_unique', UNIQUE],
  ['drop index refunds_press', 'unique index refunds_press on refunds'],
  ['drop index orders_newest', 'index orders_newest on orders'],
  ['alter table refunds drop constraint refunds_pkey', 'primary key refunds_pkey on refunds'],
  ['alter table order_events drop constraint order_events_order_id_orders_id_fk', FOREIGN_KEY],
  ['alter table order_events disable trigger all', FOREIGN_KEY],
  [`update pg_index set indisvalid = false where indexrelid = 'refunds_press'::regclass`, 'unique index refunds_press'],
])('missed after "%s"', async (statement, object) => {
  const { missing, tables } = await missingAfter(statement);
  expect(missing.join('\n')).toContain(object);
  expect(missing).toHaveLength(1);
  expect(tables).toBe('incomplete');
});

test('a same-named index that is not unique, and a dropped or disabled trigger, are reported as missing', async () => {
  const renamed = await missingAfter('drop index refunds_press', 'create index refunds_press on refunds (order_id)');
  expect(renamed.missing).toEqual(['unique index refunds_press on refunds']);
  const [trigger = ''] = (await listObjects(askOf(database.connection.db))).filter((object) =>
    /^trigger .* on orders$/.test(object),
  );
  const name = trigger.split(' ')[1];
  expect((await missingAfter(`drop trigger ${name} on orders`)).missing).toEqual([trigger]);
  expect((await missingAfter(`alter table orders disable trigger ${name}`)).missing).toEqual([trigger]);
});

test('the tables of a newer version may lack objects that it has replaced', async () => {
  const { missing, tables } = await missingAfter(
    'drop index refunds_press',
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`,
  );
  expect({ missing, tables }).toEqual({ missing: [], tables: 'newer' });
});

test('a database is incomplete while a restore into it has not ended', async () => {
  const { missing, tables } = await missingAfter('create table drizzle.restore_unfinished ()');
  expect({ missing, tables }).toEqual({ missing: [], tables: 'incomplete' });
});

/** Drops what a restore creates after the rows, as if it had been cut off there. */
const DROP_LATE_PARTS = `
  do $$ declare it record; begin
    for it in select tgname, tgrelid::regclass as tab from pg_trigger join pg_class c on c.oid = tgrelid
      where not tgisinternal and relnamespace = 'public'::regnamespace
    loop execute format('drop trigger %I on %s', it.tgname, it.tab); end loop;
    for it in select conname, conrelid::regclass as tab from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('f', 'p', 'u') order by contype
    loop execute format('alter table %s drop constraint %I', it.tab, it.conname); end loop;
    for it in select indexrelid::regclass as name from pg_index join pg_class c on c.oid = indrelid
      where relnamespace = 'public'::regnamespace
    loop execute format('drop index %s', it.name); end loop;
  end $$`;

/** What a start prints about a database after this statement; `null` when it starts. */
async function startAfter(statement: string): Promise<string | null> {
  const engine = await prepareEngine();
  const place: Place = { databaseUrl: engine.options.env.DATABASE_URL, dataDir: engine.options.dataDir };
  await withDatabase(place, (db) => db.execute(sql.raw(statement)));
  const error = await withDatabase(place, async () => null).catch((reason: unknown) => reason);
  await engine.remove();
  if (error === null) return null;
  expect(error).toBeInstanceOf(IncompleteDatabaseError);
  const line = explainStartFailure(error);
  expect(line).not.toContain('\n');
  return line;
}

test('F20: a start refuses a restore that was cut off before indexes and triggers, and says what to do', async () => {
  expect(await startAfter(DROP_LATE_PARTS)).toMatch(
    /^The database is incomplete: (\d+) of \1 indexes, constraints and triggers are missing .*, and \d+ more\).*npm run restore -- FILE --overwrite/,
  );
});

test('F20: a start refuses a restore that was cut off before the record of the migrations', async () => {
  expect(await startAfter('delete from drizzle.__drizzle_migrations')).toMatch(
    /^The migrations do not fit .*already exists.*npm run restore -- FILE --overwrite/,
  );
});

test('F20: a start names a missing unique index and refuses; an additional index is accepted', async () => {
  expect(await startAfter('drop index refunds_press')).toContain('(unique index refunds_press on refunds)');
  expect(await startAfter('create index mine on orders (city)')).toBeNull();
});
