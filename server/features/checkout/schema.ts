import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Solutions of challenges that have started a payment, until they would count for nothing anyway. */
export const usedProofs = pgTable('used_proofs', {
  /** The challenge's signature. */
  id: text('id').primaryKey(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
});
