import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Database, Executor } from '#server/db/connect.ts';
import { lookPieces } from './schema.ts';

/** The size of a row of bytes; larger ones would delay shoppers' queries. */
const PIECE_BYTES = 256 * 1024;

export type LookFile = { name: string; content: Buffer };

/** Writes files that are missing: all of them or none. An existing file stays, because its name says what is in it. */
export async function writeFiles(db: Database, files: readonly LookFile[], createdAt: Date): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { name, content } of files) {
      for (let at = 0, piece = 0; at < content.length; at += PIECE_BYTES, piece++) {
        const bytes = content.subarray(at, at + PIECE_BYTES);
        const [row] = await tx
          .insert(lookPieces)
          .values({ name, piece, bytes, createdAt })
          .onConflictDoNothing()
          .returning({ piece: lookPieces.piece });
        if (!row) break;
      }
    }
  });
}

const HOUR_MS = 3_600_000;

/** The hash that begins a file's name; the pictures of one logo share it. */
const hashOf = sql<string>`split_part(${lookPieces.name}, '-', 1)`;

/**
 * Notes that the files of these hashes are used, so that housekeeping keeps them; at most once an hour, because each note
 * is a write.
 *
 * @returns how many of the hashes have files
 */
export async function touchFiles(db: Executor, hashes: readonly string[], now: Date): Promise<number> {
  const isNamed = inArray(hashOf, [...hashes]);
  const isOld = lt(lookPieces.createdAt, new Date(now.getTime() - HOUR_MS));
  await db.update(lookPieces).set({ createdAt: now }).where(and(isNamed, isOld));
  return (await db.selectDistinct({ hash: hashOf }).from(lookPieces).where(isNamed)).length;
}

/** `null` when there is no such file. */
export async function readFile(db: Executor, name: string): Promise<Buffer | null> {
  const pieces = await db
    .select({ bytes: lookPieces.bytes })
    .from(lookPieces)
    .where(eq(lookPieces.name, name))
    .orderBy(asc(lookPieces.piece));
  return pieces.length === 0 ? null : Buffer.concat(pieces.map(({ bytes }) => bytes));
}

/** The hashes that begin the names of files last saved before this moment. */
export async function listOldHashes(db: Executor, before: Date): Promise<string[]> {
  const rows = await db.selectDistinct({ hash: hashOf }).from(lookPieces).where(lt(lookPieces.createdAt, before));
  return rows.map(({ hash }) => hash);
}

/** Deletes the files of a hash, unless one was saved again meanwhile. */
export async function deleteFiles(db: Executor, hash: string, before: Date): Promise<void> {
  await db.delete(lookPieces).where(and(eq(hashOf, hash), lt(lookPieces.createdAt, before)));
}
