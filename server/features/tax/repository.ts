import { asc, eq, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { type TaxPlace, taxRuleAt } from '#server/db/tax-rule.ts';
import type { TaxRule } from '#shared/tax/tax.ts';
import { taxRegistrations } from './schema.ts';

export type RegistrationRow = typeof taxRegistrations.$inferSelect;
export type NewRegistration = typeof taxRegistrations.$inferInsert;

export function listRegistrations(db: Executor): Promise<RegistrationRow[]> {
  return db.select().from(taxRegistrations).orderBy(asc(taxRegistrations.state));
}

/** @returns `null` when the state already has one */
export async function insertRegistration(db: Executor, row: NewRegistration): Promise<RegistrationRow | null> {
  const [inserted] = await db.insert(taxRegistrations).values(row).onConflictDoNothing().returning();
  return inserted ?? null;
}

/** Locked until the transaction ends. */
export async function lockRegistration(tx: Executor, id: string): Promise<RegistrationRow | null> {
  const [row] = await tx.select().from(taxRegistrations).where(eq(taxRegistrations.id, id)).for('update');
  return row ?? null;
}

export async function updateRegistration(
  tx: Executor,
  row: RegistrationRow,
  change: Partial<NewRegistration>,
): Promise<RegistrationRow> {
  const [updated] = await tx.update(taxRegistrations).set(change).where(eq(taxRegistrations.id, row.id)).returning();
  return updated ?? row;
}

export async function deleteRegistration(tx: Executor, id: string): Promise<void> {
  await tx.delete(taxRegistrations).where(eq(taxRegistrations.id, id));
}

/** What the shop collects in a state on a day; `null` if nothing. */
export async function findRule(db: Executor, place: TaxPlace): Promise<TaxRule | null> {
  const [row] = await db.select({ rule: taxRuleAt(place) }).from(sql`(select 1) as one`);
  return row?.rule ?? null;
}
