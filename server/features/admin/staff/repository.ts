import { and, asc, eq, gt } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import type { StaffRow } from '../repository.ts';
import { staff } from '../schema.ts';

/** The link that sets a helper's password: the SHA-256 of its token. */
export type Link = { linkHash: string; linkEndsAt: Date };

const isHelper = (id: string) => and(eq(staff.id, id), eq(staff.role, 'helper'));
const isOpen = (linkHash: string, now: Date) => and(eq(staff.linkHash, linkHash), gt(staff.linkEndsAt, now));

/** In the order of their names. */
export function listHelpers(db: Executor): Promise<StaffRow[]> {
  return db.select().from(staff).where(eq(staff.role, 'helper')).orderBy(asc(staff.name), asc(staff.createdAt));
}

/** @returns `null` if the address has been invited before */
export async function insertHelper(
  db: Executor,
  helper: Link & Required<Pick<typeof staff.$inferInsert, 'id' | 'name' | 'email' | 'language' | 'createdAt'>>,
): Promise<StaffRow | null> {
  const [row] = await db
    .insert(staff)
    .values({ ...helper, role: 'helper' })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

/** Ends the older link. */
export async function saveLink(db: Executor, id: string, link: Link): Promise<StaffRow | null> {
  const [row] = await db.update(staff).set(link).where(isHelper(id)).returning();
  return row ?? null;
}

export async function lockHelper(tx: Executor, id: string): Promise<StaffRow | null> {
  const [row] = await tx.select().from(staff).where(isHelper(id)).for('update');
  return row ?? null;
}

export async function renameHelper(tx: Executor, id: string, name: string): Promise<StaffRow | null> {
  const [row] = await tx.update(staff).set({ name }).where(isHelper(id)).returning();
  return row ?? null;
}

/** Sessions go with the person. */
export async function deleteHelper(tx: Executor, id: string): Promise<void> {
  await tx.delete(staff).where(isHelper(id));
}

export async function findInvited(db: Executor, linkHash: string, now: Date): Promise<StaffRow | null> {
  const [row] = await db.select().from(staff).where(isOpen(linkHash, now));
  return row ?? null;
}

/** Uses a link up. @returns `null` if another use, or a newer link, was first */
export async function takeLink(
  tx: Executor,
  linkHash: string,
  passwordHash: string,
  now: Date,
): Promise<StaffRow | null> {
  const [row] = await tx
    .update(staff)
    .set({ passwordHash, linkHash: null, linkEndsAt: null })
    .where(isOpen(linkHash, now))
    .returning();
  return row ?? null;
}
