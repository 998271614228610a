import { readFileSync } from 'node:fs';

/** The database lacks indexes, constraints or triggers, or a restore into it is unfinished. */
export class IncompleteDatabaseError extends Error {
  override readonly name = 'IncompleteDatabaseError';
}

/** Sends one statement without parameters, on either engine. */
export type Ask = (statement: string) => Promise<{ rows: unknown[] }>;

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
/** PostgreSQL's codes for an object that exists already or does not exist, and for a missing column default. */
const MISFITS = new Set(['23502', '42701', '42703', '42704', '42710', '42723', '42P01', '42P06', '42P07']);
const AGAIN =
  'Most likely a restore was cut off: restore it again, by npm run restore -- FILE --overwrite, or by psql or pg_restore into an empty database (docs/backup.md).';
const MAX_NAMES = 3;
/** Restores into an empty database create this table first and drop it last. */
const MARK = 'drizzle.restore_unfinished';

/** One line each. Invalid indexes, disabled triggers, and foreign keys with disabled triggers are left out. */
const OBJECTS = `
  select format('%s %s on %s', case k.contype
      when 'p' then 'primary key' when 'u' then 'unique constraint' when 'f' then 'foreign key' else 'check' end,
    k.conname, c.relname) as object
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'f', 'c')
    and not exists (select from pg_trigger t where t.tgconstraint = k.oid and t.tgenabled = 'D')
  union all
  select format('%s %s on %s', case when i.indisunique then 'unique index' else 'index' end, x.relname, c.relname)
  from pg_index i join pg_class x on x.oid = i.indexrelid join pg_class c on c.oid = i.indrelid
  where c.relnamespace = 'public'::regnamespace and i.indisvalid
    and not exists (select from pg_constraint k where k.conindid = x.oid and k.contype in ('p', 'u'))
  union all
  select format('trigger %s on %s', t.tgname, c.relname)
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgenabled in ('O', 'A')`;

/** The indexes, constraints and triggers of the database, sorted, in the form of `migrations/objects.txt`. */
export async function listObjects(ask: Ask): Promise<string[]> {
  const { rows } = (await ask(OBJECTS)) as { rows: { object: string }[] };
  return rows.map(({ object }) => object).sort();
}

/**
 * The objects of `migrations/objects.txt` that the database lacks. Empty if a newer version has changed the tables,
 * because it may have replaced some.
 */
export async function findMissing(ask: Ask): Promise<string[]> {
  if (await isNewer(ask)) return [];
  const present = new Set(await listObjects(ask));
  return listNeeded().filter((object) => !present.has(object));
}

const listNeeded = () => read('./migrations/objects.txt').trim().split('\n');

const isNewer = async (ask: Ask) => (await newestApplied(ask)) > newestKnown();

function newestKnown(): number {
  const { entries } = JSON.parse(read('./migrations/meta/_journal.json')) as { entries: { when: number }[] };
  return entries.at(-1)?.when ?? 0;
}

async function newestApplied(ask: Ask): Promise<number> {
  const { rows } = await ask('select max(created_at)::text as newest from drizzle.__drizzle_migrations');
  return Number((rows[0] as { newest: string | null }).newest);
}

/**
 * Marks an empty database before a restore into it. The transaction that fills the tables drops the schema `drizzle`,
 * and the mark with it.
 */
export async function markUnfinished(ask: Ask): Promise<void> {
  await ask('create schema if not exists drizzle');
  await ask(`create table if not exists ${MARK} ()`);
}

export async function isUnfinished(ask: Ask): Promise<boolean> {
  return hasTable(ask, MARK);
}

async function hasTable(ask: Ask, name: string): Promise<boolean> {
  const { rows } = await ask(`select to_regclass('${name}') is not null as is_there`);
  return (rows[0] as { is_there: boolean }).is_there;
}

/**
 * Applies the migrations to a database that is empty or complete.
 *
 * @param options.putAside the damaged folder in whose place a restore makes a new database
 * @throws IncompleteDatabaseError before or after it
 */
export async function migrateComplete(
  ask: Ask,
  migrate: () => Promise<void>,
  { putAside }: { putAside?: string | undefined } = {},
): Promise<void> {
  if (await isUnfinished(ask)) {
    throw new IncompleteDatabaseError(
      'A restore into this database has not ended. Run it again: npm run restore -- FILE. For a new, empty shop use an empty database, or another DATA_DIR.',
    );
  }
  const isMigrated = await hasTable(ask, 'drizzle.__drizzle_migrations');
  if (putAside !== undefined && !isMigrated) {
    throw new IncompleteDatabaseError(
      `The damaged database was put aside in ${putAside}, and the restore in its place has not ended. Run it again: npm run restore -- FILE. For a new, empty shop move that folder elsewhere.`,
    );
  }
  try {
    // Drizzle's migrator begins with `create schema if not exists`. PostgreSQL refuses that to a role without CREATE,
    // even if the schema exists.
    if (!isMigrated || (await newestApplied(ask)) < newestKnown()) await migrate();
  } catch (error) {
    throw explainMisfit(error);
  }
  const missing = await findMissing(ask);
  if (missing.length === 0) return;
  const more = missing.length > MAX_NAMES ? `, and ${missing.length - MAX_NAMES} more` : '';
  throw new IncompleteDatabaseError(
    `The database is incomplete: ${missing.length} of ${listNeeded().length} indexes, constraints and triggers are missing or disabled (${missing.slice(0, MAX_NAMES).join(', ')}${more}). The shop does not start on it: without them a payment could be booked twice. ${AGAIN}`,
  );
}

function explainMisfit(error: unknown): unknown {
  for (let e = error; e instanceof Error; e = e.cause) {
    const { code = '' } = e as NodeJS.ErrnoException;
    if (!MISFITS.has(code)) continue;
    return new IncompleteDatabaseError(
      `The migrations do not fit what the database holds (${e.message}), and nothing of it was changed. ${AGAIN} If it holds another program's tables, give the shop a database of its own.`,
      { cause: error },
    );
  }
  return error;
}
