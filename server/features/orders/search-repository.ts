import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  max,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { type KeysetSort, keyset, mayBeNear, nearRows, unindexed } from '#server/db/keyset.ts';
import type { ListFilter, ListPage, Positioned } from '#server/db/paged-list.ts';
import { personKey, typedPerson } from '#server/db/person.ts';
import { matchesWords, searchWords } from '#server/db/search.ts';
import type { OrderListQuery, OrderSort } from '#shared/orders/admin-orders.ts';
import type { OrderStatus } from '#shared/orders/orders.ts';
import { shopZone } from '#shared/shipping/shop-zone.ts';
import { cleanTrackingNumber } from '#shared/shipping/tracking.ts';
import { hasPayment, type OrderRow, orderColumns } from './repository.ts';
import { hasSeveralParcels, orderEvents, orderLines, orders, trackingKey } from './schema.ts';

export type OrderEventRow = typeof orderEvents.$inferSelect;

const SORTS: Record<OrderSort, KeysetSort> = {
  newest: { by: orders.createdAt, kind: 'time', direction: 'desc' },
  oldest: { by: orders.createdAt, kind: 'time', direction: 'asc' },
  highest: { by: orders.totalAmount, kind: 'amount', direction: 'desc' },
  lowest: { by: orders.totalAmount, kind: 'amount', direction: 'asc' },
};

/** The maximum of matches of a search by tracking number. */
const MAX_TRACKED = 1_000;

type OrderFilter = ListFilter<OrderListQuery>;
type Found = Positioned<OrderRow>;

/**
 * At most `limit` orders from `cursor` on; a search, a product or several statuses first examine the next rows
 * (`nearRows`). A whole mail address finds only the orders of that mailbox, if there are any.
 */
export async function listOrders(db: Executor, filter: OrderFilter, page: ListPage): Promise<Found[]> {
  const { q, status = [], product } = filter;
  if (!q && !product && status.length <= 1) return listByIndex(db, filter, page);
  const one = q ? isOneOrder(q) : undefined;
  if (one) return listFound(db, filter, page, one);
  const numbered = q ? hasNumber(q) : undefined;
  if (numbered && q?.startsWith('#')) {
    const named = await listFound(db, filter, page, numbered);
    if (named.length > 0) return named;
  }
  const person = q ? typedPerson(q) : undefined;
  const own = person ? await listFound(db, filter, page, eq(personKey(orders.email), person)) : [];
  if (own.length > 0) return own;
  const tracked = q ? await findTracked(db, q) : undefined;
  const words = q ? await searchWords(db, orders, q) : null;
  if (!words || mayBeNear(words.share, page.limit)) {
    const near = await listNear(db, filter, page, or(words?.matches, tracked, numbered));
    if (near.length === page.limit) return near;
  }
  return listFound(db, filter, page, or(words?.found, tracked, numbered));
}

/** For at most one status: an index has these rows in this order. */
function listByIndex(db: Executor, { status, sort }: OrderFilter, page: ListPage): Promise<Found[]> {
  const { orderBy, after, position } = keyset(SORTS[sort], orders.id, sort, page.cursor);
  return db
    .select({ ...orderColumns, position })
    .from(orders)
    .where(and(after, hasStatus(status)))
    .orderBy(...orderBy)
    .limit(page.limit);
}

/** Orders with a dispute in one of these states; a partial index covers them. */
const isDisputed = (states: readonly string[]) =>
  and(isNotNull(orders.disputeStatus), inArray(orders.disputeStatus, [...states]));

export function countDisputes(db: Executor, states: readonly string[]): Promise<number> {
  return db.$count(orders, isDisputed(states));
}

/** Oldest orders first. */
export function listDisputes(db: Executor, states: readonly string[], limit: number): Promise<OrderRow[]> {
  return db.select(orderColumns).from(orders).where(isDisputed(states)).orderBy(asc(orders.createdAt)).limit(limit);
}

/** The condition must match that of a partial index literally. */
const isOpen = sql`${orders.status} in ('pending', 'processing')`;

/** Orders whose required yes to a later day was due before this day and did not come; a partial index covers them. */
const isUnanswered = (day: string) =>
  and(isNotNull(orders.answerBy), lt(orders.answerBy, day), eq(orders.delayState, 'asked'));
