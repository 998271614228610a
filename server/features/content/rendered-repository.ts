import { and, asc, eq, lt, ne, notExists, or, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { renderedPieces, renderedSets } from './schema.ts';

/** The size of a row of bytes; larger ones would delay shoppers' queries. */
const PIECE_BYTES = 256 * 1024;

/** Writes the files of an unused set, in pieces, each in a separate statement. */
export async function writePieces(db: Executor, setId: string, packed: Buffer): Promise<void> {
  for (let at = 0, piece = 0; at < packed.length; at += PIECE_BYTES, piece++) {
    await db.insert(renderedPieces).values({ setId, piece, bytes: packed.subarray(at, at + PIECE_BYTES) });
  }
}

/** Assigns a written set to a revision. @returns false when the build already has one */
export async function insertSet(
  tx: Executor,
  set: { id: string; build: string; revision: number; createdAt: Date },
): Promise<boolean> {
  const rows = await tx.insert(renderedSets).values(set).onConflictDoNothing().returning({ id: renderedSets.id });
  return rows.length === 1;
}

/** The packed files of a revision; `null` when this build has none. */
export async function readSet(db: Executor, build: string, revision: number): Promise<Buffer | null> {
  const pieces = await db
    .select({ bytes: renderedPieces.bytes })
    .from(renderedPieces)
    .innerJoin(renderedSets, eq(renderedSets.id, renderedPieces.setId))
    .where(and(eq(renderedSets.build, build), eq(renderedSets.revision, revision)))
    .orderBy(asc(renderedPieces.piece));
  return pieces.length === 0 ? null : Buffer.concat(pieces.map(({ bytes }) => bytes));
}

/**
 * Keeps the sets of this build's two newest revisions. Those of other builds are deleted after a week, pieces without a
 * set after an hour, because a publish takes minutes.
 */
export async function deleteOldSets(db: Executor, build: string, revision: number, now: Date): Promise<void> {
  const weekAgo = new Date(now.getTime() - 7 * 86_400_000);
  const hourAgo = new Date(now.getTime() - 3_600_000);
  await db
    .delete(renderedSets)
    .where(
      or(
        and(eq(renderedSets.build, build), lt(renderedSets.revision, revision - 1)),
        and(ne(renderedSets.build, build), lt(renderedSets.createdAt, weekAgo)),
      ),
    );
  const used = db.select({ one: sql`1` }).from(renderedSets).where(eq(renderedSets.id, renderedPieces.setId));
  await db.delete(renderedPieces).where(and(lt(renderedPieces.createdAt, hourAgo), notExists(used)));
}
