import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, createdAt, updatedAt, version } from '#server/db/columns.ts';
import type { Fields, RevisionChange } from './kind.ts';

/**
 * The owner's changes, one row per item. An item without a row, or without `published`, follows the files of the brand.
 */
export const contentItems = pgTable(
  'content_items',
  {
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    /** All fields as shoppers see them. */
    published: jsonb('published').$type<Fields>(),
    /** The saved, unpublished fields. */
    draft: jsonb('draft').$type<Fields>(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.id] })],
);

/**
 * The published revisions, kept for good; numbered in the order of publishing. Missing numbers belong to publishes that
 * changed none of the owner's content.
 */
export const contentRevisions = pgTable('content_revisions', {
  id: integer('id').primaryKey(),
  author: text('author').notNull(),
  changes: jsonb('changes').$type<RevisionChange[]>().notNull(),
  /** The revision that this one reverted. */
  restores: integer('restores'),
  createdAt: createdAt(),
});

/** The rendered pages of a revision by one build: the ids of the pieces. */
export const renderedSets = pgTable(
  'rendered_sets',
  {
    id: uuid('id').primaryKey(),
    build: text('build').notNull(),
    revision: integer('revision').notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('rendered_sets_once').on(t.build, t.revision)],
);

/** The rendered files themselves, of an existing or future set. */
export const renderedPieces = pgTable(
  'rendered_pieces',
  {
    setId: uuid('set_id').notNull(),
    piece: integer('piece').notNull(),
    bytes: bytes('bytes').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.setId, t.piece] }), index('rendered_pieces_age').on(t.createdAt)],
);
