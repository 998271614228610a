import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, language, searchWords, version } from '#server/db/columns.ts';
import { personKey } from '#server/db/person.ts';

export const wholesaleInquiries = pgTable(
  'wholesale_inquiries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    businessName: text('business_name').notNull(),
    contactName: text('contact_name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    storeType: text('store_type').notNull(),
    location: text('location').notNull(),
    message: text('message'),
    preferredLanguage: language('preferred_language'),
    status: text('status').notNull().default('pending'),
    /** Private notes of the owner. */
    notes: text('notes'),
    version: version(),
    createdAt: createdAt(),
    search: searchWords('search').generatedAlwaysAs(
      sql`search_words(business_name, contact_name, email, location, right(regexp_replace(phone, '[^0-9]', '', 'g'), 10))`,
    ),
  },
  (t) => [
    index('wholesale_newest').on(t.createdAt, t.id),
    index('wholesale_status').on(t.status, t.createdAt, t.id),
    index('wholesale_business').on(t.businessName, t.id),
    index('wholesale_person').on(personKey(t.email)),
    index('wholesale_search').using('gin', t.search).with({ fastupdate: false }),
  ],
);
