import { and, eq, getTableColumns, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { type KeysetSort, keyset, mayBeNear, nearRows, unindexed } from '#server/db/keyset.ts';
import { rowsOf } from '#server/db/migration-state.ts';
import type { ListFilter, ListPage, Positioned } from '#server/db/paged-list.ts';
import { searchWords } from '#server/db/search.ts';
import type { JournalQuery, JournalSort, JournalStaff } from '#shared/admin/journal.ts';
import { ERASED_TEXT } from '#shared/checkout/person.ts';
import { shopZone } from '#shared/shipping/shop-zone.ts';
import { journal } from './schema.ts';

const { search: _, persons: __, ...columns } = getTableColumns(journal);
export type JournalRow = Omit<typeof journal.$inferSelect, 'search' | 'persons'>;
export type NewLine = Omit<typeof journal.$inferInsert, 'id' | 'at' | 'search'>;

const SORTS: Record<JournalSort, KeysetSort> = {
  newest: { by: journal.at, kind: 'time', direction: 'desc' },
  oldest: { by: journal.at, kind: 'time', direction: 'asc' },
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

type Filter = ListFilter<JournalQuery>;
type Found = Positioned<JournalRow>;

/**
 * At most `limit` lines from `cursor` on. Every combination of filters has an index in the list's order; a search first
 * examines the next rows (`nearRows`).
 */
export async function listLines(db: Executor, filter: Filter, page: ListPage): Promise<Found[]> {
  const { q, sort } = filter;
  if (!q) return listBy(db, SORTS[sort], filter, page);
  if (UUID.test(q)) return listBy(db, unindexed(SORTS[sort]), filter, page, eq(journal.subjectId, q.toLowerCase()));
  const { matches, found, share } = await searchWords(db, journal, q);
  if (mayBeNear(share, page.limit)) {
    const near = await listNear(db, filter, page, matches);
    if (near.length === page.limit) return near;
  }
  return listBy(db, unindexed(SORTS[sort]), filter, page, found);
}

function listBy(db: Executor, by: KeysetSort, filter: Filter, page: ListPage, text?: SQL): Promise<Found[]> {
  const { orderBy, after, position } = keyset(by, journal.id, filter.sort, page.cursor);
  return db
    .select({ ...columns, position })
    .from(journal)
    .where(and(after, isChosen(filter), text))
    .orderBy(...orderBy)
    .limit(page.limit);
}

function listNear(db: Executor, filter: Filter, page: ListPage, text: SQL): Promise<Found[]> {
  const { orderBy, after, position } = keyset(SORTS[filter.sort], journal.id, filter.sort, page.cursor);
  const near = db
    .select({ ...getTableColumns(journal), position: position.as('position') })
    .from(journal)
    .where(and(after, isChosen(filter)))
    .orderBy(...orderBy)
    .limit(nearRows(page.limit))
    // The alias equals the table's name, so that conditions on its columns apply.
    .as('journal');
  return db
    .select({ ...columns, position: near.position })
    .from(near)
    .where(text)
    .orderBy(...orderBy)
    .limit(page.limit);
}

function isChosen({ area, staff: person, day, subject }: Filter): SQL | undefined {
  const [kind = '', ...id] = subject?.split(':') ?? [];
  return and(
    area ? eq(journal.area, area) : undefined,
    person ? eq(journal.staffId, person) : undefined,
    subject ? and(eq(journal.subjectKind, kind), eq(journal.subjectId, id.join(':'))) : undefined,
    day ? and(gte(journal.at, startOf(sql`${day}::date`)), lt(journal.at, startOf(sql`${day}::date + 1`))) : undefined,
  );
}

const startOf = (day: SQL) => sql`(${day})::timestamp at time zone ${shopZone()}::text`;

/** Everybody who has a line, with the latest name. One step in the index for each of them. */
export function listStaff(db: Executor): Promise<JournalStaff> {
  return rowsOf(
    db,
    sql`with recursive people(id) as (
        (select staff_id from journal where staff_id > '' order by staff_id limit 1)
        union all
        select (select staff_id from journal where staff_id > people.id order by staff_id limit 1) from people
        where people.id is not null
      )
      select id, (select staff_name from journal where staff_id = people.id order by at desc limit 1) as name
      from people where id is not null`,
  );
}

export async function insertLine(db: Executor, line: NewLine): Promise<void> {
  await db.insert(journal).values(line);
}

/** Opens the journal for the transaction: `keep_journal` refuses every other change. */
const openJournal = (tx: Executor) => tx.execute(sql`select set_config('shop.journal', 'open', true)`);
const closeJournal = (tx: Executor) => tx.execute(sql`select set_config('shop.journal', '', true)`);

/**
 * Removes a person from the lines about their orders and inquiries, and from those that name one of their mailboxes.
 * Who did what remains, with numbers and states; texts do not.
 *
 * @param person from `personOf`
 */
export async function eraseFromJournal(
  tx: Executor,
  { person, subjects }: { person: string; subjects: Readonly<Record<string, readonly string[]>> },
): Promise<void> {
  await openJournal(tx);
  const gone = JSON.stringify(ERASED_TEXT);
  const without = (side: SQL) => sql`(
    select jsonb_object_agg(key, case
      when jsonb_typeof(value) in ('number', 'boolean') or key in ('status', 'state') then value else ${gone}::jsonb end)
    from jsonb_each(${side}))`;
  const isTheirs = [
    sql`${journal.persons} && array[${person.replace(/[^ -~]/g, '')}]::text[]`,
    ...Object.entries(subjects).map(([kind, ids]) =>
      and(eq(journal.subjectKind, kind), inArray(journal.subjectId, [...ids])),
    ),
  ];
  for (const condition of isTheirs) {
    await tx
      .update(journal)
      .set({
        before: without(sql`${journal.before}`),
        after: without(sql`${journal.after}`),
        subjectName: null,
        persons: null,
      })
      .where(condition);
  }
  await closeJournal(tx);
}

/** From here on the transaction's changes have no lines. */
export async function withoutLines(tx: Executor): Promise<void> {
  await tx.execute(sql`select set_config('shop.actor', '', true)`);
}

/** Does work whose changes have no lines. */
export async function quietly<T>(tx: Executor, work: () => Promise<T>): Promise<T> {
  const [{ actor = '' } = {}] = await rowsOf<{ actor?: string }>(
    tx,
    sql`select coalesce(current_setting('shop.actor', true), '') as actor`,
  );
  await withoutLines(tx);
  const result = await work();
  await tx.execute(sql`select set_config('shop.actor', ${actor}, true)`);
  return result;
}

/** At most `limit` of the lines before a moment. @returns how many */
export function deleteLinesBefore(db: Executor, moment: Date, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    await openJournal(tx);
    const old = tx
      .select({ id: journal.id })
      .from(journal)
      .where(lt(journal.at, moment))
      .orderBy(journal.at)
      .limit(limit);
    return (await tx.delete(journal).where(inArray(journal.id, old)).returning({ id: journal.id })).length;
  });
}
