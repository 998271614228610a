import { and, asc, inArray, or, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { mayBePerson } from '#server/db/person.ts';
import { personOf } from '#shared/checkout/person.ts';
import { withoutSecret } from './links.ts';
import { emails } from './schema.ts';

type Of = { person: string; orderIds: readonly string[]; inquiryIds: readonly string[] };

/** All mails to a person in any state, oldest first. @param person from `personOf` */
export async function listEmailsOf(db: Executor, person: string) {
  const { id, to, subject, text, status, inquiryId, createdAt, sentAt } = emails;
  const rows = await db
    .select({ id, to, subject, text, status, inquiryId, createdAt, sentAt })
    .from(emails)
    .where(mayBePerson(to, person))
    .orderBy(asc(createdAt), asc(id));
  return rows.filter((row) => personOf(row.to) === person);
}

export const describeEmail = ({
  to,
  subject,
  text,
  status,
  createdAt,
  sentAt,
}: Awaited<ReturnType<typeof listEmailsOf>>[number]) => ({
  writtenAt: createdAt,
  sentAt,
  to,
  subject,
  status,
  text: withoutSecret(text),
});

/**
 * Deletes the mails to a person, and those to anybody about their orders and inquiries. Removes the address from mails
 * whose recipient was corrected to somebody else.
 *
 * @returns how many were deleted
 */
export async function eraseEmails(tx: Executor, { person, orderIds, inquiryIds }: Of): Promise<number> {
  const theirs = await listEmailsOf(tx, person);
  // The owner's mails about an inquiry that was deleted meanwhile.
  const inquiries = [...inquiryIds, ...theirs.flatMap(({ inquiryId }) => inquiryId ?? [])];
  const isTheirs = or(
    theirs.length > 0
      ? inArray(
          emails.id,
          theirs.map(({ id }) => id),
        )
      : undefined,
    orderIds.length > 0 ? inArray(emails.orderId, [...orderIds]) : undefined,
    inquiries.length > 0 ? inArray(emails.inquiryId, inquiries) : undefined,
  );
  const deleted = isTheirs ? await tx.delete(emails).where(isTheirs).returning({ id: emails.id }) : [];
  const corrected = await tx
    .select({ id: emails.id, previousTo: emails.previousTo })
    .from(emails)
    .where(sql`${emails.previousTo} <> '[]'::jsonb`);
  for (const { id, previousTo } of corrected) {
    const others = previousTo.filter((to) => personOf(to) !== person);
    if (others.length === previousTo.length) continue;
    await tx
      .update(emails)
      .set({ previousTo: others, lastError: null })
      .where(and(inArray(emails.id, [id])));
  }
  return deleted.length;
}
