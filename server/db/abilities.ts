import { randomBytes } from 'node:crypto';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { type Ask, listObjects } from './completeness.ts';
import { MIGRATIONS } from './migration-state.ts';
import { requireOwnConnections } from './postgres/pooler.ts';

const CONNECT_LIMIT_MS = 15_000;

/** Two sessions of one database; the embedded one has a single session. */
type Sessions = { one: Ask; other: Ask | null };
/** Rejects with the engine's error, or with what it answered instead. */
type Trial = (sessions: { one: Ask; other: Ask }) => Promise<void>;

/** What the shop needs of a database, in the order of the report, each tried in a schema of its own. */
const TRIALS = {
  rollback: async ({ one }) => {
    await one('begin');
    await one('create table undone (id int)');
    await one('rollback');
    await expectRows(one, "select to_regclass('undone')::text as found", [{ found: null }]);
  },
  unique: async ({ one }) => {
    await one('create table unique_keys (id int primary key, state text, code text)');
    await one("create unique index on unique_keys (lower(code)) where state <> 'ended'");
    await one("insert into unique_keys values (1, 'open', 'A'), (2, 'ended', 'a')");
    const again = `insert into unique_keys values (3, 'open', 'a')
      on conflict (lower(code)) where state <> 'ended' do nothing returning id`;
    await expectRows(one, again, []);
    await expectError(one, "insert into unique_keys values (4, 'open', 'a')", '23505');
  },
  unique_race: async ({ one, other }) => {
    await one('create table raced (id int primary key)');
    await one('begin');
    await one('insert into raced values (1)');
    const second = other('insert into raced values (1) on conflict do nothing returning id');
    await one('commit');
    const { rows } = await second;
    if (rows.length > 0) throw new Error('both sessions inserted the same key');
  },
  cascade: async ({ one }) => {
    await one('create table parents (id int primary key)');
    await one('create table children (parent int references parents on delete cascade)');
    await one('insert into parents values (1)');
    await one('insert into children values (1)');
    await expectError(one, 'insert into children values (2)', '23503');
    await one('delete from parents');
    await expectRows(one, 'select count(*)::int as count from children', [{ count: 0 }]);
  },
  search: async ({ one }) => {
    await one(`create table searched (name text,
      words tsvector generated always as (to_tsvector('simple', name)) stored)`);
    await one('create index on searched using gin (words)');
    await one("insert into searched (name) values ('Caridad Domínguez')");
    const found = "select count(*)::int as count from searched where words @@ to_tsquery('simple', 'carid:*')";
    await expectRows(one, found, [{ count: 1 }]);
  },
  functions: async ({ one }) => {
    await one(`create function half(n int) returns int language plpgsql immutable as
      $$ begin if n % 2 = 1 then raise exception 'odd' using errcode = 'P0001'; end if; return n / 2; end $$`);
    await one('create table halves (n int)');
    await one('create index on halves (half(n))');
    await one('insert into halves values (4)');
    await expectError(one, 'insert into halves values (3)', 'P0001');
  },
  row_triggers: async ({ one }) => {
    await one('create table versioned (id int, version int default 1)');
    await one(`create function next_version() returns trigger language plpgsql as
      $$ begin new.version := old.version + 1; return new; end $$`);
    await one('create trigger count_version before update on versioned for each row execute function next_version()');
    await one('insert into versioned values (1)');
    await expectRows(one, 'update versioned set id = 2 returning version', [{ version: 2 }]);
  },
  statement_triggers: async ({ one }) => {
    await one('create table added (n int)');
    await one('create table totals (sum int)');
    await one(`create function count_added() returns trigger language plpgsql as
      $$ begin insert into totals select sum(n) from fresh; return null; end $$`);
    await one(`create trigger count_added after insert on added
      referencing new table as fresh for each statement execute function count_added()`);
    await one('insert into added values (1), (2)');
    await expectRows(one, 'select sum from totals', [{ sum: 3 }]);
  },
  json: async ({ one }) => {
    const sums = `select sum((line ->> 'cents')::int)::int as sum
      from jsonb_array_elements('[{"cents": 1}, {"cents": 2}]'::jsonb) as line where line @> '{}'`;
    await expectRows(one, sums, [{ sum: 3 }]);
  },
  skip_locked: async ({ one, other }) => {
    await one('create table queue (id int primary key)');
    await one('insert into queue values (1), (2)');
    const take = 'select id from queue order by id limit 1 for update skip locked';
    await one('begin');
    await expectRows(one, take, [{ id: 1 }]);
    await expectRows(other, take, [{ id: 2 }]);
    await one('commit');
  },
  snapshot: async ({ one, other }) => {
    await other('create table seen (id int)');
    await one('begin isolation level repeatable read read only');
    await one('select count(*) from seen');
    await other('insert into seen values (1)');
    await expectRows(one, 'select count(*)::int as count from seen', [{ count: 0 }]);
    await one('commit');
  },
  advisory_locks: async ({ one, other }) => {
    const lock = randomBytes(6).readUIntBE(0, 6);
    await one(`select pg_advisory_lock_shared(${lock})`);
    await expectRows(other, `select pg_try_advisory_lock(${lock}) as mine`, [{ mine: false }]);
    await one(`select pg_advisory_unlock_shared(${lock})`);
    await expectRows(other, `select pg_try_advisory_lock(${lock}) as mine`, [{ mine: true }]);
    await other(`select pg_advisory_unlock(${lock})`);
  },
  statement_limit: async ({ one }) => {
    await one('set statement_timeout = 50');
    await expectError(one, 'select pg_sleep(2)', '57014');
    await one('reset statement_timeout');
  },
  idle_limit: async ({ other }) => {
    await other('set idle_in_transaction_session_timeout = 50');
    await other('begin');
    await new Promise((resume) => setTimeout(resume, 400));
    const isEnded = await other('select 1').then(
      () => false,
      () => true,
    );
    if (!isEnded) throw new Error('an idle transaction stays open');
  },
} satisfies Record<string, Trial>;

