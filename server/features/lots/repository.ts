import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { orders } from '#server/features/orders/schema.ts';
import type { Allocation } from '#shared/lots/allocate.ts';
import { lots, packedLots } from './schema.ts';

export type LotRow = typeof lots.$inferSelect;
export type NewLotRow = typeof lots.$inferInsert;
/** With the units of it that are in orders. */
export type CountedLot = LotRow & { packed: number };

/** An order that was cancelled before it left takes nothing. */
const isTaken = or(ne(orders.status, 'cancelled'), isNotNull(orders.trackingNumber)) as SQL;

/** Oldest first, but open ones before closed ones. @param where of `lots` */
async function listLotsWhere(db: Executor, where: SQL | undefined, except: readonly string[] = []) {
  const rows = await db.select().from(lots).where(where).orderBy(desc(lots.isOpen), asc(lots.madeOn), asc(lots.id));
  if (rows.length === 0) return [];
  const sums = await db
    .select({ lotId: packedLots.lotId, packed: sql<number>`sum(${packedLots.quantity})::int` })
    .from(packedLots)
    .innerJoin(orders, eq(orders.id, packedLots.orderId))
    .where(
      and(
        inArray(
          packedLots.lotId,
          rows.map(({ id }) => id),
        ),
        except.length > 0 ? notInArray(packedLots.orderId, [...except]) : undefined,
        isTaken,
      ),
    )
    .groupBy(packedLots.lotId);
  const packedOf = new Map(sums.map(({ lotId, packed }) => [lotId, packed]));
  return rows.map((row): CountedLot => ({ ...row, packed: packedOf.get(row.id) ?? 0 }));
}

export const listLots = (db: Executor): Promise<CountedLot[]> => listLotsWhere(db, undefined);

export async function findLot(db: Executor, id: string): Promise<CountedLot | null> {
  const [row] = await listLotsWhere(db, eq(lots.id, id));
  return row ?? null;
}

/** Locked until the transaction ends. */
export async function lockLot(tx: Executor, id: string): Promise<LotRow | null> {
  const [row] = await tx.select().from(lots).where(eq(lots.id, id)).for('update');
  return row ?? null;
}

/** @returns `null` when the product has a lot of this code */
export async function insertLot(tx: Executor, lot: NewLotRow): Promise<LotRow | null> {
  const [row] = await tx.insert(lots).values(lot).onConflictDoNothing().returning();
  return row ?? null;
}

export async function updateLot(tx: Executor, id: string, values: Partial<NewLotRow>): Promise<void> {
  await tx.update(lots).set(values).where(eq(lots.id, id));
}

export async function hasOtherOfCode(tx: Executor, { id, productId }: LotRow, code: string): Promise<boolean> {
  const rows = await tx
    .select({ id: lots.id })
    .from(lots)
    .where(and(eq(lots.productId, productId), eq(lots.code, code), ne(lots.id, id)));
  return rows.length > 0;
}

/** The lots that may be proposed for these products, and those that these orders have. */
const isOfOrders = (productIds: readonly string[], orderIds: readonly string[]) => {
  const has = sql`select ${packedLots.lotId} from ${packedLots} where ${inArray(packedLots.orderId, [...orderIds])}`;
  const mayBeProposed = and(lots.isOpen, isNull(lots.recallId), inArray(lots.productId, [...productIds]));
  return or(mayBeProposed, sql`${lots.id} in (${has})`) as SQL;
};

/** Reads them without a lock; their `packed` is that of other orders. */
export function listLotsToPack(
  db: Executor,
  productIds: readonly string[],
  orderIds: readonly string[],
): Promise<CountedLot[]> {
  if (productIds.length === 0) return Promise.resolve([]);
  return listLotsWhere(db, isOfOrders(productIds, orderIds), orderIds);
}

/** The same, locked until the transaction ends, in a fixed order to avoid deadlocks. */
export async function lockLotsToPack(
  tx: Executor,
  productIds: readonly string[],
  orderIds: readonly string[],
): Promise<CountedLot[]> {
  if (productIds.length === 0) return [];
  const locked = await lockLots(tx, isOfOrders(productIds, orderIds));
  if (locked.length === 0) return [];
  // A separate statement, because one that has waited for a lock reads the other rows as they were before it.
  return listLotsWhere(tx, inArray(lots.id, locked), orderIds);
}

export async function lockLots(tx: Executor, where: SQL): Promise<string[]> {
  const rows = await tx.select({ id: lots.id }).from(lots).where(where).orderBy(asc(lots.id)).for('update');
  return rows.map(({ id }) => id);
}

export const lockLotsById = (tx: Executor, ids: readonly string[]): Promise<string[]> =>
  ids.length === 0 ? Promise.resolve([]) : lockLots(tx, inArray(lots.id, [...ids]));

export function listLotsById(tx: Executor, ids: readonly string[]): Promise<LotRow[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(lots)
        .where(inArray(lots.id, [...ids]));
}

export type PackedRow = Allocation & { orderId: string; code: string; bestBy: string; isRecalled: boolean };

/** The recorded lots of these orders, the oldest first. */
export async function listPacked(db: Executor, orderIds: readonly string[]): Promise<PackedRow[]> {
  const rows = await db
    .select({ orderId: packedLots.orderId, quantity: packedLots.quantity, lot: lots })
    .from(packedLots)
    .innerJoin(lots, eq(lots.id, packedLots.lotId))
    .where(inArray(packedLots.orderId, [...orderIds]))
    .orderBy(asc(lots.productId), asc(lots.madeOn), asc(lots.id));
  return rows.map(({ orderId, quantity, lot: { id, productId, code, bestBy, recallId } }) => {
    return { orderId, lotId: id, productId, code, bestBy, isRecalled: recallId !== null, quantity };
  });
}

/** Replaces the recorded lots of orders. */
export async function replacePacked(
  tx: Executor,
  orderIds: readonly string[],
  rows: readonly (typeof packedLots.$inferInsert)[],
): Promise<void> {
  await tx.delete(packedLots).where(inArray(packedLots.orderId, [...orderIds]));
  if (rows.length > 0) await tx.insert(packedLots).values([...rows]);
}
