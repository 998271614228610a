import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Connection, Executor } from '#server/db/connect.ts';
import { listApplied, rowsOf } from '#server/db/migration-state.ts';
import { BackupError, type Head, type TableHead, writeFormat } from './format.ts';
import { readAhead } from './read-ahead.ts';
import { checkRoom, type Statfs } from './room.ts';
import { countRows, isKept, lineOf, listTables, setExactTexts } from './shop-tables.ts';

/** Rows in one batch. A row may contain a mail; a batch stays within a few megabytes. */
const BATCH_ROWS = 200;
const SHOP_VERSION: string = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version;

/** The content of a finished file. `newestOrder`: an ISO time, `null` without orders. */
export type Written = { tables: TableHead[]; newestOrder: string | null; engine: Connection['engine'] };
/** The same with the finished file's path and size. */
export type WrittenBackup = { path: string; bytes: number } & Written;
export type Options = { writtenAt: Date; signal?: AbortSignal | undefined; statfs?: Statfs };

/**
 * Writes a consistent snapshot of the database into a new file.
 *
 * @param options.signal aborts; the file is then incomplete
 * @returns the tables with their numbers of rows in the file, and its newest order
 * @throws BackupError when the database has no shop, or on PGlite when there is no disk space for the rows read ahead
 */
export async function dump(
  connection: Pick<Connection, 'db' | 'engine' | 'snapshot'>,
  path: string,
  options: Options,
): Promise<Written> {
  // A PostgreSQL snapshot blocks nobody. On PGlite's single connection it would block the shop while it lasts.
  return connection.engine === 'postgres'
    ? dumpAtOnce(connection, path, options)
    : dumpAhead(connection, path, options);
}

function dumpAtOnce(connection: Pick<Connection, 'engine' | 'snapshot'>, path: string, options: Options) {
  return connection.snapshot(async (tx) => {
    await setExactTexts(tx);
    const head = await readHead(tx, connection.engine, options.writtenAt);
    for (const table of await listTables(tx)) {
      if (!isKept(table.name)) continue;
      const columns = table.columns.map(({ name }) => name);
      head.tables.push({ name: table.name, columns, rows: await countRows(tx, table.name) });
    }
    await writeFormat(path, head, (table) => readTable(tx, table, options.signal));
    return written(head);
  });
}

async function dumpAhead(connection: Pick<Connection, 'db' | 'engine' | 'snapshot'>, path: string, options: Options) {
  await checkRoom(connection.db, dirname(path), options.statfs);
  const ahead = await readAhead(connection.db, path, options.signal);
  try {
    const head = await connection.snapshot(async (tx) => {
      await setExactTexts(tx);
      const found = await readHead(tx, connection.engine, options.writtenAt);
      for (const table of ahead.tables) found.tables.push(await ahead.catchUp(tx, table));
      return found;
    });
    await writeFormat(path, head, (table) => ahead.rows(table.name));
    return written(head);
  } finally {
    await ahead.remove();
  }
}

const written = ({ tables, newestOrder, engine }: Omit<Head, 'format' | 'version'>): Written => ({
  tables,
  engine,
  newestOrder: newestOrder ?? null,
});

async function readHead(
  tx: Executor,
  engine: Connection['engine'],
  writtenAt: Date,
): Promise<Omit<Head, 'format' | 'version'>> {
  const migrations = await listApplied(tx);
  if (migrations.length === 0) throw new BackupError('There is no shop in this database yet: nothing to back up.');
  const [newest] = await rowsOf<{ at: string | null }>(
    tx,
    sql`select to_char(max(created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from orders`,
  );
  return {
    newestOrder: newest?.at ?? null,
    shop: SHOP_VERSION,
    writtenAt: writtenAt.toISOString(),
    engine,
    migrations,
    tables: [],
    sequences: await listSequences(tx),
  };
}

/** The database formats each row as the line of the file; a cursor keeps memory constant. */
async function* readTable(tx: Executor, table: TableHead, signal?: AbortSignal): AsyncGenerator<string[]> {
  await tx.execute(
    sql`declare backup no scroll cursor for
      select ${lineOf(table.columns)} as line from public.${sql.identifier(table.name)}`,
  );
  for (;;) {
    signal?.throwIfAborted();
    const rows = await rowsOf<{ line: string }>(tx, sql.raw(`fetch ${BATCH_ROWS} from backup`));
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await tx.execute(sql`close backup`);
}

async function listSequences(tx: Executor): Promise<Head['sequences']> {
  const names = await rowsOf<{ name: string }>(
    tx,
    sql`select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`,
  );
  const sequences: Head['sequences'] = [];
  for (const { name } of names) {
    const [state] = await rowsOf<{ value: string; isCalled: boolean }>(
      tx,
      sql`select last_value::text as value, is_called as "isCalled" from public.${sql.identifier(name)}`,
    );
    if (state) sequences.push({ name, ...state });
  }
  return sequences;
}
