import { eq, gt, lte, or } from 'drizzle-orm';
import type { Executor } from './connect.ts';
import { settings } from './settings.ts';

/**
 * Lets one instance at a time do a job, at most every `pauseMs`. A lease in the future comes from an instance whose
 * clock was ahead, and is ignored.
 *
 * @param key identifies the job among the settings
 * @returns `null` when another instance has it
 */
export async function takeLease(
  db: Executor,
  key: string,
  now: Date,
  pauseMs: number,
): Promise<{ lastFinishedAt: Date | null } | null> {
  const [row] = await db
    .insert(settings)
    .values({ key, value: {}, updatedAt: now })
    .onConflictDoUpdate({
      target: settings.key,
      set: { updatedAt: now },
      setWhere: or(
        lte(settings.updatedAt, new Date(now.getTime() - pauseMs)),
        gt(settings.updatedAt, new Date(now.getTime() + pauseMs)),
      ),
    })
    .returning({ value: settings.value });
  if (!row) return null;
  const { finishedAt } = row.value as { finishedAt?: string };
  return { lastFinishedAt: finishedAt === undefined ? null : new Date(finishedAt) };
}

export async function finishLease(db: Executor, key: string, startedAt: Date): Promise<void> {
  await db
    .update(settings)
    .set({ value: { finishedAt: startedAt.toISOString() } })
    .where(eq(settings.key, key));
}
