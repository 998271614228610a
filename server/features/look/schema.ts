import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, createdAt } from '#server/db/columns.ts';

/**
 * Uploaded logos and the pictures made from them, in pieces. A name contains a hash of what the file is made of, so a
 * file never changes.
 */
export const lookPieces = pgTable(
  'look_pieces',
  {
    name: text('name').notNull(),
    piece: integer('piece').notNull(),
    bytes: bytes('bytes').notNull(),
    /** When it was last saved in a look. */
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.name, t.piece] }), index('look_pieces_age').on(t.createdAt)],
);
