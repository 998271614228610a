import type { BaseDeps } from '#server/deps.ts';
import { AppError, requireVersion } from '#server/errors.ts';
import { getOrder, lockKnownOrders, lockOrder } from '#server/features/orders/service.ts';
import { piecesToPack } from '#shared/lots/allocate.ts';
import type {
  Lot,
  LotChange,
  LotInput,
  OrderLots,
  OrderLotsInput,
  PackedLot,
  PackedOrders,
} from '#shared/lots/lots.ts';
import { isToProcess } from '#shared/orders/orders.ts';
import { isSameLots, packOrders, proposeLots } from './pack.ts';
import * as repository from './repository.ts';

type Deps = Pick<BaseDeps, 'db' | 'clock' | 'catalogue'>;

/** Open lots first, then by age. */
export async function listLots({ db }: Pick<Deps, 'db'>): Promise<Lot[]> {
  return (await repository.listLots(db)).map(toLot);
}

/** @throws AppError `not_found` */
export async function getLot({ db }: Pick<Deps, 'db'>, id: string): Promise<Lot> {
  const row = await repository.findLot(db, id);
  if (!row) throw new AppError('not_found');
  return toLot(row);
}

/** @throws AppError `product_unknown` · `validation` the product has a lot of this code */
export async function createLot(deps: Deps, input: LotInput): Promise<Lot> {
  if (!deps.catalogue().find(input.productId)) throw new AppError('product_unknown');
  const row = await repository.insertLot(deps.db, { ...input, createdAt: deps.clock.now() });
  if (!row) throw refused('code', 'lot_code_taken');
  return toLot({ ...row, packed: 0 });
}

/** @throws AppError `not_found` · `stale_version` · `validation` a recalled lot stays closed */
export async function changeLot(deps: Deps, id: string, { version, ...change }: LotChange): Promise<Lot> {
  await deps.db.transaction(async (tx) => {
    const lot = await repository.lockLot(tx, id);
    if (!lot) throw new AppError('not_found');
    requireVersion(version, await getLot({ db: tx as Deps['db'] }, id));
    if (lot.recallId !== null && change.isOpen) throw refused('isOpen', 'lot_recalled');
    const after = { ...lot, ...change };
    if (after.bestBy < after.madeOn) throw refused('bestBy', 'end_before_start');
    if (await repository.hasOtherOfCode(tx, lot, after.code)) throw refused('code', 'lot_code_taken');
    if (Object.keys(change).length > 0) await repository.updateLot(tx, id, change);
  });
  return getLot(deps, id);
}

const refused = (path: string, code: string) => new AppError('validation', { issues: [{ path, code }] });

/** @throws AppError `not_found` */
export async function getOrderLots(deps: Deps, orderId: string): Promise<OrderLots> {
  const { db } = deps;
  const order = await getOrder(db, orderId);
  const needs = piecesToPack(order.lines);
  const recorded = await repository.listPacked(db, [orderId]);
  const isProposed = recorded.length === 0 && isToProcess(order);
  const lots = isProposed ? await proposeLots(db, deps, order) : recorded;
  const open = await repository.listLotsToPack(db, [...needs.keys()], [orderId]);
  // What has left stays recorded, so that a recall still finds it.
  const mayChoose = ({ recallId }: repository.CountedLot) => recallId === null || !isToProcess(order);
  return {
    needs: [...needs].map(([productId, quantity]) => ({ productId, quantity })),
    lots: lots.map(toPacked),
    isProposed,
    choices: open.filter(mayChoose).map(toLot),
  };
}

/**
 * Replaces the lots of an order by those that were chosen.
 *
 * @throws AppError `not_found` · `stale_version` others are recorded than the person saw · `validation` a recalled lot,
 * one of another product, or more units than the order has
 */
export async function chooseLots(deps: Deps, orderId: string, { lots, from }: OrderLotsInput): Promise<OrderLots> {
  await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const ids = [...new Set(lots.map(({ lotId }) => lotId))];
    await repository.lockLotsById(tx, ids);
    const chosen = new Map((await repository.listLotsById(tx, ids)).map((lot) => [lot.id, lot]));
    const recorded = await repository.listPacked(tx, [orderId]);
    if (from && !isSameLots(from, recorded)) {
      throw new AppError('stale_version', { current: { lots: recorded.map(toPacked) } });
    }
    const left = piecesToPack(order.lines);
    for (const [i, { lotId, quantity }] of lots.entries()) {
      const lot = chosen.get(lotId);
      const rest = lot ? (left.get(lot.productId) ?? 0) - quantity : -1;
      if (!lot || rest < 0 || lots.findIndex((each) => each.lotId === lotId) !== i) {
        throw refused(`lots.${i}.quantity`, 'quantity_invalid');
      }
      // Sent units of a recalled lot stay recorded.
      const isKept = !isToProcess(order) && recorded.some((each) => each.lotId === lotId && each.quantity >= quantity);
      if (lot.recallId !== null && !isKept) throw refused(`lots.${i}.lotId`, 'lot_recalled');
      left.set(lot.productId, rest);
    }
    if (isSameLots(lots, recorded)) return;
    await repository.replacePacked(
      tx,
      [orderId],
      lots.map(({ lotId, quantity }) => ({ orderId, lotId, quantity })),
    );
  });
  return getOrderLots(deps, orderId);
}

/** Records the lots of those orders that are to process, and tells those of all. */
export async function packForSlips(deps: Deps, orderIds: readonly string[]): Promise<PackedOrders> {
  const ids = [...new Set(orderIds.map((id) => id.toLowerCase()))];
  return deps.db.transaction(async (tx) => {
    await packOrders(tx, deps, await lockKnownOrders(tx, ids));
    const packed = await repository.listPacked(tx, ids);
    return ids.flatMap((orderId) => {
      const lots = packed.filter((row) => row.orderId === orderId);
      return lots.length > 0 ? [{ orderId, lots: lots.map(toPacked) }] : [];
    });
  });
}

const toPacked = ({ orderId: _, ...packed }: repository.PackedRow): PackedLot => packed;

function toLot({ createdAt, ...lot }: repository.CountedLot): Lot {
  return { ...lot, createdAt: createdAt.toISOString() };
}