const isAnswered = (day: string) => sql`(${isUnanswered(day)}) is not true`;

export function countUnanswered(db: Executor, day: string): Promise<number> {
  return db.$count(orders, and(isOpen, isUnanswered(day)));
}

/** Counts other open orders that were promised to leave before this day, `YYYY-MM-DD`. */
export function countPromisedBefore(db: Executor, day: string): Promise<number> {
  return db.$count(orders, and(isOpen, lt(orders.shipBy, day), isAnswered(day)));
}

/** The same for orders promised to leave on this day. */
export function countPromisedOn(db: Executor, day: string): Promise<number> {
  return db.$count(orders, and(isOpen, eq(orders.shipBy, day), isAnswered(day)));
}

/** Counts other open orders without a promise, from before `day` of the shop's time zone. */
export function countUnpromisedBefore(db: Executor, day: string, today: string): Promise<number> {
  const placed = sql`(${orders.createdAt} at time zone ${shopZone()}::text)::date`;
  return db.$count(orders, and(isOpen, isNull(orders.shipBy), sql`${placed} < ${day}::date`, isAnswered(today)));
}

/** Orders with a refund that has failed since then; a partial index covers them. */
const hasFailedRefund = (since: Date) => and(isNotNull(orders.refundFailedAt), gte(orders.refundFailedAt, since));

export function countFailedRefunds(db: Executor, since: Date): Promise<number> {
  return db.$count(orders, hasFailedRefund(since));
}

/** Latest failures first. */
export function listFailedRefunds(db: Executor, since: Date, limit: number): Promise<OrderRow[]> {
  return db
    .select(orderColumns)
    .from(orders)
    .where(hasFailedRefund(since))
    .orderBy(desc(orders.refundFailedAt))
    .limit(limit);
}

/** Matches among the next rows of the list; may be fewer than requested. */
function listNear(
  db: Executor,
  { sort, ...filter }: OrderFilter,
  page: ListPage,
  text: SQL | undefined,
): Promise<Found[]> {
  const { orderBy, after, position } = keyset(SORTS[sort], orders.id, sort, page.cursor);
  const near = db
    .select({ ...getTableColumns(orders), position: position.as('position') })
    .from(orders)
    .where(after)
    .orderBy(...orderBy)
    .limit(nearRows(page.limit))
    // The alias equals the table's name, so that conditions on the table's columns apply to these rows.
    .as('orders');
  return db
    .select({ ...orderColumns, position: near.position })
    .from(near)
    .where(and(text, isChosen(filter)))
    .orderBy(...orderBy)
    .limit(page.limit);
}

/** All matches, or `most` of them, sorted without an index. */
function listFound(
  db: Executor,
  { sort, ...filter }: OrderFilter,
  page: ListPage,
  text: SQL | undefined,
): Promise<Found[]> {
  const { orderBy, after, position } = keyset(unindexed(SORTS[sort]), orders.id, sort, page.cursor);
  const found = db
    .select({ ...getTableColumns(orders), position: position.as('position') })
    .from(orders)
    .where(and(after, text, isChosen(filter)));
  const some = (page.most === undefined ? found : found.limit(page.most)).as('orders');
  return db
    .select({ ...orderColumns, position: some.position })
    .from(some)
    .orderBy(...orderBy)
    .limit(page.limit);
}

/** A search that identifies a single order. */
function isOneOrder(q: string): SQL | undefined {
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(q)) return eq(orders.id, q);
  return /^(?:pi|manual)_[\w-]+$/.test(q) ? hasPayment(q) : undefined;
}

/** The order with this running number, typed as `1042` or `#1042`. */
function hasNumber(q: string): SQL | undefined {
  const [, number] = /^#?(\d{1,9})$/.exec(q) ?? [];
  return number === undefined ? undefined : eq(orders.number, Number(number));
}

export async function findOrderByNumber(db: Executor, q: string): Promise<OrderRow | null> {
  const numbered = hasNumber(q);
  const [row] = numbered ? await db.select(orderColumns).from(orders).where(numbered) : [];
  return row ?? null;
}

