import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { createdAt, updatedAt } from '#server/db/columns.ts';

export const adminSessions = pgTable(
  'admin_sessions',
  {
    /** SHA-256 of the cookie's token; the token itself is not stored. */
    tokenHash: text('token_hash').primaryKey(),
    /** Id of the password that opened it. A new password ends the session. */
    passwordFingerprint: text('password_fingerprint').notNull(),
    /** Where it was opened: a browser's short name and an IP address; `null` in sessions older than these columns. */
    device: text('device'),
    address: text('address'),
    createdAt: createdAt(),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('admin_sessions_seen').on(t.lastSeenAt)],
);

/**
 * Login attempts for each address and overall, shared by instances; `blockedUntil` is when a scope has all its attempts
 * again.
 */
export const loginFailures = pgTable('login_failures', {
  scope: text('scope').primaryKey(),
  failures: integer('failures').notNull(),
  blockedUntil: timestamp('blocked_until', { withTimezone: true }).notNull(),
  updatedAt: updatedAt(),
});
