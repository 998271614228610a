import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, createdAt, language, searchWords, updatedAt, version } from '#server/db/columns.ts';
import { personKey } from '#server/db/person.ts';
import type { AccountAddress, CertificateType, Terms } from '#shared/accounts/accounts.ts';
import type { CaseLine } from '#shared/accounts/price-lists.ts';
import type { UsState } from '#shared/places/us-states.ts';

/** Stores that buy by the case. Amounts in US cents. */
export const accounts = pgTable(
  'accounts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    businessName: text('business_name').notNull(),
    addresses: jsonb('addresses').$type<readonly AccountAddress[]>().notNull().default([]),
    terms: text('terms').$type<Terms>().notNull().default('prepaid'),
    onHold: boolean('on_hold').notNull().default(false),
    minimumCents: integer('minimum_cents'),
    creditLimitCents: integer('credit_limit_cents'),
    /** The resale certificate; `null` without one. */
    certificateNumber: text('certificate_number'),
    certificateState: text('certificate_state').$type<UsState>(),
    certificateEndsOn: date('certificate_ends_on', { mode: 'string' }),
    /** `id` names its pieces. */
    certificateFile: jsonb('certificate_file').$type<{
      id: string;
      name: string;
      type: CertificateType;
      bytes: number;
    }>(),
    notes: text('notes').notNull().default(''),
    /** The inquiry that it was made from, at most one account each; the inquiry may be deleted. */
    inquiryId: uuid('inquiry_id').unique(),
    /** Also counts changes of its people. */
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    search: searchWords('search').generatedAlwaysAs(
      sql`search_words(business_name, certificate_number, jsonb_path_query_array(addresses, '$[*].*')::text)`,
    ),
  },
  (t) => [
    index('accounts_name').on(t.businessName, t.id),
    index('accounts_newest').on(t.createdAt, t.id),
    index('accounts_certificate').on(t.certificateEndsOn),
    index('accounts_search').using('gin', t.search).with({ fastupdate: false }),
  ],
);

const accountId = () =>
  uuid('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

/** Who buys for an account. */
export const accountPeople = pgTable(
  'account_people',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: accountId(),
    position: integer('position').notNull(),
    fullName: text('full_name').notNull(),
    email: text('email').notNull(),
    phone: text('phone'),
    language: language('language'),
    search: searchWords('search').generatedAlwaysAs(sql`search_words(full_name, email)`),
  },
  (t) => [
    index('account_people_account').on(t.accountId, t.position),
    index('account_people_person').on(personKey(t.email)),
  ],
);

/** The file of a resale certificate. Pieces that no account names are of an upload that was cut off. */
export const certificatePieces = pgTable(
  'certificate_pieces',
  {
    accountId: accountId(),
    file: uuid('file').notNull(),
    piece: integer('piece').notNull(),
    bytes: bytes('bytes').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.file, t.piece] })],
);

/** The default list, and the lines in which accounts differ from it. */
export const priceLists = pgTable('price_lists', {
  /** `default`, or the account's id. */
  id: text('id').primaryKey(),
  accountId: uuid('account_id')
    .unique()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  lines: jsonb('lines').$type<readonly CaseLine[]>().notNull(),
  version: version(),
  updatedAt: updatedAt(),
});
