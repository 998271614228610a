import { and, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { type KeysetSort, keyset } from '#server/db/keyset.ts';
import type { ListFilter, ListPage, Positioned } from '#server/db/paged-list.ts';
import { matchesWords } from '#server/db/search.ts';
import type { InquiryListQuery, InquirySort } from '#shared/wholesale/admin-wholesale.ts';
import { wholesaleInquiries } from './schema.ts';

const { search: _, ...columns } = getTableColumns(wholesaleInquiries);

/** All columns except the search column. */
export { columns as inquiryColumns };
export type InquiryRow = Omit<typeof wholesaleInquiries.$inferSelect, 'search'>;
export type NewInquiry = typeof wholesaleInquiries.$inferInsert;

const SORTS: Record<InquirySort, KeysetSort> = {
  newest: { by: wholesaleInquiries.createdAt, kind: 'time', direction: 'desc' },
  oldest: { by: wholesaleInquiries.createdAt, kind: 'time', direction: 'asc' },
  business: { by: wholesaleInquiries.businessName, kind: 'text', direction: 'asc' },
};

/** At most `limit` inquiries from `cursor` on. */
export function listInquiries(
  db: Executor,
  { q, status, sort }: ListFilter<InquiryListQuery>,
  page: ListPage,
): Promise<Positioned<InquiryRow>[]> {
  const { orderBy, after, position } = keyset(SORTS[sort], wholesaleInquiries.id, sort, page.cursor);
  return db
    .select({ ...columns, position })
    .from(wholesaleInquiries)
    .where(
      and(
        after,
        q ? matchesWords(wholesaleInquiries.search, q) : undefined,
        status?.length ? inArray(wholesaleInquiries.status, status) : undefined,
      ),
    )
    .orderBy(...orderBy)
    .limit(page.limit);
}

/** Counts pending inquiries from before a moment. */
export function countPendingBefore(db: Executor, before: Date): Promise<number> {
  return db.$count(
    wholesaleInquiries,
    and(eq(wholesaleInquiries.status, 'pending'), lt(wholesaleInquiries.createdAt, before)),
  );
}

export async function countByStatus(db: Executor): Promise<{ total: number; pending: number }> {
  const [row] = await db
    .select({
      total: sql<number>`count(*)::int`,
      pending: sql<number>`(count(*) filter (where ${wholesaleInquiries.status} = 'pending'))::int`,
    })
    .from(wholesaleInquiries);
  return row ?? { total: 0, pending: 0 };
}

export async function insertInquiry(tx: Executor, inquiry: NewInquiry): Promise<void> {
  await tx.insert(wholesaleInquiries).values(inquiry);
}

/** A lock, on all instances, for counting mails caused by strangers; held until the transaction ends. */
export async function lockPublicMails(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('public-mails', 0))`);
}

export async function findInquiry(db: Executor, id: string): Promise<InquiryRow | null> {
  const [row] = await db.select(columns).from(wholesaleInquiries).where(eq(wholesaleInquiries.id, id));
  return row ?? null;
}

/** Locked until the transaction ends. */
export async function lockInquiry(tx: Executor, id: string): Promise<InquiryRow | null> {
  const [row] = await tx.select(columns).from(wholesaleInquiries).where(eq(wholesaleInquiries.id, id)).for('update');
  return row ?? null;
}

/** `null` when there is no such inquiry. */
export async function updateInquiry(
  db: Executor,
  id: string,
  values: Partial<Pick<InquiryRow, 'status' | 'notes'>>,
): Promise<InquiryRow | null> {
  const [row] = await db.update(wholesaleInquiries).set(values).where(eq(wholesaleInquiries.id, id)).returning(columns);
  return row ?? null;
}

export async function deleteInquiry(tx: Executor, id: string): Promise<void> {
  await tx.delete(wholesaleInquiries).where(eq(wholesaleInquiries.id, id));
}
