import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestDatabase } from '#test/database.ts';
import { connectDatabase } from './connect.ts';
import type { Executor } from './executor.ts';
import { rowsOf } from './migration-state.ts';
import { prepareOnce } from './prepared.ts';
import { settings } from './settings.ts';

test('a statement is built once per session and parsed once per connection, also in transactions', async () => {
  const database = await openTestDatabase();
  const { db, close } = await connectDatabase({ databaseUrl: database.url, dataDir: '', poolSize: 1 });
  const built: Executor[] = [];
  const ask = prepareOnce((executor) => {
    built.push(executor);
    return executor
      .select({ key: settings.key, pid: sql<number>`pg_backend_pid()` })
      .from(settings)
      .where(eq(settings.key, sql.placeholder('key')))
      .prepare('ask');
  });
  for (const key of ['a', 'b', 'c']) {
    await db.transaction(async (tx) => {
      await tx.insert(settings).values({ key, value: {} });
      // A row that only this transaction sees.
      expect(await ask(tx).execute({ key })).toMatchObject([{ key }]);
    });
    expect(await ask(db).execute({ key })).toMatchObject([{ key }]);
    await db.select({ key: settings.key }).from(settings);
  }
  expect(built.length).toBe(2);
  const kept = sql`select name, (generic_plans + custom_plans)::int as runs from pg_prepared_statements`;
  expect(await rowsOf(db, kept)).toEqual([{ name: 'ask', runs: 6 }]);
  await close();
  await database.remove();
});
