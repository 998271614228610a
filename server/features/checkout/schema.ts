import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Used challenges, kept until they expire. */
export const usedProofs = pgTable('used_proofs', {
  /** The challenge's signature. */
  id: text('id').primaryKey(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
});
