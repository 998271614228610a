import { index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { bytes, createdAt, updatedAt, version } from '#server/db/columns.ts';
import type { Localized } from '#shared/core/language.ts';

/** Uploaded pictures. A row is hidden before `ready_at`, when all its pieces are written. */
export const media = pgTable(
  'media',
  {
    id: text('id').primaryKey(),
    /** The name of the uploaded file, for the library. */
    name: text('name').notNull(),
    hash: text('hash').notNull().default(''),
    /** The size of the master, in pixels. */
    width: integer('width').notNull().default(0),
    height: integer('height').notNull().default(0),
    widths: jsonb('widths').$type<number[]>().notNull().default([]),
    /** Master and all sizes together. */
    bytes: integer('bytes').notNull().default(0),
    alt: jsonb('alt').$type<Localized>().notNull(),
    /** In per cent from the top left. */
    focal: jsonb('focal').$type<[number, number]>().notNull(),
    readyAt: timestamp('ready_at', { withTimezone: true }),
    /** From then on it is hidden in the library; it is deleted an hour later. */
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('media_age').on(t.createdAt)],
);

/** The files of a picture, in pieces: `master.jpg` and each size and format, such as `480.avif`. */
export const mediaPieces = pgTable(
  'media_pieces',
  {
    mediaId: text('media_id').notNull(),
    file: text('file').notNull(),
    piece: integer('piece').notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.mediaId, t.file, t.piece] })],
);
