import { and, desc, eq, gt, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { type AutomaticDiscount, automaticDiscounts } from '#server/db/automatic-discounts.ts';
import type { Executor } from '#server/db/connect.ts';
import { isOfNoLink } from '#server/db/link-attempts.ts';
import { codeUses, discountCodes } from './schema.ts';

export type CodeRow = typeof discountCodes.$inferSelect;
export type NewCodeRow = typeof discountCodes.$inferInsert;
export type UseCounts = { uses: number; held: number; revenueCents: number; costCents: number };

export async function findCode(db: Executor, code: string): Promise<CodeRow | null> {
  const [row] = await db.select().from(discountCodes).where(eq(discountCodes.code, code));
  return row ?? null;
}

export async function listAutomatic(db: Executor): Promise<AutomaticDiscount[]> {
  const [row] = await db.select({ all: automaticDiscounts() }).from(sql`(select 1) as one`);
  return row?.all ?? [];
}

/** Whether a discount without a code has begun and not ended. */
export async function hasRunningDiscount(db: Executor, now: Date): Promise<boolean> {
  const { isAutomatic, startsAt, endsAt } = discountCodes;
  const hasBegun = or(isNull(startsAt), lte(startsAt, now));
  const isOpen = or(isNull(endsAt), gt(endsAt, now));
  const rows = await db
    .select({ id: discountCodes.id })
    .from(discountCodes)
    .where(and(isAutomatic, hasBegun, isOpen))
    .limit(1);
  return rows.length > 0;
}

/** Locked until the transaction ends; `null` when there is no such row. */
export async function lockCode(tx: Executor, is: { id: string } | { code: string }): Promise<CodeRow | null> {
  const isIt = 'id' in is ? eq(discountCodes.id, is.id) : eq(discountCodes.code, is.code);
  const [row] = await tx.select().from(discountCodes).where(isIt).for('update');
  return row ?? null;
}

/** @returns `null` when a code of this name exists */
export async function insertCode(tx: Executor, code: NewCodeRow): Promise<CodeRow | null> {
  const [row] = await tx.insert(discountCodes).values(code).onConflictDoNothing().returning();
  return row ?? null;
}

export async function updateCode(tx: Executor, id: string, values: Partial<NewCodeRow>): Promise<void> {
  if (Object.keys(values).length > 0) await tx.update(discountCodes).set(values).where(eq(discountCodes.id, id));
}

export async function deleteCode(tx: Executor, id: string): Promise<void> {
  await tx.delete(discountCodes).where(eq(discountCodes.id, id));
}

/** Newest first. */
export function listCodes(db: Executor, now: Date): Promise<(CodeRow & UseCounts)[]> {
  return codesWithCounts(db, now);
}

/** @param text in capitals */
export function findCodes(
  db: Executor,
  text: string,
  limit: number,
): Promise<Pick<CodeRow, 'id' | 'code' | 'kind' | 'value'>[]> {
  const { id, code, kind, value } = discountCodes;
  // Not `like`, whose wildcards would have to be escaped. A shop has few codes, so no index is needed.
  const at = sql`strpos(${code}, ${text})`;
  return db
    .select({ id, code, kind, value })
    .from(discountCodes)
    .where(gt(at, 0))
    .orderBy(sql`${code} <> ${text}`, at, code)
    .limit(limit);
}

export async function findCodeById(db: Executor, id: string, now: Date): Promise<(CodeRow & UseCounts) | null> {
  const [row] = await codesWithCounts(db, now, eq(discountCodes.id, id));
  return row ?? null;
}

async function codesWithCounts(db: Executor, now: Date, where?: SQL): Promise<(CodeRow & UseCounts)[]> {
  const isTaken = sql`${codeUses.orderId} is not null`;
  const rows = await db
    .select({
      code: discountCodes,
      uses: sql<number>`(count(*) filter (where ${isTaken}))::int`,
      held: sql<number>`(count(*) filter (where ${codeUses.orderId} is null and ${codeUses.expiresAt} > ${now.toISOString()}::timestamptz))::int`,
      // Exceeds 32 bits.
      revenueCents: sql<number>`coalesce(sum(${codeUses.revenueCents}) filter (where ${isTaken}), 0)::float8`,
      costCents: sql<number>`coalesce(sum(${codeUses.costCents}) filter (where ${isTaken}), 0)::float8`,
    })
    .from(discountCodes)
    .leftJoin(codeUses, eq(codeUses.codeId, discountCodes.id))
    .where(where)
    .groupBy(discountCodes.id)
    .orderBy(desc(discountCodes.createdAt), desc(discountCodes.id));
  return rows.map(({ code, ...counts }) => ({ ...code, ...counts }));
}

/** Who starts a checkout, as hashes; `null` in checkouts of an earlier version. */
export type Holder = { caller: string | null; device: string | null };

/**
 * Counts taken or held uses: in all, by orders, by one person, and those that one network or browser holds or has held
 * without paying. Uses of `except` do not count.
 *
 * @param by.isOfAll otherwise `all` counts only the person's: a code without a limit may have any number of uses
 * @param by.unpaidSince unpaid uses whose hold ended after this moment count against their holder
 */
export async function countUses(
  db: Executor,
  by: {
    codeId: string;
    person: string;
    now: Date;
    except?: string | undefined;
    isOfAll: boolean;
    holder?: Holder | undefined;
    unpaidSince: Date;
  },
): Promise<{ all: number; taken: number; ofPerson: number; ofHolder: number }> {
  const { holder } = by;
  const isTaken = isNull(codeUses.expiresAt);
  const isUsed = or(isTaken, gt(codeUses.expiresAt, by.now)) as SQL;
  const isOfHolder = holder
    ? sql`${codeUses.orderId} is null and (${codeUses.caller} = ${holder.caller} or ${codeUses.device} = ${holder.device})`
    : sql`false`;
  const countIf = (which: SQL) => sql<number>`(count(*) filter (where ${which}))::int`;
  const [row] = await db
    .select({
      all: countIf(isUsed),
      taken: countIf(isTaken),
      ofPerson: countIf(sql`${isUsed} and ${codeUses.person} = ${by.person}`),
      ofHolder: countIf(isOfHolder),
    })
    .from(codeUses)
    .where(
      and(
        eq(codeUses.codeId, by.codeId),
        by.isOfAll ? undefined : eq(codeUses.person, by.person),
        holder ? or(isTaken, gt(codeUses.expiresAt, by.unpaidSince)) : isUsed,
        by.except === undefined ? undefined : ne(codeUses.attemptKey, by.except),
      ),
    );
  return row ?? { all: 0, taken: 0, ofPerson: 0, ofHolder: 0 };
}

/** Releases the use that an attempt holds. @param isOver a condition, read with the same snapshot */
export async function deleteUse(db: Executor, attemptKey: string, isOver: SQL): Promise<void> {
  await db.delete(codeUses).where(and(eq(codeUses.attemptKey, attemptKey), isNull(codeUses.orderId), isOver));
}

/** Makes this the only use that the attempt holds; one taken by an order stays. */
export async function replaceUse(
  tx: Executor,
  attemptKey: string,
  use: (Holder & { codeId: string; person: string; expiresAt: Date }) | null,
): Promise<void> {
  await tx.delete(codeUses).where(and(eq(codeUses.attemptKey, attemptKey), isNull(codeUses.orderId)));
  if (use)
    await tx
      .insert(codeUses)
      .values({ ...use, attemptKey })
      .onConflictDoNothing();
}

/** An order takes the use, held or not. */
export async function takeUse(
  tx: Executor,
  use: { codeId: string; attemptKey: string; person: string; orderId: string; revenueCents: number; costCents: number },
): Promise<void> {
  const { orderId, revenueCents, costCents } = use;
  await tx
    .insert(codeUses)
    .values(use)
    .onConflictDoUpdate({
      target: [codeUses.codeId, codeUses.attemptKey],
      set: { orderId, revenueCents, costCents, expiresAt: null },
    });
}

export async function prolongUse(db: Executor, attemptKey: string, now: Date, expiresAt: Date): Promise<void> {
  await db
    .update(codeUses)
    .set({ expiresAt: sql`greatest(${codeUses.expiresAt}, ${expiresAt.toISOString()}::timestamptz)` })
    .where(and(eq(codeUses.attemptKey, attemptKey), isNull(codeUses.orderId), gt(codeUses.expiresAt, now)));
}

/** Deletes held uses that ended before `time`. */
export async function deleteUsesBefore(db: Executor, time: Date): Promise<void> {
  await db.delete(codeUses).where(and(isNull(codeUses.orderId), lt(codeUses.expiresAt, time)));
}

/** Limits the end of held uses to `latest`, but for links: a later one was written while the clock was ahead. */
export async function shortenUses(db: Executor, latest: Date): Promise<void> {
  await db
    .update(codeUses)
    .set({ expiresAt: latest })
    .where(and(gt(codeUses.expiresAt, latest), isOfNoLink(codeUses.attemptKey)));
}
