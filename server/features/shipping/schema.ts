import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from '#server/db/columns.ts';

export const shippingQuotes = pgTable(
  'shipping_quotes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Hash of items and address: a quote is valid for exactly these. */
    fingerprint: text('fingerprint').notNull(),
    /** The same without prices: finds quotes whose prices have changed. Older quotes have none. */
    itemsFingerprint: text('items_fingerprint'),
    prices: jsonb('prices').$type<QuotedPrice[]>(),
    rates: jsonb('rates').$type<QuotedRate[]>().notNull(),
    createdAt: createdAt(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('shipping_quotes_fingerprint').on(t.fingerprint, t.expiresAt),
    index('shipping_quotes_items').on(t.itemsFingerprint, t.expiresAt),
    index('shipping_quotes_expiry').on(t.expiresAt),
  ],
);

/** The price of a product when the quote was made, in US cents. */
export type QuotedPrice = { id: string; priceCents: number };
/** One offered rate; `amountCents` in US cents. */
export type QuotedRate = {
  service: string;
  carrier: string;
  amountCents: number;
  estimatedDays: number;
  /** The promised days; missing in quotes of earlier versions. */
  shipBy?: string;
  arriveBy?: string;
};