/**
 * Orders whose tracking number begins with this text, or is contained in this scan. A shop's numbers share a prefix: a
 * text with more than `MAX_TRACKED` matches is only that prefix, and finds nothing.
 */
async function findTracked(db: Executor, q: string): Promise<SQL | undefined> {
  const ids: string[] = [];
  for (const begin of new Set([q, cleanTrackingNumber(q)].map(lettersAndDigits))) {
    if (!/\d/.test(begin)) continue;
    for (const rows of [await listTracked(db, begin), await listOtherParcels(db, begin)]) {
      if (rows.length <= MAX_TRACKED) ids.push(...rows.map(({ id }) => id));
    }
  }
  // One parameter, because a thousand take longer to write and read than the search itself.
  return ids.length === 0 ? undefined : sql`${orders.id} = any(string_to_array(${ids.join()}, ',')::uuid[])`;
}

/** The same as `trackingKey`. */
const lettersAndDigits = (text: string) => text.replace(/[^A-Za-z0-9]/g, '').toUpperCase();

function listTracked(db: Executor, begin: string): Promise<{ id: string }[]> {
  const key = trackingKey(orders.trackingNumber);
  return (
    db
      .select({ id: orders.id })
      .from(orders)
      .where(and(isNotNull(orders.trackingNumber), sql`${key} like ${`${begin}%`}`))
      // The index's order, so that the planner uses it even if nearly all rows match.
      .orderBy(sql`${key} using ~<~`)
      .limit(MAX_TRACKED + 1)
  );
}

/** Orders of several parcels whose second or later number matches; they are few, so the rows are scanned. */
function listOtherParcels(db: Executor, begin: string): Promise<{ id: string }[]> {
  const numbers = sql`upper(regexp_replace(${orders.trackingNumber}, '[^A-Za-z0-9,]', '', 'g'))`;
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(and(hasSeveralParcels(orders.trackingNumber), sql`${numbers} like ${`%,${begin}%`}`))
    .limit(MAX_TRACKED + 1);
}

/** The conditions of the list's filters. */
const isChosen = ({ status, product }: Pick<OrderFilter, 'status' | 'product'>) =>
  and(hasStatus(status), hasProduct(product));

function hasStatus(statuses: OrderStatus[] = []): SQL | undefined {
  const [first, ...more] = statuses;
  if (first === undefined) return undefined;
  return more.length === 0 ? eq(orders.status, first) : inArray(orders.status, [first, ...more]);
}

/** `exists` keeps an order with two lines of the product single; the index on product and order serves it. */
function hasProduct(product: string | undefined): SQL | undefined {
  if (product === undefined) return undefined;
  return sql`exists (select from ${orderLines} where ${orderLines.productId} = ${product} and ${orderLines.orderId} = ${orders.id})`;
}

/** Orders with this number, in capitals, and this buyer's mailbox. */
export function findOrdersByNumber(db: Executor, number: string, email: string): Promise<OrderRow[]> {
  return db
    .select(orderColumns)
    .from(orders)
    .where(
      and(
        // The search index finds it among a million.
        matchesWords(orders.search, number),
        sql`left(${orders.id}::text, 8) = ${number.toLowerCase()}`,
        sql`lower(${orders.email}) = ${email.toLowerCase()}`,
      ),
    )
    .limit(5);
}

/** When each of these orders was last set to shipped, by id. */
export async function findShippedTimes(db: Executor, orderIds: readonly string[]): Promise<Map<string, Date>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .select({ orderId: orderEvents.orderId, at: max(orderEvents.createdAt) })
    .from(orderEvents)
    .where(
      and(
        inArray(orderEvents.orderId, [...orderIds]),
        eq(orderEvents.kind, 'status'),
        sql`${orderEvents.detail} ->> 'to' = 'shipped'`,
      ),
    )
    .groupBy(orderEvents.orderId);
  return new Map(rows.flatMap(({ orderId, at }) => (at ? [[orderId, at] as const] : [])));
}

export async function findOrder(db: Executor, id: string): Promise<OrderRow | null> {
  const [row] = await db.select(orderColumns).from(orders).where(eq(orders.id, id));
  return row ?? null;
}

export function listOrderEvents(db: Executor, orderId: string): Promise<OrderEventRow[]> {
  return db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(asc(orderEvents.id));
}
