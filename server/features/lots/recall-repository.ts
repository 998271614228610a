import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { rowsOf } from '#server/db/migration-state.ts';
import { personKey } from '#server/db/person.ts';
import { orders } from '#server/features/orders/schema.ts';
import type { Language } from '#shared/core/language.ts';
import type { RecallOutcome } from '#shared/lots/recalls.ts';
import { lots, type RecallState, recallOrders, recalls } from './schema.ts';

export type RecallRecord = typeof recalls.$inferSelect;
/** What a recall looks for: these lots, and orders without a lot of the product from `since` until before `until`. */
export type Sought = { productId: string; lotIds: readonly string[]; maybe: { since: Date; until: Date } | null };

/** An order that was cancelled before it left has nothing. */
const HAS_LEFT = sql`(o.status in ('shipped', 'delivered') or o.tracking_number is not null)`;

/** The affected orders, as `found (order_id, quantity, is_sure)`. */
function foundOrders({ productId, lotIds, maybe }: Sought): SQL {
  const sure =
    lotIds.length === 0
      ? sql`select null::uuid as order_id, 0 as quantity, true as is_sure where false`
      : sql`select order_id, sum(quantity)::int as quantity, true as is_sure from packed_lots
          where lot_id in ${[...lotIds]} group by order_id`;
  if (!maybe) return sql`with found as (${sure})`;
  const inside = JSON.stringify([{ id: productId }]);
  // In an assortment, how many of the product each has.
  const units = sql`case when l.components is null or l.product_id = ${productId} then 1
    else (select sum((part ->> 'quantity')::int) from jsonb_array_elements(l.components) as part
      where part ->> 'id' = ${productId}) end`;
  return sql`with found as (${sure} union all
    select l.order_id, sum((l.quantity - l.paid_back) * ${units})::int, false
    from order_lines l join orders o on o.id = l.order_id
    where o.created_at >= ${maybe.since.toISOString()}::timestamptz
      and o.created_at < ${maybe.until.toISOString()}::timestamptz and ${HAS_LEFT}
      and (l.product_id = ${productId} or l.components @> ${inside}::jsonb) and l.quantity > l.paid_back
      and not exists (select 1 from packed_lots p join lots on lots.id = p.lot_id
        where p.order_id = l.order_id and lots.product_id = ${productId})
    group by l.order_id)`;
}

const OF_FOUND = sql`from found join orders o on o.id = found.order_id where o.status <> 'cancelled' or ${HAS_LEFT}`;

export type FoundOrder = {
  orderId: string;
  number: number;
  customerName: string;
  email: string;
  phone: string;
  language: Language;
  status: string;
  /** ISO 8601 in UTC. */
  createdAt: string;
  quantity: number;
  isSure: boolean;
  hasLeft: boolean;
};

const FIELDS = sql`o.id as "orderId", o.number, o.customer_name as "customerName", o.email, o.phone,
  o.preferred_language as language, o.status,
  to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`;

export type FoundCounts = { sure: number; maybe: number; unsent: number; people: number };

/** The counts, and the newest orders, in one statement, because finding them is most of the work. */
export async function readFound(
  db: Executor,
  sought: Sought,
  limit: number,
): Promise<FoundCounts & { orders: FoundOrder[] }> {
  const [row] = await rowsOf<FoundCounts & { orders: FoundOrder[] }>(
    db,
    sql`${foundOrders(sought)}, marked as materialized (
        select o.id, o.created_at, o.email, found.quantity, is_sure, ${HAS_LEFT} as has_left ${OF_FOUND}),
      newest as (select * from marked order by created_at desc, id limit ${limit}::int)
      select (count(*) filter (where is_sure))::int as sure, (count(*) filter (where not is_sure))::int as maybe,
        (count(*) filter (where not has_left))::int as unsent,
        (select count(*) from (select distinct ${personKey(sql`email`)} from
          (select distinct email from marked where has_left) as each) as person)::int as people,
        (select coalesce(json_agg(listed order by listed."createdAt" desc, listed."orderId"), '[]')
          from (select ${FIELDS}, quantity, is_sure as "isSure", has_left as "hasLeft"
            from newest join orders o on o.id = newest.id) as listed) as orders
      from marked`,
  );
  return row ?? { sure: 0, maybe: 0, unsent: 0, people: 0, orders: [] };
}

