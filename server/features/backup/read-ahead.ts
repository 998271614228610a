import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type SQL, sql } from 'drizzle-orm';
import type { Database, Executor } from '#server/db/connect.ts';
import { rowsOf } from '#server/db/migration-state.ts';
import type { TableHead } from './format.ts';
import { splitLines } from './lines.ts';
import { isKept, lineOf, listTables, setExactTexts, type TableColumns } from './shop-tables.ts';

/** Rows in one batch. With mails of 12 KB a batch takes some 40 ms; then other queries run. */
const TURN_ROWS = 100;
/** Keys in one batch of the last pass. */
const KEY_ROWS = 5_000;
const OUT_ROWS = 200;

/** A row as it was read, with its primary key as JSON text; neither contains a tab. */
type Keyed = { key: string; line: string };

export type ReadAhead = {
  tables: TableColumns[];
  /** In the last pass: the current keys, and the rows written since. @param tx a snapshot */
  catchUp(tx: Executor, table: TableColumns): Promise<TableHead>;
  /** The table's rows as of the last pass; call it afterwards. */
  rows(name: string): AsyncGenerator<string[]>;
  remove(): Promise<void>;
};

/**
 * Reads all tables of a database with one connection in many short transactions, so that other queries run in between.
 * One last pass reads only the keys and the rows written meanwhile. At 100,000 orders the shop waits only for that
 * pass, and not for the body of every mail. The result is the state at the last pass: exactly its keys, and each
 * unchanged row as it was read.
 *
 * @param path temporary files are beside it
 */
export async function readAhead(db: Database, path: string, signal?: AbortSignal): Promise<ReadAhead> {
  const files: string[] = [];
  const spooled = new Map<string, { rows: string; keys: string; changed: Map<string, string> }>();
  const remove = async () => void (await Promise.all(files.map((file) => rm(file, { force: true }))));
  try {
    // No transaction is open between batches: every lower transaction id has committed, and later ones have this id or
    // a higher one.
    const [start] = await rowsOf<{ xid: string }>(
      db,
      sql`select pg_snapshot_xmax(pg_current_snapshot())::xid::text as xid`,
    );
    // Part of the text, because the query of a cursor takes no parameters.
    const since = sql.raw(`'${Number(start?.xid)}'::xid`);
    const tables = (await listTables(db)).filter(({ name }) => isKept(name));
    for (const [i, table] of tables.entries()) {
      const spool = { rows: `${path}.rows${i}`, keys: `${path}.keys${i}`, changed: new Map<string, string>() };
      files.push(spool.rows, spool.keys);
      spooled.set(table.name, spool);
      await writeLines(spool.rows, readInTurns(db, table, signal));
    }
    return {
      tables,
      remove,
      catchUp: async (tx, table) => {
        const { keys, changed } = spoolOf(table.name);
        const { key, order } = keyOf(table);
        const from = sql`from public.${sql.identifier(table.name)}`;
        const line = lineOf(table.columns.map(({ name }) => name));
        // A transaction id has 32 bits and wraps around; its age does not.
        const written = sql`select ${key} as key, ${line} as line ${from} where age(xmin) <= age(${since})`;
        for await (const rows of readQuery<Keyed>(tx, written, OUT_ROWS)) {
          for (const row of rows) changed.set(row.key, row.line);
        }
        let count = 0;
        const allKeys = async function* () {
          // A separate query: sorting only the keys takes a third of the time of sorting whole rows.
          for await (const rows of readQuery<Keyed>(
            tx,
            sql`select ${key} as key ${from} order by ${order}`,
            KEY_ROWS,
          )) {
            signal?.throwIfAborted();
            count += rows.length;
            yield rows.map((row) => row.key);
          }
        };
        await writeLines(keys, allKeys());
        return { name: table.name, columns: table.columns.map(({ name }) => name), rows: count };
      },
      rows: (name) => merge(name, spoolOf(name)),
    };
  } catch (error) {
    await remove();
    throw error;
  }

  function spoolOf(name: string) {
    const spool = spooled.get(name);
    if (!spool) throw new Error(`The table ${name} was not read ahead`);
    return spool;
  }
}

