import { useEffect, useState } from 'react';
import * as m from '#messages';
import { centsOf } from '#shared/core/money.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import { IDEMPOTENCY_KEY_HEADER } from '#shared/orders/refunds.ts';
import type { LabelOfferOnWire, LabelOffers, LabelSize, PressedLabel } from '#shared/shipping/labels.ts';
import { callApi, textOfError } from '../../../../lib/api-client.ts';
import { randomUuid } from '../../../../lib/random-uuid.ts';
import { toast } from '../../../../ui/toast.ts';
import { adminKeys } from '../../keys.ts';
import { keepDraft, readDraft } from '../../kit/drafts.ts';
import { formatCents, formatCount } from '../../kit/format.ts';
import { rowKeys } from '../../kit/list/rows.ts';
import { useInTurn } from '../use-in-turn.ts';
import { failureText } from './words.ts';

const [path] = adminKeys.orders;
/** How many parcels carriers are asked about at once. */
const AT_ONCE = 3;

/** The offers for an order, or why there are none. */
export type Found = LabelOffers | { problem: string };
export type Chosen = { order: Order; offer: LabelOfferOnWire };
/** The result of a line: its label, or why there is no answer. */
export type Bought = { label: PressedLabel } | { problem: string };

/** Reads the offers of all orders, a few at a time. @param orders must stay the same */
export function useOffersOf(orders: readonly Order[]): ReadonlyMap<string, Found> {
  const [found, setFound] = useState<ReadonlyMap<string, Found>>(new Map());
  useEffect(() => {
    const stop = new AbortController();
    const waiting = [...orders];
    const work = async () => {
      for (let order = waiting.shift(); order && !stop.signal.aborted; order = waiting.shift()) {
        const { id } = order;
        const answer = await readOffers(id, stop.signal);
        if (!stop.signal.aborted) setFound((before) => new Map(before).set(id, answer));
      }
    };
    for (let i = 0; i < AT_ONCE; i++) void work();
    return () => stop.abort();
  }, [orders]);
  return found;
}

async function readOffers(id: string, signal: AbortSignal): Promise<Found> {
  try {
    const found = await callApi<LabelOffers>(`${path}/${id}/labels/offers`, { method: 'POST', payload: {}, signal });
    return found.failure === null ? found : { problem: failureText(found.failure) };
  } catch (error) {
    return { problem: textOfError(error, m.admin_ship_line_failed()) };
  }
}

/** Buys the labels of these orders. */
export function useBuyLabels(size: LabelSize) {
  return useInTurn({
    call: (line: Chosen) => buyOne(line, size),
    idOf: ({ order }) => order.id,
    done: (all) => {
      const labels = all.flatMap((each) => ('label' in each ? [each.label] : []));
      const left = all.length - labels.filter(({ state }) => state === 'bought').length;
      const paid = labels.filter(({ bought }) => bought > 0);
      const cents = paid.reduce((sum, { cost }) => sum + centsOf(cost ?? '0.00'), 0);
      toast({
        title: m.admin_label_bulk_done({ count: formatCount(paid.reduce((sum, { bought }) => sum + bought, 0)) }),
        description: [
          m.admin_label_bulk_done_text({ cost: formatCents(cents) }),
          left > 0 && m.admin_label_bulk_left({ count: formatCount(left) }),
        ]
          .filter(Boolean)
          .join(' '),
        ...(left > 0 && { variant: 'destructive' as const }),
      });
    },
    refresh: [...rowKeys(adminKeys.orders), adminKeys.emails],
  });
}

async function buyOne({ order: { id }, offer }: Chosen, size: LabelSize): Promise<Bought> {
  const { service, carrier, cost: maxCost } = offer;
  try {
    const label = await callApi<PressedLabel>(`${path}/${id}/labels`, {
      method: 'POST',
      payload: { service, carrier, maxCost, size },
      headers: { [IDEMPOTENCY_KEY_HEADER]: pressKeyOf(id) },
    });
    if (label.state !== 'requested') endPress(id);
    return { label };
  } catch (error) {
    return { problem: textOfError(error, m.admin_label_bulk_lost()) };
  }
}

const DRAFT = 'label-presses';
type Keys = Record<string, string>;

const read = (): Keys => readDraft<Keys>(DRAFT)?.values ?? {};
const write = (values: Keys) =>
  keepDraft(DRAFT, Object.keys(values).length > 0 ? { values, seen: {}, version: 0 } : null);

/** The idempotency key for this order's label; it stays the same, also after a reload, until the result is known. */
function pressKeyOf(orderId: string): string {
  const keys = read();
  const key = keys[orderId] ?? randomUuid();
  write({ ...keys, [orderId]: key });
  return key;
}

/** The result is known, so the next request gets a new key. */
function endPress(orderId: string): void {
  const { [orderId]: _, ...others } = read();
  write(others);
}
