import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { passkeyChallenges, passkeys, recoveryCodes } from './schema.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

/* ---- passkeys ---- */

export function listPasskeys(db: Executor, staffId: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.staffId, staffId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

export async function findPasskey(db: Executor, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return row ?? null;
}

/** @returns `null` if the credential exists already */
export async function insertPasskey(db: Executor, row: typeof passkeys.$inferInsert): Promise<PasskeyRow | null> {
  const [inserted] = await db.insert(passkeys).values(row).onConflictDoNothing().returning();
  return inserted ?? null;
}

/**
 * Counts a use in one statement, so that of two answers with the same count, on any instances, one is refused.
 *
 * @returns whether the count went up, or is not kept
 */
export async function countUse(
  db: Executor,
  id: string,
  { counter, isBackedUp }: { counter: number; isBackedUp: boolean },
  now: Date,
): Promise<boolean> {
  const isNext = sql`(${passkeys.counter} < ${counter} or (${passkeys.counter} = 0 and ${counter} = 0))`;
  const rows = await db
    .update(passkeys)
    .set({ counter, isBackedUp, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), isNext))
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

const ownPasskey = (staffId: string, id: string) => and(eq(passkeys.id, id), eq(passkeys.staffId, staffId));

export async function renamePasskey(
  db: Executor,
  staffId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | null> {
  const [row] = await db.update(passkeys).set({ name }).where(ownPasskey(staffId, id)).returning();
  return row ?? null;
}

/** @returns whether there was one */
export async function deletePasskey(db: Executor, staffId: string, id: string): Promise<boolean> {
  const rows = await db.delete(passkeys).where(ownPasskey(staffId, id)).returning({ id: passkeys.id });
  return rows.length > 0;
}

/** Removes all passkeys and recovery codes of a person. */
export async function removeKeys(tx: Executor, staffId: string): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.staffId, staffId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.staffId, staffId));
}

/* ---- challenges ---- */

export async function insertChallenge(db: Executor, row: typeof passkeyChallenges.$inferInsert): Promise<void> {
  await db.insert(passkeyChallenges).values(row);
}

/** Uses a challenge up, whether or not its answer is right. @returns whether it was open for this purpose */
export async function takeChallenge(db: Executor, hash: string, purpose: string, now: Date): Promise<boolean> {
  const rows = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.hash, hash),
        eq(passkeyChallenges.purpose, purpose),
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ hash: passkeyChallenges.hash });
  return rows.length > 0;
}

/** At most 1,000 rows in one call; skips rows that another instance has locked. */
export async function deleteChallengesBefore(db: Executor, moment: Date): Promise<void> {
  const old = db
    .select({ hash: passkeyChallenges.hash })
    .from(passkeyChallenges)
    .where(lt(passkeyChallenges.expiresAt, moment))
    .limit(1000)
    .for('update', { skipLocked: true });
  await db.delete(passkeyChallenges).where(inArray(passkeyChallenges.hash, old));
}

/* ---- recovery codes ---- */

export async function replaceCodes(db: Executor, staffId: string, hashes: readonly string[]): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.staffId, staffId));
  await db.insert(recoveryCodes).values(hashes.map((hash) => ({ hash, staffId })));
}

/** @returns whose code it is; `null` if it is unknown or used */
export async function findCode(db: Executor, hash: string): Promise<string | null> {
  const [row] = await db
    .select({ staffId: recoveryCodes.staffId })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.hash, hash));
  return row?.staffId ?? null;
}

/** Uses a code up. @returns whether it was still there */
export async function takeCode(db: Executor, hash: string): Promise<boolean> {
  const rows = await db
    .delete(recoveryCodes)
    .where(eq(recoveryCodes.hash, hash))
    .returning({ hash: recoveryCodes.hash });
  return rows.length > 0;
}

export function countCodes(db: Executor, staffId: string): Promise<number> {
  return db.$count(recoveryCodes, eq(recoveryCodes.staffId, staffId));
}
