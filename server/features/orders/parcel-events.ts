import type { Executor } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import { parcelName } from '#shared/gift.ts';
import { hasMoved, type ParcelState } from '#shared/labels.ts';
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

/** A broken answer of a carrier may have thousands. */
const MOST_SEEN = 100;

/** The lines of the address on a parcel. */
export function addressOf(order: OrderRow): string[] {
  const { addressLine1, addressLine2, city, state, zipCode } = order;
  return [parcelName(order), addressLine1, addressLine2 ?? '', `${city}, ${state} ${zipCode}`].filter(
    (line) => line !== '',
  );
}

/** Whether a carrier has had the parcel of an order with this number in its hands. */
export async function hasParcelMoved(db: Executor, orderId: string, trackingNumber: string | null): Promise<boolean> {
  return hasMoved(await listOrderEvents(db, orderId), trackingNumber);
}

/** Adds to the history of an order what another feature did for it. */
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
 * Writes into the history what the carrier saw of a parcel, each thing once however often and in whatever order it is told,
 * and sets a shipped order to delivered when the carrier says so. Nothing when the order has another number by now.
 */
export async function recordParcel(
  tx: Executor,
  { clock }: Pick<BaseDeps, 'clock'>,
  orderId: string,
  trackingNumber: string,
  seen: readonly Seen[],
): Promise<void> {
  const [order] = await lockOrders(tx, [orderId]);
  if (!order || order.trackingNumber !== trackingNumber) return;
  const events = await listOrderEvents(tx, orderId);
  const keyOf = (...parts: unknown[]) => parts.join(' ');
  const known = new Set(
    events
      .filter(({ kind, detail }) => kind === 'parcel' && detail.trackingNumber === trackingNumber)
      .map(({ detail }) => keyOf(detail.state, detail.at)),
  );
  const createdAt = clock.now();
  const fresh: NewOrderEvent[] = [];
  for (const { state, at, place } of seen.toSorted((a, b) => a.at.getTime() - b.at.getTime()).slice(-MOST_SEEN)) {
    const time = at.toISOString();
    if (known.has(keyOf(state, time))) continue;
    known.add(keyOf(state, time));
    fresh.push({ orderId, kind: 'parcel', detail: { trackingNumber, state, at: time, place }, createdAt });
  }
  const isDelivered = order.status === 'shipped' && seen.some(({ state }) => state === 'delivered');
  if (isDelivered) {
    await updateOrders(tx, [orderId], { status: 'delivered' });
    fresh.push(statusEvent(order, 'delivered', createdAt, 'carrier'));
  }
  await insertOrderEvents(tx, fresh);
}
