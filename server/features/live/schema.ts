import { sql } from 'drizzle-orm';
import { bigint, customType, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { LiveChange } from '#shared/admin/live.ts';

/** Number of a transaction, which never wraps around. */
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/**
 * Recent changes, written by triggers in the transaction of each change and kept for an hour.
 *
 * @see docs/decisions/0040-live-changes-by-snapshot.md
 */
export const liveChanges = pgTable(
  'live_changes',
  {
    transaction: transactionId('transaction').notNull().default(sql`pg_current_xact_id()`),
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity(),
    kind: text('kind').$type<LiveChange['kind']>().notNull(),
    action: text('action').$type<LiveChange['action']>().notNull(),
    /** The changed record; `null` for many at once. */
    record: uuid('record'),
    /** The order or inquiry that a mail belongs to. */
    parent: uuid('parent'),
    version: integer('version'),
    /** When the row was written, not when its transaction began. */
    notedAt: timestamp('noted_at', { withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  },
  (t) => [primaryKey({ columns: [t.transaction, t.id] })],
);
