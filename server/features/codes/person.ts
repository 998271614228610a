import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { codeUses, discountCodes } from './schema.ts';

type Of = { person: string; orderIds: readonly string[] };

const isOf = ({ person, orderIds }: Of) =>
  or(eq(codeUses.person, person), orderIds.length > 0 ? inArray(codeUses.orderId, [...orderIds]) : undefined);

/** The codes that a person has used, or holds for a payment. */
export function listCodesOf(db: Executor, of: Of): Promise<{ code: string; isTaken: boolean }[]> {
  return db
    .select({ code: discountCodes.code, isTaken: sql<boolean>`${codeUses.orderId} is not null` })
    .from(codeUses)
    .innerJoin(discountCodes, eq(discountCodes.id, codeUses.codeId))
    .where(isOf(of))
    .orderBy(discountCodes.code);
}

/** Removes the person from the uses of codes, which stay counted; held uses are deleted. */
export async function eraseUses(tx: Executor, of: Of): Promise<void> {
  await tx.delete(codeUses).where(and(isOf(of), isNull(codeUses.orderId)));
  await tx.update(codeUses).set({ person: '' }).where(isOf(of));
}