/**
 * They need a second session, or the limits of a server. The embedded database has neither, and the shop does not need
 * them there.
 */
const OF_A_SERVER: ReadonlySet<string> = new Set<keyof typeof TRIALS>([
  ...(['unique_race', 'skip_locked', 'snapshot', 'advisory_locks'] as const),
  ...(['statement_limit', 'idle_limit'] as const),
]);

/** `error` says why it is missing; `null` if it works. */
export type Ability = { name: keyof typeof TRIALS | 'tables'; error: string | null };

/**
 * Tries on a database what the shop needs, in a new schema that is dropped afterwards; nothing else changes.
 *
 * @param url PostgreSQL's, or that of anything that speaks its protocol; `embedded` for PGlite in memory
 * @throws the engine's error when it cannot be reached or refuses to create a schema
 * @throws SharedConnectionError behind a pooler in transaction mode
 */
export async function tryDatabase(url: string): Promise<Ability[]> {
  if (url === 'embedded') {
    const { PGlite } = await import('@electric-sql/pglite');
    const embedded = await PGlite.create();
    const one: Ask = async (statement) => ({ rows: (await embedded.exec(statement)).at(-1)?.rows ?? [] });
    return tryAbilities({ one, other: null }).finally(() => embedded.close());
  }
  const clients = [aClient(url), aClient(url)] as const;
  try {
    for (const client of clients) await client.connect();
    const [one, other] = clients.map(
      (client): Ask =>
        (statement) =>
          client.query(statement),
    ) as [Ask, Ask];
    await requireOwnConnections([one, other]);
    return await tryAbilities({ one, other });
  } finally {
    for (const client of clients) await client.end().catch(() => {});
  }
}

function aClient(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_LIMIT_MS });
  // The trial of the idle limit ends its connection.
  client.on('error', () => {});
  return client;
}

/** The same over open sessions. */
export async function tryAbilities({ one, other }: Sessions): Promise<Ability[]> {
  const schema = `shop_check_${randomBytes(4).toString('hex')}`;
  await one(`create schema ${schema}`);
  try {
    for (const ask of [one, other]) await ask?.(`set search_path = ${schema}`);
    const found: Ability[] = [{ name: 'tables', error: await errorOf(makeTables(one, schema)) }];
    for (const [name, trial] of Object.entries(TRIALS) as [keyof typeof TRIALS, Trial][]) {
      if (other === null && OF_A_SERVER.has(name)) continue;
      found.push({ name, error: await errorOf(trial({ one, other: other ?? one })) });
      // A trial that failed may have left its transaction open.
      for (const ask of [one, other]) await ask?.('rollback').catch(() => {});
    }
    return found;
  } finally {
    await one('reset search_path');
    await one(`drop schema ${schema} cascade`);
  }
}

/** Runs every migration of this version, and undoes them. */
async function makeTables(one: Ask, schema: string): Promise<void> {
  await one('begin');
  try {
    for (const { sql } of readMigrationFiles({ migrationsFolder: MIGRATIONS })) {
      for (const statement of sql) await one(statement.replaceAll('"public".', `"${schema}".`));
    }
    // At start, the shop reads the catalog.
    await listObjects(one);
  } finally {
    await one('rollback');
  }
}

async function errorOf(trial: Promise<void>): Promise<string | null> {
  try {
    await trial;
    return null;
  } catch (error) {
    return String((error as Error).message).split('\n', 1)[0] ?? '';
  }
}

async function expectRows(ask: Ask, statement: string, expected: unknown[]): Promise<void> {
  const { rows } = await ask(statement);
  const [is, wanted] = [rows, expected].map((each) => JSON.stringify(each));
  if (is !== wanted) throw new Error(`${is} in place of ${wanted}`);
}

async function expectError(ask: Ask, statement: string, code: string): Promise<void> {
  const error = await ask(statement).then(
    () => null,
    (reason: { code?: string }) => reason,
  );
  if (error === null) throw new Error(`no error ${code}`);
  if (error.code !== code) throw error;
}
