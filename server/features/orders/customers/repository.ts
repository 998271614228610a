import { and, desc, eq, getTableColumns, notLike, type SQL } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { type KeysetSort, keyset, mayBeNear, nearRows, unindexed } from '#server/db/keyset.ts';
import type { ListFilter, ListPage, Positioned } from '#server/db/paged-list.ts';
import { personKey, typedPerson } from '#server/db/person.ts';
import { searchWords } from '#server/db/search.ts';
import { erasedEmail } from '#shared/checkout/person.ts';
import type { CustomerListQuery, CustomerSort } from '#shared/orders/customers.ts';
import { customers, orders } from '../schema.ts';

const { search: _, person: __, ...columns } = getTableColumns(customers);
export type CustomerRow = Omit<typeof customers.$inferSelect, 'search' | 'person'>;
export type CustomerOrderRow = Pick<
  typeof orders.$inferSelect,
  'id' | 'createdAt' | 'status' | 'totalAmount' | 'refundedAmount' | 'disputedAmount'
>;

const SORTS: Record<CustomerSort, KeysetSort> = {
  newest: { by: customers.lastOrderAt, kind: 'time', direction: 'desc' },
  oldest: { by: customers.lastOrderAt, kind: 'time', direction: 'asc' },
  highest: { by: customers.net, kind: 'amount', direction: 'desc' },
  most: { by: customers.orders, kind: 'count', direction: 'desc' },
};

/** Erased addresses receive no mail and identify nobody. */
const isNotErased = notLike(customers.person, erasedEmail('%'));

type Filter = ListFilter<CustomerListQuery>;
type Found = Positioned<CustomerRow>;

/** At most `limit` customers from `cursor` on, without erased ones; searched like orders. */
export async function listCustomers(db: Executor, filter: Filter, page: ListPage): Promise<Found[]> {
  const { q, sort } = filter;
  if (!q) return listBy(db, SORTS[sort], sort, page);
  const find = (found: SQL) => listBy(db, unindexed(SORTS[sort]), sort, page, found);
  const person = typedPerson(q);
  const own = person ? await find(eq(customers.person, person)) : [];
  if (own.length > 0) return own;
  const { matches, found, share } = await searchWords(db, customers, q);
  if (mayBeNear(share, page.limit)) {
    const near = await listNear(db, sort, page, matches);
    if (near.length === page.limit) return near;
  }
  return find(found);
}

function listBy(db: Executor, by: KeysetSort, sort: CustomerSort, page: ListPage, text?: SQL): Promise<Found[]> {
  const { orderBy, after, position } = keyset(by, customers.id, sort, page.cursor);
  return db
    .select({ ...columns, position })
    .from(customers)
    .where(and(after, isNotErased, text))
    .orderBy(...orderBy)
    .limit(page.limit);
}

function listNear(db: Executor, sort: CustomerSort, page: ListPage, text: SQL | undefined): Promise<Found[]> {
  const { orderBy, after, position } = keyset(SORTS[sort], customers.id, sort, page.cursor);
  const near = db
    .select({ ...getTableColumns(customers), position: position.as('position') })
    .from(customers)
    .where(after)
    .orderBy(...orderBy)
    .limit(nearRows(page.limit))
    // The alias equals the table's name, so that conditions on its columns apply.
    .as('customers');
  return db
    .select({ ...columns, position: near.position })
    .from(near)
    .where(and(isNotErased, text))
    .orderBy(...orderBy)
    .limit(page.limit);
}

export async function findCustomer(db: Executor, id: string): Promise<(CustomerRow & { person: string }) | null> {
  const [row] = await db
    .select({ ...columns, person: customers.person })
    .from(customers)
    .where(and(eq(customers.id, id), isNotErased));
  return row ?? null;
}

/** Newest first. @param person from `person_key` */
export function listOrdersOfCustomer(db: Executor, person: string, limit: number): Promise<CustomerOrderRow[]> {
  const { id, createdAt, status, totalAmount, refundedAmount, disputedAmount } = orders;
  return db
    .select({ id, createdAt, status, totalAmount, refundedAmount, disputedAmount })
    .from(orders)
    .where(eq(personKey(orders.email), person))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}
