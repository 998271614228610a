import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { createdAt, version } from '#server/db/columns.ts';
import type { CodeKind } from '#shared/checkout/codes.ts';
import type { Localized } from '#shared/core/language.ts';

/** Discount codes. Amounts in US cents; `value` is per cent or cents, by kind. */
export const discountCodes = pgTable('discount_codes', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** In capitals. */
  code: text('code').notNull().unique(),
  /** Applies without being typed; the code only identifies it in lists and files. */
  isAutomatic: boolean('is_automatic').notNull().default(false),
  /** What shoppers read for an automatic discount. */
  names: jsonb('names').$type<Localized>(),
  /** The discounted products; `null`: all. */
  productIds: jsonb('product_ids').$type<readonly string[]>(),
  kind: text('kind').$type<CodeKind>().notNull(),
  value: integer('value').notNull(),
  startsAt: timestamp('starts_at', { withTimezone: true }),
  endsAt: timestamp('ends_at', { withTimezone: true }),
  minimumCents: integer('minimum_cents'),
  maxUses: integer('max_uses'),
  maxUsesPerPerson: integer('max_uses_per_person'),
  version: version(),
  createdAt: createdAt(),
});

/** A use of a code: held by a checkout until `expiresAt`, taken by an order for good. */
export const codeUses = pgTable(
  'code_uses',
  {
    codeId: uuid('code_id')
      .notNull()
      .references(() => discountCodes.id, { onDelete: 'cascade' }),
    /** The attempt of the checkout: all its starts share one use. */
    attemptKey: text('attempt_key').notNull(),
    /** The normalized mail address. */
    person: text('person').notNull(),
    /** `null` once an order has taken it. */
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    orderId: uuid('order_id'),
    /** Who started the checkout, as hashes (see `Origin`). */
    caller: text('caller'),
    device: text('device'),
    /** The price of the order's items and shipping, and the discount of the code. */
    revenueCents: integer('revenue_cents').notNull().default(0),
    costCents: integer('cost_cents').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.codeId, t.attemptKey] }),
    index('code_uses_expiry').on(t.expiresAt),
    index('code_uses_person').on(t.codeId, t.person),
  ],
);