/**
 * Stores the affected orders. Of each person the newest order gets the mail.
 *
 * @param isUnsentToo also those that are not marked as sent
 */
export async function insertFound(tx: Executor, recallId: string, sought: Sought, isUnsentToo: boolean): Promise<void> {
  await tx.execute(sql`insert into recall_orders (recall_id, order_id, quantity, is_sure, has_left, written_for, state)
    ${foundOrders(sought)}, marked as (
      select o.id, o.created_at, ${personKey(sql`o.email`)} as person, quantity, is_sure, ${HAS_LEFT} as has_left,
        (${isUnsentToo}::boolean or ${HAS_LEFT}) as is_written ${OF_FOUND})
    select ${recallId}::uuid, id, quantity, is_sure, has_left,
      case when is_written then first_value(id) over (partition by is_written, person order by created_at desc, id) end,
      case when is_written then 'waiting' else 'unsent' end
    from marked`);
}

/* ---- recalls ---- */

export async function findRecall(db: Executor, id: string): Promise<RecallRecord | null> {
  const [row] = await db.select().from(recalls).where(eq(recalls.id, id));
  return row ?? null;
}

/** Locked until the transaction ends. */
export async function lockRecall(tx: Executor, id: string): Promise<RecallRecord | null> {
  const [row] = await tx.select().from(recalls).where(eq(recalls.id, id)).for('update');
  return row ?? null;
}

/** Newest first. */
export function listRecalls(db: Executor): Promise<RecallRecord[]> {
  return db.select().from(recalls).orderBy(sql`${recalls.createdAt} desc`, recalls.id);
}

/** The codes of the recalled lots, by recall. */
export async function listRecalledLots(db: Executor, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .select({ recallId: lots.recallId, code: lots.code, bestBy: lots.bestBy })
    .from(lots)
    .where(inArray(lots.recallId, [...ids]))
    .orderBy(asc(lots.madeOn), asc(lots.id));
}

export async function findRunning(tx: Executor, productId: string): Promise<RecallRecord | null> {
  const [row] = await tx
    .select()
    .from(recalls)
    .where(and(eq(recalls.productId, productId), recalls.isWhole, isNull(recalls.endedAt)));
  return row ?? null;
}

/** @returns whether it was inserted: not if the id is known, or the whole product is being recalled */
export async function insertRecall(tx: Executor, recall: typeof recalls.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(recalls).values(recall).onConflictDoNothing().returning({ id: recalls.id });
  return rows.length > 0;
}

/** All lots of a product. */
export function listLotsOf(db: Executor, productId: string) {
  return db.select().from(lots).where(eq(lots.productId, productId)).orderBy(asc(lots.madeOn), asc(lots.id));
}

/** The same, locked in a fixed order. */
export async function lockLotsOf(tx: Executor, productId: string) {
  return tx.select().from(lots).where(eq(lots.productId, productId)).orderBy(asc(lots.id)).for('update');
}

export async function markRecalled(tx: Executor, recallId: string, lotIds: readonly string[]): Promise<void> {
  if (lotIds.length === 0) return;
  await tx
    .update(lots)
    .set({ recallId, isOpen: false })
    .where(and(inArray(lots.id, [...lotIds]), isNull(lots.recallId)));
}

export async function endRecall(tx: Executor, id: string, endedAt: Date): Promise<void> {
  await tx.update(recalls).set({ endedAt }).where(eq(recalls.id, id));
}

/** The notices of running recalls, oldest first. */
export function listNotices(db: Executor) {
  return db
    .select({ productId: recalls.productId, notice: recalls.notice })
    .from(recalls)
    .where(and(isNull(recalls.endedAt), isNotNull(recalls.notice)))
    .orderBy(asc(recalls.createdAt), asc(recalls.id));
}

/* ---- its mails ---- */

