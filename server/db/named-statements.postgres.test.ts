import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { settings } from '#server/db/settings.ts';
import { openTestDatabase } from '#test/database.ts';
import { connectDatabase } from './connect.ts';
import { MOST_NAMES } from './named-statements.ts';

test('a statement with a name is prepared once a connection, each of its texts under a name of its own, and no other is', async () => {
  const database = await openTestDatabase();
  const { db, close } = await connectDatabase({ databaseUrl: database.url, dataDir: '', poolSize: 1 });
  const ask = (keys: string[]) =>
    db.select({ key: settings.key }).from(settings).where(sql`${settings.key} in ${keys}`).prepare('ask').execute();
  for (let i = 0; i < 3; i++) {
    await ask(['a']);
    await ask(['a', 'b']);
    await db.select({ key: settings.key }).from(settings);
  }
  const { rows } = (await db.execute(
    sql`select name, generic_plans + custom_plans as runs from pg_prepared_statements order by name`,
  )) as unknown as { rows: { name: string; runs: string }[] };
  expect(rows.map(({ name, runs }) => [name.replace(/\d+$/, ''), Number(runs)])).toEqual([
    ['ask_', 3],
    ['ask_', 3],
  ]);
  await close();
  await database.remove();
});

test('names are bounded: a text beyond the most is sent without one', async () => {
  const database = await openTestDatabase();
  const { db, close } = await connectDatabase({ databaseUrl: database.url, dataDir: '', poolSize: 1 });
  const ask = (count: number) =>
    db
      .select({ key: settings.key })
      .from(settings)
      .where(sql`${settings.key} in ${Array.from({ length: count }, String)}`)
      .prepare('many')
      .execute();
  for (let count = 1; count <= MOST_NAMES + 5; count++) expect(await ask(count)).toEqual([]);
  const { rows } = (await db.execute(sql`select count(*)::int as named from pg_prepared_statements`)) as unknown as {
    rows: { named: number }[];
  };
  expect(rows[0]?.named).toBeLessThanOrEqual(MOST_NAMES);
  expect(rows[0]?.named).toBeGreaterThan(MOST_NAMES / 2);
  await close();
  await database.remove();
});
