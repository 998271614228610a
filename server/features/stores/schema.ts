import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, index, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, updatedAt, version } from '#server/db/columns.ts';

/** The searched text of a store. */
export const storeWords = ({ name, address }: { name: AnyPgColumn; address: AnyPgColumn }): SQL =>
  sql`search_words(${name}, ${address})`;

export const storeLocations = pgTable(
  'store_locations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    address: text('address').notNull(),
    storeType: text('store_type').notNull(),
    latitude: numeric('latitude', { precision: 10, scale: 7 }).notNull(),
    longitude: numeric('longitude', { precision: 10, scale: 7 }).notNull(),
    /** The inquiry that it was added from, at most one store each; the inquiry may be deleted. */
    inquiryId: uuid('inquiry_id').unique(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('store_locations_search').using('gin', storeWords(t))],
);