/** Reads one table in the order of its key, each batch in its own transaction. */
async function* readInTurns(db: Database, table: TableColumns, signal?: AbortSignal): AsyncGenerator<string[]> {
  const { key, order, columns } = keyOf(table);
  let last: string | undefined;
  for (;;) {
    signal?.throwIfAborted();
    const values = columns.map(
      ({ type }, i) => sql`((${last}::text)::json ->> ${sql.raw(String(i))})::${sql.raw(type)}`,
    );
    const behind = last === undefined ? sql`` : sql`where (${order}) > (${sql.join(values, sql`, `)})`;
    const rows = await db.transaction(async (tx) => {
      await setExactTexts(tx);
      return rowsOf<Keyed>(
        tx,
        sql`select ${key} as key, ${lineOf(table.columns.map(({ name }) => name))} as line
          from public.${sql.identifier(table.name)} ${behind} order by ${order} limit ${sql.raw(String(TURN_ROWS))}`,
      );
    });
    if (rows.length > 0) yield rows.map((row) => `${row.key}\t${row.line}`);
    last = rows.at(-1)?.key;
    if (rows.length < TURN_ROWS) return;
  }
}

async function* readQuery<T>(tx: Executor, query: SQL, count: number): AsyncGenerator<T[]> {
  // All rows are needed, so a plan that favours the first rows would be slower.
  await tx.execute(sql`set local cursor_tuple_fraction = 1`);
  await tx.execute(sql`declare catch_up no scroll cursor for ${query}`);
  for (;;) {
    const rows = await rowsOf<T>(tx, sql.raw(`fetch ${count} from catch_up`));
    if (rows.length === 0) break;
    yield rows;
  }
  await tx.execute(sql`close catch_up`);
}

/**
 * The rows of the last pass: each key once, with the line that was read ahead or, if it was written since, the new one.
 */
async function* merge(
  name: string,
  { rows, keys, changed }: { rows: string; keys: string; changed: Map<string, string> },
): AsyncGenerator<string[]> {
  const old = readLines(rows);
  let batch: string[] = [];
  try {
    for await (const key of readLines(keys)) {
      batch.push(changed.get(key) ?? (await lineBehind(old, key, name)));
      if (batch.length === OUT_ROWS) {
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  } finally {
    await old.return(undefined);
  }
}

/** Both lists have the same order. Skipped entries were deleted or written since. */
async function lineBehind(old: AsyncGenerator<string>, key: string, name: string): Promise<string> {
  for (;;) {
    const next = await old.next();
    if (next.done) throw new Error(`A row of ${name} was neither read ahead nor written since`);
    const tab = next.value.indexOf('\t');
    if (next.value.slice(0, tab) === key) return next.value.slice(tab + 1);
  }
}

/** The primary key: as JSON text, as an SQL list, and its columns. */
function keyOf({ name, key, columns }: TableColumns): { key: SQL; order: SQL; columns: TableColumns['columns'] } {
  if (key.length === 0) throw new Error(`The table ${name} has no primary key to read it by`);
  return {
    key: lineOf(key),
    order: sql.join(
      key.map((column) => sql.identifier(column)),
      sql`, `,
    ),
    columns: key.flatMap((column) => columns.find((one) => one.name === column) ?? []),
  };
}

async function writeLines(path: string, batches: AsyncIterable<string[]>): Promise<void> {
  async function* text() {
    for await (const lines of batches) if (lines.length > 0) yield `${lines.join('\n')}\n`;
  }
  await pipeline(
    Readable.from(text()),
    createGzip({ level: 1 }),
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  );
}

async function* readLines(path: string): AsyncGenerator<string> {
  const source = createReadStream(path);
  const text = createGunzip();
  source.once('error', (error) => text.destroy(error));
  try {
    yield* splitLines(source.pipe(text));
  } finally {
    source.destroy();
    text.destroy();
  }
}
