import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * Visits and page views by day (in the shop's time zone), page, source and language. Nothing in it says who came: no
 * cookie, address or browser is stored, so it is not part of a person's data.
 */
export const visitDays = pgTable(
  'visit_days',
  {
    day: date('day').notNull(),
    /** The page's path, in the fallback language. */
    page: text('page').notNull(),
    /** As of orders; '' without one, `OTHER_SOURCES` for those beyond the day's limit. */
    source: text('source').notNull(),
    language: text('language').notNull(),
    visits: integer('visits').notNull(),
    views: integer('views').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.page, t.source, t.language] })],
);
