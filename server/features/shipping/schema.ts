import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from '#server/db/columns.ts';

export const shippingQuotes = pgTable(
  'shipping_quotes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Hash of items and address: a quote is valid for exactly these. */
    fingerprint: text('fingerprint').notNull(),
    rates: jsonb('rates').$type<QuotedRate[]>().notNull(),
    createdAt: createdAt(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('shipping_quotes_fingerprint').on(t.fingerprint, t.expiresAt),
    index('shipping_quotes_expiry').on(t.expiresAt),
  ],
);

/** One offered rate; `amountCents` in US cents. */
export type QuotedRate = { service: string; carrier: string; amountCents: number; estimatedDays: number };
