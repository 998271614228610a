import { readdirSync } from 'node:fs';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rowsOf } from '#server/db/migration-state.ts';
import { settings } from '#server/db/settings.ts';
import { orders } from '#server/features/orders/schema.ts';
import { temporaryFolder } from '#test/backup.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { anOrder } from '#test/orders.ts';
import { readAhead } from './read-ahead.ts';
import { lineOf, listTables, setExactTexts } from './shop-tables.ts';

let database: TestDatabase;
let files: ReturnType<typeof temporaryFolder>;
beforeEach(async () => {
  database = await openTestDatabase();
  files = temporaryFolder();
});
afterEach(async () => {
  await database.remove();
  files.remove();
});

/** The lines of a table from a single query. */
function linesOf(name: string): Promise<string[]> {
  return database.connection.snapshot(async (tx) => {
    await setExactTexts(tx);
    const table = (await listTables(tx)).find((one) => one.name === name);
    const columns = table?.columns.map((column) => column.name) ?? [];
    const rows = await rowsOf<{ line: string }>(
      tx,
      sql`select ${lineOf(columns)} as line from ${sql.identifier(name)}`,
    );
    return rows.map(({ line }) => line).sort();
  });
}

async function all(rows: AsyncIterable<string[]>): Promise<string[]> {
  const found: string[] = [];
  for await (const batch of rows) found.push(...batch);
  return found.sort();
}

test('rows inserted, changed, deleted or restored during the read are in the backup in their final state', async () => {
  const { db } = database.connection;
  const made = Array.from({ length: 450 }, (_, i) => anOrder({ customerName: `Name\t${i}` }));
  await db.insert(orders).values(made);
  await db.insert(settings).values({ key: 'b\t"ñ"', value: 1 });
  const before = await linesOf('orders');

  const ahead = await readAhead(db, files.at('part'));
  const ids = (await db.select({ id: orders.id }).from(orders).orderBy(asc(orders.id))).map(({ id }) => id);
  const at = (...places: number[]) => places.map((place) => ids.at(place) ?? '');
  await db.delete(orders).where(inArray(orders.id, at(0, 1, 99, 100, 200, -1)));
  await db
    .update(orders)
    .set({ status: 'shipped' })
    .where(inArray(orders.id, at(2, 101, 102, -2)));
  await db.insert(orders).values([anOrder(), anOrder({ id: '00000000-0000-0000-0000-000000000000' })]);
  await db.insert(orders).values(anOrder({ id: at(200)[0], customerName: 'put back' }));
  await db.update(settings).set({ key: 'a' }).where(eq(settings.key, 'b\t"ñ"'));

  const heads = await database.connection.snapshot(async (tx) => {
    await setExactTexts(tx);
    const list = [];
    for (const table of ahead.tables) list.push(await ahead.catchUp(tx, table));
    return list;
  });
  const then = {
    orders: await linesOf('orders'),
    settings: await linesOf('settings'),
    order_day_parts: await linesOf('order_day_parts'),
  };
  // The control: without the last pass the backup would differ.
  expect(then.orders).not.toEqual(before);
  // Changes after the last pass are not in it.
  await db.update(orders).set({ status: 'cancelled' });
  for (const [name, lines] of Object.entries(then)) {
    expect(await all(ahead.rows(name)), name).toEqual(lines);
    expect(heads.find((head) => head.name === name)?.rows).toBe(lines.length);
  }
  await ahead.remove();
  expect(readdirSync(files.folder)).toEqual([]);
});

test('reading ahead holds the connection for one batch at a time', async () => {
  const { db } = database.connection;
  await db.insert(orders).values(Array.from({ length: 950 }, () => anOrder()));
  let between = 0;
  let isReading = true;
  const other = (async () => {
    while (isReading) {
      await db.execute(sql`select 1`);
      between += 1;
    }
  })();
  const ahead = await readAhead(db, files.at('part'));
  isReading = false;
  await other;
  expect(between).toBeGreaterThan(10);
  await ahead.remove();
});

test('a stop removes the temporary files', async () => {
  await expect(
    readAhead(database.connection.db, files.at('part'), AbortSignal.abort(new Error('stopping'))),
  ).rejects.toThrow('stopping');
  expect(readdirSync(files.folder)).toEqual([]);
});