export function listUnwritten(db: Executor): Promise<RecallRecord[]> {
  return db.select().from(recalls).where(isNull(recalls.writtenAt)).orderBy(asc(recalls.createdAt));
}

/** Orders for which the mail of a person is due, locked; another instance has the others. */
export function lockWaiting(tx: Executor, recallId: string, limit: number) {
  const { orderId, writtenFor, state } = recallOrders;
  return tx
    .select({
      orderId,
      isSure: sql<boolean>`exists (select 1 from recall_orders as same where same.recall_id = ${recallOrders.recallId}
        and same.written_for = ${writtenFor} and same.is_sure)`,
      email: orders.email,
      language: orders.preferredLanguage,
      number: orders.number,
    })
    .from(recallOrders)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(and(eq(recallOrders.recallId, recallId), eq(state, 'waiting'), eq(orderId, writtenFor)))
    .orderBy(asc(orderId))
    .limit(limit)
    .for('update', { of: recallOrders, skipLocked: true });
}

/** Sets the state of all orders of these people. */
export async function setState(
  tx: Executor,
  recallId: string,
  writtenFor: readonly string[],
  state: RecallState,
): Promise<void> {
  if (writtenFor.length === 0) return;
  await tx
    .update(recallOrders)
    .set({ state })
    .where(and(eq(recallOrders.recallId, recallId), inArray(recallOrders.writtenFor, [...writtenFor])));
}

/** Notes that a recall has no mail to write any more; while another instance has some, it does nothing. */
export async function noteWritten(db: Executor, id: string, writtenAt: Date): Promise<void> {
  const isWaiting = sql`exists (select 1 from recall_orders where recall_id = ${id}::uuid and state = 'waiting')`;
  await db
    .update(recalls)
    .set({ writtenAt })
    .where(and(eq(recalls.id, id), isNull(recalls.writtenAt), sql`not ${isWaiting}`));
}

/** The key of a person's mail in the outbox. */
export const mailKeyOf = (recallId: string, orderId: string): string => `recall:${recallId}:${orderId}`;

/** What became of a person's mail; without one in the outbox any more it was sent long ago. */
const OUTCOME = sql`case
  when r.state <> 'mailed' then r.state
  when e.status = 'queued' then 'waiting'
  when e.status in ('failed', 'withdrawn') then 'failed'
  when e.status = 'stored' then 'stored'
  else 'reached' end`;
const OF_RECALL = sql`from recall_orders r join orders o on o.id = r.order_id
  left join emails e on e.dedupe_key = 'recall:' || r.recall_id::text || ':' || r.written_for::text`;

export type OutcomeCount = { outcome: RecallOutcome; people: number; orders: number };

/** How many people and orders have which outcome. An order that is not written to counts as a person. */
export function countOutcomes(db: Executor, recallId: string): Promise<OutcomeCount[]> {
  return rowsOf<OutcomeCount>(
    db,
    sql`select ${OUTCOME} as outcome, (count(*) filter (where r.written_for is null or r.written_for = r.order_id))::int
        as people, count(*)::int as orders
      ${OF_RECALL} where r.recall_id = ${recallId}::uuid group by 1`,
  );
}

export type RecalledRow = FoundOrder & { outcome: RecallOutcome };

/** @param after the last row of the previous batch; those who were not reached come first */
export function listRecalled(
  db: Executor,
  recallId: string,
  { limit, after = null }: { limit: number; after?: { rank: number; orderId: string } | null },
): Promise<(RecalledRow & { rank: number })[]> {
  const rank = sql`array_position(array['failed', 'no_address', 'erased', 'stored', 'unsent', 'waiting', 'reached'], outcome)`;
  const later = after ? sql`where (${rank}, "orderId") > (${after.rank}::int, ${after.orderId}::uuid)` : sql``;
  return rowsOf(
    db,
    sql`select *, ${rank} as rank from (select ${FIELDS}, r.quantity, r.is_sure as "isSure", r.has_left as "hasLeft",
        ${OUTCOME} as outcome ${OF_RECALL} where r.recall_id = ${recallId}::uuid) as listed
      ${later} order by rank, "orderId" limit ${limit}::int`,
  );
}
