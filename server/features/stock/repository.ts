import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/connect.ts';
import { isOfNoLink } from '#server/db/link-attempts.ts';
import { UNPAID_MINUTES } from '#shared/checkout/hold-times.ts';
import { type MovementKind, productStock, stockHolds, stockMovements } from './schema.ts';

const MINUTE_MS = 60_000;

export type StockRow = typeof productStock.$inferSelect;
export type MovementRow = typeof stockMovements.$inferSelect;
/** Units of one product. */
export type Quantity = { productId: string; quantity: number };
type NewMovement = {
  productId: string;
  kind: MovementKind;
  delta: number | null;
  onHand: number | null;
  reason: string | null;
  orderId: string | null;
  createdAt: Date;
};

export function listStock(db: Executor, productIds?: readonly string[]): Promise<StockRow[]> {
  const isAsked = productIds && inArray(productStock.productId, [...productIds]);
  return db.select().from(productStock).where(isAsked).orderBy(asc(productStock.productId));
}

/** The counted ones of these products, in the order of their ids, locked until the transaction ends. */
export async function lockCounted(tx: Executor, productIds: readonly string[]): Promise<CountedRow[]> {
  const rows = await tx
    .select()
    .from(productStock)
    .where(and(inArray(productStock.productId, [...productIds]), isNotNull(productStock.onHand)))
    .orderBy(asc(productStock.productId))
    .for('update');
  return rows.filter(isCounted);
}

export type CountedRow = StockRow & { onHand: number };
export const isCounted = (row: StockRow): row is CountedRow => row.onHand !== null;

/** The row of a product, inserted if missing, locked until the transaction ends. */
export async function lockStock(tx: Executor, productId: string): Promise<StockRow> {
  await tx.insert(productStock).values({ productId }).onConflictDoNothing();
  const [row] = await tx.select().from(productStock).where(eq(productStock.productId, productId)).for('update');
  if (!row) throw new Error(`There is no row of the stock of ${productId}`);
  return row;
}

export async function updateStock(
  tx: Executor,
  productId: string,
  values: Partial<Pick<StockRow, 'onHand' | 'lowAt' | 'crowdedSince'>> & { updatedAt: Date },
): Promise<void> {
  await tx.update(productStock).set(values).where(eq(productStock.productId, productId));
}

/** Who starts a checkout, as hashes; `null` in checkouts of an earlier version. */
export type Holder = { caller: string | null; device: string | null };

/**
 * Held units of one product. `held`: by live holds; `paying`: those with a payment in progress. `ofHolder`: those that
 * one network or browser holds, or has held within the hour without paying. `endsAt`: when the first live hold ends.
 */
export type HoldSums = { held: number; paying: number; ofHolder: number; endsAt: Date | null };
export const NO_HOLDS: HoldSums = { held: 0, paying: 0, ofHolder: 0, endsAt: null };

/** Held units by product, without those of `except`. */
export async function sumHolds(
  db: Executor,
  now: Date,
  {
    productIds,
    except,
    holder,
  }: { productIds?: readonly string[]; except?: string | undefined; holder?: Holder | undefined } = {},
): Promise<Map<string, HoldSums>> {
  const isLive = gt(stockHolds.expiresAt, now);
  const isOfHolder =
    holder && or(eq(stockHolds.caller, holder.caller ?? ''), eq(stockHolds.device, holder.device ?? ''));
  const since = new Date(now.getTime() - UNPAID_MINUTES * MINUTE_MS);
  const sumOf = (which: SQL) => sql<number>`coalesce(sum(${stockHolds.quantity}) filter (where ${which}), 0)::int`;
  const rows = await db
    .select({
      productId: stockHolds.productId,
      held: sumOf(isLive),
      paying: sumOf(sql`${isLive} and ${stockHolds.isPaying}`),
      ofHolder: isOfHolder ? sumOf(isOfHolder) : sql<number>`0`,
      endsAt: sql<Date | null>`min(${stockHolds.expiresAt}) filter (where ${isLive})`.mapWith(stockHolds.expiresAt),
    })
    .from(stockHolds)
    .where(
      and(
        holder ? gt(stockHolds.expiresAt, since) : isLive,
        productIds && inArray(stockHolds.productId, [...productIds]),
        except === undefined ? undefined : ne(stockHolds.attemptKey, except),
      ),
    )
    .groupBy(stockHolds.productId);
  return new Map(rows.map(({ productId, ...sums }) => [productId, sums]));
}

