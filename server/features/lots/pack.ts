import type { Executor } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import { type Allocation, allocateLots, type LotToPack, piecesToPack } from '#shared/lots/allocate.ts';
import type { OrderLine } from '#shared/orders/lines.ts';
import { isToProcess } from '#shared/orders/orders.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import * as repository from './repository.ts';

/** What packing needs to know of an order. */
export type OrderToPack = { id: string; status: string; lines: readonly OrderLine[] };
type Clock = Pick<BaseDeps, 'clock'>;

/**
 * Records the lots of locked orders that are still to process: what was chosen, else the oldest open lots. Call it
 * whenever orders leave, so that each has its lots for a recall. Idempotent; a shop without lots only asks for them.
 */
export async function packOrders(tx: Executor, { clock }: Clock, orders: readonly OrderToPack[]): Promise<void> {
  const packing = orders.filter(isToProcess).map(({ id, lines }) => ({ id, needs: piecesToPack(lines) }));
  const ids = packing.map(({ id }) => id);
  const lots = await repository.lockLotsToPack(tx, productsOf(packing), ids);
  if (lots.length === 0) return;
  const chosen = await repository.listPacked(tx, ids);
  const today = shopDay(clock.now());
  const packedNow = new Map<string, number>();
  const rows = packing.flatMap(({ id, needs }) => {
    const own = chosen.filter(({ orderId }) => orderId === id);
    const allocated = allocateLots(
      needs,
      own,
      lots.map((lot) => toPack(lot, packedNow)),
      today,
    );
    for (const { lotId, quantity } of allocated) packedNow.set(lotId, (packedNow.get(lotId) ?? 0) + quantity);
    return allocated.map(({ lotId, quantity }) => ({ orderId: id, lotId, quantity }));
  });
  const changed = packing.map(({ id }) => id).filter((id) => !isSameLots(of(rows, id), of(chosen, id)));
  if (changed.length === 0) return;
  const writes = new Set(changed);
  await repository.replacePacked(
    tx,
    changed,
    rows.filter(({ orderId }) => writes.has(orderId)),
  );
}

/** The lots that an order to process would get. Locks and records nothing. */
export async function proposeLots(
  db: Executor,
  { clock }: Clock,
  { id, lines }: OrderToPack,
): Promise<repository.PackedRow[]> {
  const needs = piecesToPack(lines);
  const lots = await repository.listLotsToPack(db, [...needs.keys()], [id]);
  const chosen = await repository.listPacked(db, [id]);
  const known = new Map(lots.map((lot) => [lot.id, lot]));
  const allocated = allocateLots(
    needs,
    chosen,
    lots.map((lot) => toPack(lot)),
    shopDay(clock.now()),
  );
  return allocated.flatMap((each) => {
    const lot = known.get(each.lotId);
    return lot ? [{ ...each, orderId: id, code: lot.code, bestBy: lot.bestBy, isRecalled: false }] : [];
  });
}

const productsOf = (packing: readonly { needs: ReadonlyMap<string, number> }[]) => [
  ...new Set(packing.flatMap(({ needs }) => [...needs.keys()])),
];

/** @param packedNow units of each lot that this call gives to earlier orders */
function toPack(lot: repository.CountedLot, packedNow: ReadonlyMap<string, number> = new Map()): LotToPack {
  const { recallId, quantity, packed } = lot;
  const left = quantity === null ? null : Math.max(0, quantity - packed - (packedNow.get(lot.id) ?? 0));
  return { ...lot, isRecalled: recallId !== null, left };
}

const of = <Row extends { orderId: string }>(rows: readonly Row[], id: string) =>
  rows.filter(({ orderId }) => orderId === id);

type Units = Pick<Allocation, 'lotId' | 'quantity'>;

/** Whether both have the same units of the same lots, in any order. */
export function isSameLots(one: readonly Units[], other: readonly Units[]): boolean {
  const text = (lots: readonly Units[]) =>
    lots
      .map(({ lotId, quantity }) => `${lotId} ${quantity}`)
      .sort()
      .join();
  return text(one) === text(other);
}
