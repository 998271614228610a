import type { OrderLine } from '#shared/orders/lines.ts';
import { linesToSend } from '#shared/orders/orders.ts';

/** What decides whether a lot is proposed. `left` units are in no other order; `null` if the lot was not counted. */
export type LotToPack = {
  id: string;
  productId: string;
  madeOn: string;
  bestBy: string;
  isOpen: boolean;
  isRecalled: boolean;
  left: number | null;
};
export type Allocation = { lotId: string; productId: string; quantity: number };

/** The units of each product to take from the shelf for an order; those in assortments count for their own product. */
export function piecesToPack(lines: readonly OrderLine[]): Map<string, number> {
  const needs = new Map<string, number>();
  const add = (id: string, quantity: number) => needs.set(id, (needs.get(id) ?? 0) + quantity);
  for (const { id, quantity, components } of linesToSend(lines)) {
    if (!components?.length) add(id, quantity);
    else for (const part of components) add(part.id, part.quantity * quantity);
  }
  return needs;
}

/** First in, first out. */
export const byAge = (a: Pick<LotToPack, 'madeOn' | 'bestBy' | 'id'>, b: Pick<LotToPack, 'madeOn' | 'bestBy' | 'id'>) =>
  compare(a.madeOn, b.madeOn) || compare(a.bestBy, b.bestBy) || compare(a.id, b.id);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The lots of an order: those that were chosen, without recalled ones and surplus units, and for the rest the oldest
 * open lots. If all open lots of a product are used up, its newest takes the rest, because counts can be wrong and each
 * unit needs a lot for a recall. Units of a product without an open lot have none.
 *
 * @param today `YYYY-MM-DD`; a lot past its best-by date is never proposed
 */
export function allocateLots(
  needs: ReadonlyMap<string, number>,
  chosen: readonly Allocation[],
  lots: readonly LotToPack[],
  today: string,
): Allocation[] {
  const known = new Map(lots.map((lot) => [lot.id, lot]));
  return [...needs].flatMap(([productId, need]) => {
    const taken = new Map<string, number>();
    let rest = need;
    const take = (lotId: string, quantity: number) => {
      if (quantity <= 0) return;
      taken.set(lotId, (taken.get(lotId) ?? 0) + quantity);
      rest -= quantity;
    };
    for (const each of chosen) {
      if (each.productId === productId && !known.get(each.lotId)?.isRecalled) {
        take(each.lotId, Math.min(each.quantity, rest));
      }
    }
    const usable = lots.filter((lot) => lot.productId === productId && isProposable(lot, today)).sort(byAge);
    for (const { id, left } of usable) take(id, Math.min(rest, (left ?? rest) - (taken.get(id) ?? 0)));
    const newest = usable.at(-1);
    if (newest) take(newest.id, rest);
    return [...taken].map(([lotId, quantity]) => ({ lotId, productId, quantity }));
  });
}

export const isProposable = (
  { isOpen, isRecalled, bestBy }: Pick<LotToPack, 'isOpen' | 'isRecalled' | 'bestBy'>,
  today: string,
): boolean => isOpen && !isRecalled && bestBy >= today;
