import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { media, mediaPieces } from './schema.ts';

export type MediaRow = typeof media.$inferSelect;

/** The size of a row of bytes; larger ones would delay shoppers' queries. */
const PIECE_BYTES = 256 * 1024;

const isReady = isNotNull(media.readyAt);

/** Inserts a row that is hidden until `showMedia`. */
export async function insertHidden(
  db: Executor,
  row: Pick<MediaRow, 'id' | 'name' | 'alt' | 'focal' | 'createdAt'>,
): Promise<void> {
  await db.insert(media).values({ ...row, updatedAt: row.createdAt });
}

/** Writes a file in pieces, each in a separate statement, so that other queries run in between. */
export async function writeFile(db: Executor, mediaId: string, file: string, content: Buffer): Promise<void> {
  for (let at = 0, piece = 0; at < content.length; at += PIECE_BYTES, piece++) {
    await db.insert(mediaPieces).values({ mediaId, file, piece, bytes: content.subarray(at, at + PIECE_BYTES) });
  }
}

/** Makes a picture visible once all its files are written. */
export async function showMedia(
  db: Executor,
  { id, ...facts }: Pick<MediaRow, 'id' | 'hash' | 'width' | 'height' | 'widths' | 'bytes'> & { readyAt: Date },
): Promise<MediaRow> {
  const [row] = await db
    .update(media)
    .set({ ...facts, updatedAt: facts.readyAt })
    .where(eq(media.id, id))
    .returning();
  if (!row) throw new Error(`The picture ${id} was deleted while it was written`);
  return row;
}

/** The library, newest first. */
export function listMedia(db: Executor): Promise<MediaRow[]> {
  return db
    .select()
    .from(media)
    .where(and(isReady, isNull(media.deletedAt)))
    .orderBy(desc(media.createdAt), asc(media.id));
}

/** Includes those deleted within the hour, because something may show them. */
export function listReady(db: Executor): Promise<MediaRow[]> {
  return db.select().from(media).where(isReady);
}

/** `null` when the library has no such picture. */
export async function findMedia(db: Executor, id: string): Promise<MediaRow | null> {
  const [row] = await db.select().from(media).where(isShown(id));
  return row ?? null;
}

/** Locked until the transaction ends; `null` when the library has no such picture. */
export async function lockMedia(tx: Executor, id: string): Promise<MediaRow | null> {
  const [row] = await tx.select().from(media).where(isShown(id)).for('update');
  return row ?? null;
}

const isShown = (id: string) => and(eq(media.id, id), isReady, isNull(media.deletedAt));

export async function updateMedia(
  tx: Executor,
  id: string,
  change: Partial<Pick<MediaRow, 'alt' | 'focal'>> & { updatedAt: Date },
): Promise<MediaRow> {
  const [row] = await tx.update(media).set(change).where(eq(media.id, id)).returning();
  if (!row) throw new Error(`There is no picture ${id}`);
  return row;
}

/** `at` is `null` to restore deleted ones. */
export async function setDeleted(db: Executor, ids: readonly string[], at: Date | null): Promise<void> {
  if (ids.length === 0) return;
  const isOther = at === null ? isNotNull(media.deletedAt) : isNull(media.deletedAt);
  await db
    .update(media)
    .set({ deletedAt: at })
    .where(and(inArray(media.id, [...ids]), isOther));
}

/** One file of a picture; `null` when no file has this name and hash. */
export async function readFile(db: Executor, id: string, hash: string, file: string): Promise<Buffer | null> {
  const pieces = await db
    .select({ bytes: mediaPieces.bytes })
    .from(mediaPieces)
    .innerJoin(media, eq(media.id, mediaPieces.mediaId))
    .where(and(eq(mediaPieces.mediaId, id), eq(mediaPieces.file, file), eq(media.hash, hash), isReady))
    .orderBy(asc(mediaPieces.piece));
  return pieces.length === 0 ? null : Buffer.concat(pieces.map(({ bytes }) => bytes));
}

/** Pictures that were not ready, or deleted, before this moment. */
export async function listOutdated(db: Executor, before: Date): Promise<{ id: string; isDeleted: boolean }[]> {
  const rows = await db
    .select({ id: media.id, deletedAt: media.deletedAt })
    .from(media)
    .where(or(and(isNull(media.readyAt), lt(media.createdAt, before)), lt(media.deletedAt, before)));
  return rows.map(({ id, deletedAt }) => ({ id, isDeleted: deletedAt !== null }));
}

/** Deletes a picture for good, one file at a time. */
export async function deleteMedia(db: Executor, id: string): Promise<void> {
  const files = await db
    .selectDistinct({ file: mediaPieces.file })
    .from(mediaPieces)
    .where(eq(mediaPieces.mediaId, id));
  for (const { file } of files) {
    await db.delete(mediaPieces).where(and(eq(mediaPieces.mediaId, id), eq(mediaPieces.file, file)));
  }
  await db.delete(media).where(eq(media.id, id));
}
