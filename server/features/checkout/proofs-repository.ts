import { eq, lt } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { settings } from '#server/db/settings.ts';
import { usedProofs } from './schema.ts';

const SECRET = 'payment_proof_secret';

/** The key that signs challenges, shared by all instances; created at the first call. */
export async function findProofSecret(db: Executor, make: () => string): Promise<string> {
  const find = async () => {
    const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, SECRET));
    return row && (row.value as { secret: string }).secret;
  };
  const found = await find();
  if (found !== undefined) return found;
  await db
    .insert(settings)
    .values({ key: SECRET, value: { secret: make() } })
    .onConflictDoNothing();
  const made = await find();
  if (made === undefined) throw new Error('The secret of the challenges was neither inserted nor found');
  return made;
}

/** @returns false when it was used before */
export async function insertUsedProof(db: Executor, id: string, expiresAt: Date): Promise<boolean> {
  const rows = await db
    .insert(usedProofs)
    .values({ id, expiresAt })
    .onConflictDoNothing()
    .returning({ id: usedProofs.id });
  return rows.length === 1;
}

export async function deleteProofsBefore(db: Executor, time: Date): Promise<void> {
  await db.delete(usedProofs).where(lt(usedProofs.expiresAt, time));
}
