import { boolean, date, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { createdAt, version } from '#server/db/columns.ts';
import type { UsState } from '#shared/places/us-states.ts';
import type { TaxRecordState } from '#shared/tax/lines.ts';
import type { TAX_PROVIDERS } from '#shared/tax/tax.ts';

/** The states in which the shop collects tax. */
export const taxRegistrations = pgTable('tax_registrations', {
  id: uuid('id').primaryKey().defaultRandom(),
  state: text('state').$type<UsState>().notNull().unique(),
  /** Thousandths of a per cent: 8.25 % is 8250. */
  rateMilli: integer('rate_milli').notNull(),
  taxesShipping: boolean('taxes_shipping').notNull(),
  taxesFood: boolean('taxes_food').notNull(),
  /** In the shop's time zone. */
  since: date('since').notNull(),
  version: version(),
  createdAt: createdAt(),
});

/**
 * Records for an outside tax provider: the sale of an order, and each refund. A row is stored with its event and
 * reported afterwards. Orders taxed by the table have none.
 */
export const taxRecords = pgTable(
  'tax_records',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id').notNull(),
    kind: text('kind').$type<'sale' | 'refund'>().notNull(),
    /** The order's or the refund's id: the provider keeps one record for each. */
    reference: uuid('reference').notNull().unique(),
    provider: text('provider').$type<(typeof TAX_PROVIDERS)[number]>().notNull(),
    /** For a sale; `null` until it is calculated, if the provider did not answer at the checkout. */
    calculationId: text('calculation_id'),
    /** Including tax. */
    amountCents: integer('amount_cents').notNull(),
    /** What the customer was charged for a sale. */
    taxCents: integer('tax_cents').notNull().default(0),
    transactionId: text('transaction_id'),
    state: text('state').$type<TaxRecordState>().notNull().default('due'),
    /** Why a person has to check it. */
    failure: text('failure'),
    nextCheckAt: timestamp('next_check_at', { withTimezone: true }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('tax_records_order').on(t.orderId), index('tax_records_due').on(t.state, t.nextCheckAt)],
);