/** Replaces everything that the attempt holds. */
export async function replaceHolds(
  tx: Executor,
  hold: Holder & { attemptKey: string; expiresAt: Date; isPaying?: boolean },
  lines: readonly Quantity[],
): Promise<void> {
  await tx.delete(stockHolds).where(eq(stockHolds.attemptKey, hold.attemptKey));
  if (lines.length === 0) return;
  await tx.insert(stockHolds).values(lines.map((line) => ({ ...line, ...hold })));
}

/** Releases what an attempt holds. @param isOver a condition, read with the same snapshot */
export async function deleteHolds(db: Executor, attemptKey: string, isOver: SQL): Promise<void> {
  await db.delete(stockHolds).where(and(eq(stockHolds.attemptKey, attemptKey), isOver));
}

/** Records that holds lock shoppers out of these products, unless it was recorded within the hour. */
export async function noteCrowded(db: Executor, productIds: readonly string[], now: Date): Promise<void> {
  const since = new Date(now.getTime() - UNPAID_MINUTES * MINUTE_MS);
  await db
    .update(productStock)
    .set({ crowdedSince: now })
    .where(
      and(
        inArray(productStock.productId, [...productIds]),
        or(isNull(productStock.crowdedSince), lt(productStock.crowdedSince, since)),
      ),
    );
}

/** Ends the hold of an attempt. @returns what it still held at `now` */
export async function takeHolds(tx: Executor, attemptKey: string, now: Date): Promise<Map<string, number>> {
  const rows = await tx.delete(stockHolds).where(eq(stockHolds.attemptKey, attemptKey)).returning();
  return new Map(rows.filter((row) => row.expiresAt > now).map((row) => [row.productId, row.quantity]));
}

/** Extends live holds during a payment; one that has ended stays ended, because others may have its units. */
export async function prolongHolds(db: Executor, attemptKey: string, now: Date, expiresAt: Date): Promise<void> {
  await db
    .update(stockHolds)
    .set({ isPaying: true, expiresAt: sql`greatest(${stockHolds.expiresAt}, ${expiresAt.toISOString()}::timestamptz)` })
    .where(and(eq(stockHolds.attemptKey, attemptKey), gt(stockHolds.expiresAt, now)));
}

/** Deletes holds that ended before `time`. */
export async function deleteHoldsBefore(db: Executor, time: Date): Promise<void> {
  await db.delete(stockHolds).where(lt(stockHolds.expiresAt, time));
}

/** Limits the end of holds to `latest`, but for links: a later one was written while the clock was ahead. */
export async function shortenHolds(db: Executor, latest: Date): Promise<void> {
  await db
    .update(stockHolds)
    .set({ expiresAt: latest })
    .where(and(gt(stockHolds.expiresAt, latest), isOfNoLink(stockHolds.attemptKey)));
}

export async function insertMovements(tx: Executor, movements: readonly NewMovement[]): Promise<void> {
  if (movements.length > 0) await tx.insert(stockMovements).values([...movements]);
}

/** Newest first. */
export function listMovements(db: Executor, productId: string, limit: number): Promise<MovementRow[]> {
  return db
    .select()
    .from(stockMovements)
    .where(eq(stockMovements.productId, productId))
    .orderBy(desc(stockMovements.id))
    .limit(limit);
}

/** What an order has taken and not returned, by product. */
export async function sumTaken(tx: Executor, orderId: string): Promise<Map<string, number>> {
  const taken: SQL<number> = sql<number>`(-sum(${stockMovements.delta}))::int`;
  const rows = await tx
    .select({ productId: stockMovements.productId, taken })
    .from(stockMovements)
    .where(eq(stockMovements.orderId, orderId))
    .groupBy(stockMovements.productId);
  return new Map(rows.map((row) => [row.productId, row.taken]));
}
