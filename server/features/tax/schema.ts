import { boolean, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, version } from '#server/db/columns.ts';
import type { UsState } from '#shared/us-states.ts';

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
