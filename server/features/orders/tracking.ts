import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Executor } from '#server/db/connect.ts';
import { AppError, requireVersion } from '#server/errors.ts';
import {
  enqueueEmails,
  listOrderEmails,
  type OutboxDeps,
  prepareEmail,
  withdrawEmails,
} from '#server/features/emails/outbox.ts';
import { shippingEmailValues } from '#server/features/emails/values.ts';
import { packOrders } from '#server/features/lots/pack.ts';
import type { TrackingAnswer, TrackingInput } from '#shared/orders/admin-orders.ts';
import { correctionOf } from '#shared/orders/change.ts';
import { isToProcess, type OrderStatus, TO_PROCESS_STATUSES } from '#shared/orders/orders.ts';
import { hasMoved } from '#shared/shipping/labels.ts';
import { cleanTrackingNumber } from '#shared/shipping/tracking.ts';
import { statusEvent, toWire } from './order-wire.ts';
import { insertOrderEvents, lockOrders, type OrderRow, updateOrders } from './repository.ts';
import * as repository from './search-repository.ts';

type Deps = OutboxDeps;
type Pair = { trackingNumber: unknown; carrier: unknown };

/**
 * Stores a tracking number, sets an order to process to shipped, and mails the customer, atomically. A mail is sent
 * when number and carrier differ from the pair mailed last. Saving the same pair again, even concurrently, sends none;
 * returning to an earlier pair sends one. Customers of cancelled orders get no mail.
 *
 * @throws AppError `not_found` · `stale_version`
 * @see docs/specification.md#tracking
 */
export async function addTracking(deps: Deps, id: string, input: TrackingInput): Promise<TrackingAnswer> {
  for (;;) {
    const found = await repository.findOrder(deps.db, id);
    if (!found) throw new AppError('not_found');
    const answer = await trackFrom(deps, found, input);
    if (answer) return answer;
  }
}

/** @returns `null` if address or contact changed meanwhile, so that the mail would be wrong */
async function trackFrom(deps: Deps, found: OrderRow, input: TrackingInput): Promise<TrackingAnswer | null> {
  const { db, config, clock } = deps;
  const { trackingNumber, carrier } = input;
  const { id } = found;
  const pair = { trackingNumber, carrier };
  // Rendered before the transaction, because it reads templates.
  const language = found.preferredLanguage;
  const email = await prepareEmail(deps, {
    templateKey: 'shipping_confirmation',
    language,
    to: found.email,
    values: shippingEmailValues(deps, found, pair, { language }),
    orderId: id,
  });
  return db.transaction(async (tx) => {
    const [order] = await lockOrders(tx, [id]);
    if (!order) throw new AppError('not_found');
    requireVersion(input.version, toWire(order));
    if (!isDeepStrictEqual(correctionOf(order), correctionOf(found))) return null;
    const withdrawn = (await listOrderEmails(tx, id)).filter((mail) => mail.status === 'withdrawn');
    const told = lastTold(order, await repository.listOrderEvents(tx, id), new Set(withdrawn.map((mail) => mail.id)));
    const tells = order.status !== 'cancelled' && !(told && isSame(told.pair, pair));
    const isNew = !isSame({ trackingNumber: order.trackingNumber, carrier: order.trackingCarrier }, pair);
    const ships = isToProcess(order);
    if (!isNew && !ships && !tells) return { ...toWire(order), mail: 'none' };
    await packOrders(tx, deps, [order]);
    const now = clock.now();
    const mailId = randomUUID();
    const [updated] = await updateOrders(tx, [id], {
      trackingNumber,
      trackingCarrier: carrier,
      ...(ships ? { status: 'shipped' } : {}),
    });
    const detail = { ...pair, previous: order.trackingNumber, ...(tells ? { mail: mailId } : { told: 0 }) };
    await insertOrderEvents(tx, [
      ...(isNew || tells ? [{ orderId: id, kind: 'tracking', detail, createdAt: now }] : []),
      ...(ships ? [statusEvent(order, 'shipped', now)] : []),
    ]);
    if (tells) {
      // The dedupe key prevents two calls that saw the same last mail from both sending the next one, even without the
      // lock.
      const dedupeKey = `shipping_confirmation:${id}:after:${told?.eventId ?? 'none'}`;
      // Dated under the lock, so that the mails of one order are sent in order.
      await enqueueEmails(tx, deps, [{ ...email, id: mailId, dedupeKey, createdAt: now }]);
    }
    return { ...toWire(updated ?? order), mail: tells ? (config.smtp ? 'queued' : 'stored') : 'none' };
  });
}

