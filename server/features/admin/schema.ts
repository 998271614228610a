import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, updatedAt, version } from '#server/db/columns.ts';
import { ROLES } from '#shared/admin/staff.ts';
import { LANGUAGES } from '#shared/core/language.ts';

/** Everybody who may sign in. A start writes the owner's row. */
export const staff = pgTable(
  'staff',
  {
    id: text('id').primaryKey(),
    role: text('role', { enum: ROLES }).notNull(),
    /** Empty until the owner has given one. */
    name: text('name').notNull().default(''),
    /** Lower case. `null` for the owner, who is reached at the shop's own address. */
    email: text('email'),
    /** The language of the admin for this person; `null` follows the browser. */
    language: text('language', { enum: LANGUAGES }),
    /** Argon2id. `null` until an invitation is accepted, and for the owner: see `credentials.ts`. */
    passwordHash: text('password_hash'),
    /** SHA-256 of the token of a helper's link, which sets a password once; `null` without one. */
    linkHash: text('link_hash'),
    linkEndsAt: timestamp('link_ends_at', { withTimezone: true }),
    /** A helper's last use; sessions do not keep it. */
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
    /** Counts changes of the name. */
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('staff_email').on(t.email),
    uniqueIndex('staff_link').on(t.linkHash),
    // One owner.
    uniqueIndex('staff_owner').on(t.role).where(sql`${t.role} = 'owner'`),
  ],
);

export const adminSessions = pgTable(
  'admin_sessions',
  {
    /** SHA-256 of the cookie's token; the token itself is not stored. */
    tokenHash: text('token_hash').primaryKey(),
    staffId: text('staff_id')
      .notNull()
      .default('owner')
      .references(() => staff.id, { onDelete: 'cascade' }),
    /** Id of the person's password when it was opened. A new password ends the session. */
    passwordFingerprint: text('password_fingerprint').notNull(),
    /** Where it was opened: a browser's short name and an IP address; `null` in sessions older than these columns. */
    device: text('device'),
    address: text('address'),
    createdAt: createdAt(),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('admin_sessions_seen').on(t.lastSeenAt), index('admin_sessions_staff').on(t.staffId)],
);

/** Browsers in which a person has signed in; a sign-in from another one is mailed. */
export const staffDevices = pgTable(
  'staff_devices',
  {
    staffId: text('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    /** SHA-256 of the device cookie's token. */
    tokenHash: text('token_hash').notNull(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.tokenHash] })],
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
