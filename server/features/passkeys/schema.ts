import { bigint, boolean, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { bytes, createdAt } from '#server/db/columns.ts';
import { staff } from '#server/features/admin/schema.ts';

const staffId = () =>
  text('staff_id')
    .notNull()
    .references(() => staff.id, { onDelete: 'cascade' });

export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    staffId: staffId(),
    /** Empty until its person has named it, if the device is not recognized. */
    name: text('name').notNull().default(''),
    /** As base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** In COSE's form. */
    publicKey: bytes('public_key').notNull(),
    /** How often it was used, by its own count; stays 0 in keys that are copied between devices. */
    counter: bigint('counter', { mode: 'number' }).notNull().default(0),
    transports: jsonb('transports').$type<readonly string[]>().notNull().default([]),
    /** The relying party: the shop's host when it was made. Browsers offer it only there. */
    host: text('host').notNull(),
    isBackedUp: boolean('is_backed_up').notNull().default(false),
    createdAt: createdAt(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
  },
  (t) => [index('passkeys_staff').on(t.staffId)],
);

/** Challenges that no passkey has answered yet. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    /** SHA-256 of the challenge. */
    hash: text('hash').primaryKey(),
    /** What it may be answered for, and by which session. */
    purpose: text('purpose').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (t) => [index('passkey_challenges_expiry').on(t.expiresAt)],
);

/** Unused codes. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    /** SHA-256 of the code; 79 random bits need no slower hash. */
    hash: text('hash').primaryKey(),
    staffId: staffId(),
    createdAt: createdAt(),
  },
  (t) => [index('recovery_codes_staff').on(t.staffId)],
);
