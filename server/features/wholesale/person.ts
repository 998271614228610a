import { asc, inArray } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { mayBePerson } from '#server/db/person.ts';
import { personOf } from '#shared/checkout/person.ts';
import { type InquiryRow, inquiryColumns } from './repository.ts';
import { wholesaleInquiries } from './schema.ts';

/** The inquiries of a person, oldest first. @param person from `personOf` */
export async function findInquiriesOf(db: Executor, person: string): Promise<InquiryRow[]> {
  const rows = await db
    .select(inquiryColumns)
    .from(wholesaleInquiries)
    .where(mayBePerson(wholesaleInquiries.email, person))
    .orderBy(asc(wholesaleInquiries.createdAt), asc(wholesaleInquiries.id));
  return rows.filter(({ email }) => personOf(email) === person);
}

/** The same, locked until the transaction ends, so that none becomes an account meanwhile. */
export async function lockInquiriesOf(tx: Executor, person: string): Promise<InquiryRow[]> {
  const ids = (await findInquiriesOf(tx, person)).map(({ id }) => id);
  if (ids.length === 0) return [];
  const { id } = wholesaleInquiries;
  return tx.select(inquiryColumns).from(wholesaleInquiries).where(inArray(id, ids)).orderBy(id).for('update');
}

export const describeInquiry = (row: InquiryRow) => ({
  sentAt: row.createdAt,
  business: row.businessName,
  contact: row.contactName,
  email: row.email,
  phone: row.phone,
  storeType: row.storeType,
  location: row.location,
  message: row.message,
  language: row.preferredLanguage,
  status: row.status,
  notes: row.notes,
});

export async function deleteInquiries(tx: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(wholesaleInquiries).where(inArray(wholesaleInquiries.id, [...ids]));
}
