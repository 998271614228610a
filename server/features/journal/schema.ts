import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { searchWords } from '#server/db/columns.ts';
import type { JournalAction, JournalArea } from '#shared/admin/journal.ts';

/**
 * What people of the staff have done: who, when, what. Triggers (`write_journal`) write the lines of changes in the
 * transaction of each change; `keep_journal` refuses to change a line.
 *
 * @see docs/decisions/0049-journal-by-triggers.md
 */
export const journal = pgTable(
  'journal',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The time of the line, not of its transaction, so that the lines of a transaction keep their order. */
    at: timestamp('at', { withTimezone: true }).notNull().default(sql`clock_timestamp()`),
    /** `''` for somebody who is not known: a refused sign-in. */
    staffId: text('staff_id').notNull(),
    /** As it was then; `''` for an owner without a name. */
    staffName: text('staff_name').notNull(),
    /** Method and route; `null` for a sign-in. */
    call: text('call'),
    action: text('action').$type<JournalAction>().notNull(),
    area: text('area').$type<JournalArea>().notNull(),
    /** What was changed, such as `order` and its id. */
    subjectKind: text('subject_kind'),
    subjectId: text('subject_id'),
    subjectName: text('subject_name'),
    /** The row itself, where it is a part of the subject: a refund of an order. */
    record: text('record'),
    /** The changed columns without secrets; long values are cut. */
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    /** Keys of the mailboxes in the line, from `person_key`, for their erasure. */
    persons: text('persons').array(),
    search: searchWords('search').generatedAlwaysAs(
      // The other parts of a UUID are random words, which an index writes slowly and nobody types.
      sql`search_words(staff_name, subject_kind, split_part(subject_id, '-', 1), subject_name, left(before::text, 500), left(after::text, 500))`,
    ),
  },
  (t) => [
    index('journal_newest').on(t.at, t.id),
    index('journal_staff').on(t.staffId, t.at, t.id),
    index('journal_area').on(t.area, t.at, t.id),
    index('journal_area_staff').on(t.area, t.staffId, t.at, t.id),
    index('journal_subject').on(t.subjectId, t.subjectKind, t.at, t.id),
    index('journal_persons').using('gin', t.persons).where(sql`${t.persons} is not null`),
    index('journal_search').using('gin', t.search).with({ fastupdate: false }),
  ],
);
