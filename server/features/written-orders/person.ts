import { asc, eq, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { linkAttempt } from '#server/db/link-attempts.ts';
import { mayBePerson } from '#server/db/person.ts';
import { releaseCode } from '#server/features/codes/service.ts';
import { releaseStock } from '#server/features/stock/service.ts';
import { personOf } from '#shared/checkout/person.ts';
import { describeAddress, ERASED_ADDRESS } from '#shared/checkout/personal-address.ts';
import { centsToText } from '#shared/core/money.ts';
import { itemsOf } from './links.ts';
import type { WrittenRow } from './repository.ts';
import { writtenOrders } from './schema.ts';

/** What was written for a person, oldest first. @param person from `personOf` */
export async function findWrittenOf(db: Executor, person: string): Promise<WrittenRow[]> {
  const rows = await db
    .select()
    .from(writtenOrders)
    .where(mayBePerson(writtenOrders.email, person))
    .orderBy(asc(writtenOrders.createdAt), asc(writtenOrders.id));
  return rows.filter(({ email }) => personOf(email) === person);
}

/** Those that have not become orders. */
export const notPaid = (rows: readonly WrittenRow[]) => rows.filter(({ orderId }) => orderId === null);

export const describeWritten = (rows: readonly WrittenRow[]) =>
  notPaid(rows).map((row) => ({
    writtenAt: row.createdAt,
    state: row.state,
    ...describeAddress(row.content.address),
    items: itemsOf(row),
    total: centsToText(row.totalCents),
  }));

/**
 * Deletes a person's links that are not paid, with what they hold, and pseudonymizes the others. Their payments were
 * canceled before.
 *
 * @param email the pseudonym
 */
export async function eraseWritten(tx: Executor, person: string, email: string): Promise<void> {
  for (const { id, orderId, content } of await findWrittenOf(tx, person)) {
    const isRow = eq(writtenOrders.id, id);
    if (orderId === null) {
      await releaseStock(tx, linkAttempt(id), sql`true`);
      await releaseCode(tx, linkAttempt(id), sql`true`);
      await tx.delete(writtenOrders).where(isRow);
      continue;
    }
    const { state, zipCode, preferredLanguage } = content.address;
    const { recipientName: _name, giftNote: _gift, ...gone } = ERASED_ADDRESS;
    const address = { ...gone, state, zipCode: zipCode.slice(0, 5), preferredLanguage };
    const erased = { ...content, address, changedPrices: [] };
    await tx.update(writtenOrders).set({ email, content: erased, note: '', reference: null }).where(isRow);
  }
}