/**
 * Removes a tracking number and withdraws its unsent mails; the status stays. Without a number nothing happens.
 *
 * @throws AppError `not_found` · `stale_version`
 */
export async function removeTracking(deps: Deps, id: string, version?: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [order] = await lockOrders(tx, [id]);
    if (!order) throw new AppError('not_found');
    requireVersion(version, toWire(order));
    await removeLockedTracking(tx, deps, order);
  });
}

/** The same for a locked order. */
export async function removeLockedTracking(
  tx: Executor,
  { clock }: Pick<Deps, 'clock'>,
  order: OrderRow,
): Promise<void> {
  const { id, trackingNumber: previous } = order;
  if (previous === null) return;
  await updateOrders(tx, [id], { trackingNumber: null, trackingCarrier: null });
  const detail = { trackingNumber: null, carrier: null, previous };
  await insertOrderEvents(tx, [{ orderId: id, kind: 'tracking', detail, createdAt: clock.now() }]);
  await withdrawEmails(tx, { orderId: id, templateKey: 'shipping_confirmation' });
}

/**
 * Reverts what a label's number did to its locked order: removes the number, its unsent mail, and the status that it
 * set. The status stays if a carrier has the parcel or somebody has changed it since.
 */
export async function undoTracking(tx: Executor, deps: Pick<Deps, 'clock'>, order: OrderRow): Promise<void> {
  const events = await repository.listOrderEvents(tx, order.id);
  await removeLockedTracking(tx, deps, order);
  const from = statusBefore(order, events);
  if (from === null || hasMoved(events, order.trackingNumber)) return;
  await updateOrders(tx, [order.id], { status: from });
  await insertOrderEvents(tx, [statusEvent(order, from, deps.clock.now())]);
}

/** The status before the order's number set it to `shipped`; `null` when the number did not do that. */
function statusBefore({ status, trackingNumber }: OrderRow, events: repository.OrderEventRow[]): OrderStatus | null {
  const changed = events.findLast(({ kind }) => kind === 'status');
  const numbered = events.findLast(
    ({ kind, detail }) => kind === 'tracking' && detail.trackingNumber === trackingNumber,
  );
  if (status !== 'shipped' || !changed || !numbered || changed.detail.to !== 'shipped') return null;
  // One change writes both, so their times are equal.
  if (changed.createdAt.getTime() !== numbered.createdAt.getTime()) return null;
  return TO_PROCESS_STATUSES.find((before) => before === changed.detail.from) ?? null;
}

/**
 * The pair in the last mail sent; the order's number if it has no history.
 *
 * @param withdrawn ids of mails that were not sent
 */
function lastTold(
  order: OrderRow,
  events: repository.OrderEventRow[],
  withdrawn: ReadonlySet<unknown>,
): { pair: Pair; eventId: number | null } | null {
  const changes = events.filter(({ kind }) => kind === 'tracking');
  const last = changes.findLast(
    ({ detail }) => detail.trackingNumber !== null && detail.told !== 0 && !withdrawn.has(detail.mail),
  );
  if (last) {
    return { pair: { trackingNumber: last.detail.trackingNumber, carrier: last.detail.carrier }, eventId: last.id };
  }
  if (changes.length > 0 || order.trackingNumber === null) return null;
  return { pair: { trackingNumber: order.trackingNumber, carrier: order.trackingCarrier }, eventId: null };
}

/** Compares cleaned numbers: earlier versions stored them as scanned. */
function isSame(one: Pair, other: Pair): boolean {
  const plain = ({ trackingNumber }: Pair) => cleanTrackingNumber(String(trackingNumber ?? ''));
  return plain(one) === plain(other) && one.carrier === other.carrier;
}
