import type { Executor } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import { parcelName } from '#shared/checkout/gift.ts';
import type { ParcelState } from '#shared/shipping/labels.ts';
import { trackingNumbersOf } from '#shared/shipping/tracking.ts';
import { statusEvent } from './order-wire.ts';
import {
  insertOrderEvent,
  insertOrderEvents,
  lockOrders,
  type NewOrderEvent,
  type OrderRow,
  updateOrders,
} from './repository.ts';
import { listOrderEvents } from './search-repository.ts';

type Seen = { state: ParcelState; at: Date; place: string | null };

/** A faulty answer of a carrier may contain thousands. */
const MAX_SEEN = 100;

/** The address lines on a parcel. */
export function addressOf(order: Omit<OrderRow, 'lines'>): string[] {
  const { addressLine1, addressLine2, city, state, zipCode } = order;
  return [parcelName(order), addressLine1, addressLine2 ?? '', `${city}, ${state} ${zipCode}`].filter(
    (line) => line !== '',
  );
}

/** Records in an order's history what another feature did. */
export async function recordOrderEvent(
  tx: Executor,
  { clock }: Pick<BaseDeps, 'clock'>,
  orderId: string,
  kind: string,
  detail: NewOrderEvent['detail'],
): Promise<void> {
  await insertOrderEvent(tx, { orderId, kind, detail, createdAt: clock.now() });
}

/**
 * Records the carrier's scans of a parcel in the history, each once, in any order and with repetitions. Sets a shipped
 * order to delivered when its last parcel is. Does nothing if the order's tracking numbers have changed.
 */
export async function recordParcel(
  tx: Executor,
  { clock }: Pick<BaseDeps, 'clock'>,
  orderId: string,
  trackingNumber: string,
  seen: readonly Seen[],
): Promise<void> {
  const [order] = await lockOrders(tx, [orderId]);
  const numbers = trackingNumbersOf(order?.trackingNumber ?? null);
  if (!order || !numbers.includes(trackingNumber)) return;
  const events = await listOrderEvents(tx, orderId);
  const keyOf = (...parts: unknown[]) => parts.join(' ');
  const known = new Set(
    events
      .filter(({ kind, detail }) => kind === 'parcel' && detail.trackingNumber === trackingNumber)
      .map(({ detail }) => keyOf(detail.state, detail.at)),
  );
  const createdAt = clock.now();
  const fresh: NewOrderEvent[] = [];
  for (const { state, at, place } of seen.toSorted((a, b) => a.at.getTime() - b.at.getTime()).slice(-MAX_SEEN)) {
    const time = at.toISOString();
    if (known.has(keyOf(state, time))) continue;
    known.add(keyOf(state, time));
    fresh.push({ orderId, kind: 'parcel', detail: { trackingNumber, state, at: time, place }, createdAt });
  }
  const isDelivered = (number: string) =>
    [...events, ...fresh].some(
      ({ kind, detail }) => kind === 'parcel' && detail.trackingNumber === number && detail.state === 'delivered',
    );
  if (order.status === 'shipped' && numbers.every(isDelivered)) {
    await updateOrders(tx, [orderId], { status: 'delivered' });
    fresh.push(statusEvent(order, 'delivered', createdAt, 'carrier'));
  }
  await insertOrderEvents(tx, fresh);
}
