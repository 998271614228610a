import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { Connection, Executor } from '#server/db/connect.ts';
import { listApplied, rowsOf } from '#server/db/migration-state.ts';
import { BackupError, type Head, type TableHead, writeFormat } from './format.ts';
import { countRows, isKept, listTables } from './tables.ts';

/** Rows at a time: as many as fit a few megabytes when each is a mail. */
const BATCH_ROWS = 200;
const SHOP_VERSION: string = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version;

/**
 * Writes everything that the database holds at one moment into a new file.
 *
 * @param options.signal stops it; the file is then not whole
 * @throws BackupError when there is no shop in the database
 */
export function dump(
  connection: Pick<Connection, 'engine' | 'snapshot'>,
  path: string,
  { writtenAt, signal }: { writtenAt: Date; signal?: AbortSignal | undefined },
): Promise<Head['tables']> {
  return connection.snapshot(async (tx) => {
    // Times as text are exact only in a fixed form.
    await tx.execute(sql`set local time zone 'UTC'`);
    await tx.execute(sql`set local datestyle = 'ISO'`);
    await tx.execute(sql`set local extra_float_digits = 1`);
    const migrations = await listApplied(tx);
    if (migrations.length === 0) throw new BackupError('There is no shop in this database yet: nothing to back up.');
    const tables: TableHead[] = [];
    for (const { name, columns } of await listTables(tx)) {
      if (!isKept(name)) continue;
      tables.push({ name, columns: columns.map((column) => column.name), rows: await countRows(tx, name) });
    }
    await writeFormat(
      path,
      {
        shop: SHOP_VERSION,
        writtenAt: writtenAt.toISOString(),
        engine: connection.engine,
        migrations,
        tables,
        sequences: await listSequences(tx),
      },
      (table) => readTable(tx, table, signal),
    );
    return tables;
  });
}

/** The database writes each row as the line that goes into the file; a cursor keeps memory flat. */
async function* readTable(tx: Executor, table: TableHead, signal?: AbortSignal): AsyncGenerator<string[]> {
  const values = sql.join(
    table.columns.map((column) => sql`${sql.identifier(column)}::text`),
    sql`, `,
  );
  await tx.execute(
    sql`declare backup no scroll cursor for
      select array_to_json(array[${values}])::text as line from public.${sql.identifier(table.name)}`,
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
