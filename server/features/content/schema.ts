import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, updatedAt, version } from '#server/db/columns.ts';
import type { Fields, RevisionChange } from './kind.ts';

/**
 * What the owner has changed, one row for each thing. A thing without a row, or without `published`, follows the files
 * of the brand.
 */
export const contentItems = pgTable(
  'content_items',
  {
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    /** All fields as shoppers see them. */
    published: jsonb('published').$type<Fields>(),
    /** The fields that are saved and not public yet. */
    draft: jsonb('draft').$type<Fields>(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.id] })],
);

/** What was published, kept for good; numbered without gaps in the order of publishing. */
export const contentRevisions = pgTable(
  'content_revisions',
  {
    id: integer('id').primaryKey(),
    author: text('author').notNull(),
    changes: jsonb('changes').$type<RevisionChange[]>().notNull(),
    /** The revision that this one took back. */
    restores: integer('restores'),
    createdAt: createdAt(),
  },
  (t) => [index('content_revisions_age').on(t.createdAt)],
);
