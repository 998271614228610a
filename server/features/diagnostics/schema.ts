import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { createdAt } from '#server/db/columns.ts';

/** Violations of our Content-Security-Policy that browsers reported: one row for each kind, with its count. */
export const cspReports = pgTable(
  'csp_reports',
  {
    /** Hash of page, directive and blocked resource. */
    id: text('id').primaryKey(),
    page: text('page').notNull(),
    directive: text('directive').notNull(),
    blocked: text('blocked').notNull(),
    count: integer('count').notNull(),
    createdAt: createdAt(),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull(),
  },
  (t) => [index('csp_reports_seen').on(t.lastSeenAt)],
);
