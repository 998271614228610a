import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { connectDatabase } from '#server/db/connect.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { shopForAll } from '#test/shop.ts';
import { VisitCounter } from './counter.ts';
import { visitDays } from './schema.ts';
import { writeVisits } from './writer.ts';

const shop = shopForAll();

/** Another instance's deps: a counter and connections of its own. */
async function another({ database }: TestApp): Promise<TestApp> {
  const connection = await connectDatabase({ databaseUrl: database.url, dataDir: database.dataDir });
  return startTestApp({ database: { ...database, connection } });
}

test('the counts of two instances add up, in any order of the pages', async () => {
  const other = await another(shop);
  const rows = Array.from({ length: 300 }, (_, i) => ({ page: `/page-${i}`, source: i % 3 === 0 ? 'market' : '' }));
  const counters = [new VisitCounter(shop.deps), new VisitCounter(other.deps)];
  const writes = counters.map(async (visits, at) => {
    const { db, log } = at === 0 ? shop.deps : other.deps;
    for (let round = 0; round < 20; round++) {
      const met = at === 0 ? rows : rows.toReversed();
      visits.putBack(met.map((row) => ({ day: '2026-03-01', ...row, language: 'en', visits: 1, views: 2 })));
      await writeVisits({ db, log, visits });
    }
  });
  await Promise.all(writes);
  const stored = await shop.deps.db.select().from(visitDays).orderBy(asc(visitDays.page));
  expect(stored).toHaveLength(rows.length);
  expect(stored.every(({ visits, views }) => visits === 40 && views === 80)).toBe(true);
  await other.app.close();
  await other.deps.connection.close();
});
