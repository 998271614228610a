import { between, desc, lt, min, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from '#server/db/connect.ts';
import { OTHER_SOURCES } from '#shared/visits/visits.ts';
import type { VisitCount } from './counter.ts';
import { visitDays } from './schema.ts';

/** Both days are included. */
export type Days = { from: string; until: string };

const PARTS_SHOWN = 200;
const sumOf = (column: PgColumn) => sql<number>`coalesce(sum(${column}), 0)::int`.mapWith(Number);
const visits = sumOf(visitDays.visits);
const views = sumOf(visitDays.views);
const isIn = ({ from, until }: Days) => between(visitDays.day, from, until);

/**
 * Adds counts to the table in one statement. A source without a row on a day gets one if it is among `named`, or while
 * the day has fewer than `maxSources`; the others are added to `OTHER_SOURCES`.
 */
export async function addVisits(
  db: Executor,
  counts: readonly VisitCount[],
  { named, maxSources }: { named: readonly string[]; maxSources: number },
): Promise<void> {
  // Sorted: two instances that lock the same rows in different orders would wait for each other.
  await db.execute(sql`
    with counted as (
      select * from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
        as c(day date, page text, source text, language text, visits int, views int)
    ),
    held as (
      select distinct day, source from ${visitDays}
      where day in (select day from counted) and source not in ('', ${OTHER_SOURCES})
    ),
    fresh as (
      select day, source, sum(visits) as visits from counted
      where source not in ('', ${OTHER_SOURCES}) and (day, source) not in (select day, source from held)
        and source not in (select jsonb_array_elements_text(${JSON.stringify(named)}::jsonb))
      group by 1, 2
    ),
    ranked as (
      select day, source, row_number() over (partition by day order by visits desc, source) as place from fresh
    ),
    refused as (
      select day, source from ranked
      where place > ${maxSources}::int - (select count(*) from held where held.day = ranked.day)
    )
    insert into ${visitDays} (day, page, source, language, visits, views)
    select day, page, case when (day, source) in (select day, source from refused) then ${OTHER_SOURCES} else source end,
      language, sum(visits)::int, sum(views)::int
    from counted group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (day, page, source, language) do update set
      visits = ${visitDays.visits} + excluded.visits, views = ${visitDays.views} + excluded.views`);
}

/** The first day with a visit; `null` if there is none. */
export async function findFirstDay(db: Executor): Promise<string | null> {
  const [row] = await db.select({ day: min(visitDays.day) }).from(visitDays);
  return row?.day ?? null;
}

/** By page, source or language, most visits first. */
export function sumVisits(
  db: Executor,
  part: 'page' | 'source' | 'language',
  days: Days,
): Promise<{ key: string; visits: number; views: number }[]> {
  const key = visitDays[part];
  return db
    .select({ key: sql<string>`${key}`, visits, views })
    .from(visitDays)
    .where(isIn(days))
    .groupBy(key)
    .orderBy(desc(visits), desc(views), key)
    .limit(PARTS_SHOWN);
}

export async function deleteVisitsBefore(db: Executor, day: string): Promise<void> {
  await db.delete(visitDays).where(lt(visitDays.day, day));
}
