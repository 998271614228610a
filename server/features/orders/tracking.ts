import { randomUUID } from 'node:crypto';
import { AppError, requireVersion } from '#server/errors.ts';
import {
  enqueueEmails,
  listOrderEmails,
  type OutboxDeps,
  prepareEmail,
  withdrawEmails,
} from '#server/features/emails/outbox.ts';
import { shippingEmailValues } from '#server/features/emails/values.ts';
import type { TrackingAnswer, TrackingInput } from '#shared/admin-orders.ts';
import { TO_PROCESS_STATUSES } from '#shared/orders.ts';
import { statusEvent, toWire } from './order-wire.ts';
import { insertOrderEvents, lockOrders, type OrderRow, updateOrders } from './repository.ts';
import * as repository from './search-repository.ts';

type Deps = OutboxDeps;
type Pair = { trackingNumber: unknown; carrier: unknown };

/**
 * Keeps a parcel's number, moves an order that waits to shipped and mails the customer, all or nothing. A mail goes each
 * time the pair of number and carrier is another one than the customer was told last: the same one saved again, at the same
 * time too, sends none, and going back to an earlier one sends it again. Nobody is told that a cancelled order is on its way.
 *
 * @throws AppError `not_found` · `stale_version`
 * @see the specification, 4 Order status
 */
export async function addTracking(deps: Deps, id: string, input: TrackingInput): Promise<TrackingAnswer> {
  const { db, config, clock } = deps;
  const { trackingNumber, carrier } = input;
  const pair = { trackingNumber, carrier };
  const found = await repository.findOrder(db, id);
  if (!found) throw new AppError('not_found');
  // Rendered before the transaction: it reads templates, and nothing that a mail tells of an order ever changes.
  const language = found.preferredLanguage;
  const email = await prepareEmail(deps, {
    templateKey: 'shipping_confirmation',
    language,
    to: found.email,
    values: shippingEmailValues(found, pair, { language, config }),
    orderId: id,
  });
  return db.transaction(async (tx) => {
    const [order] = await lockOrders(tx, [id]);
    if (!order) throw new AppError('not_found');
    requireVersion(input.version, toWire(order));
    const withdrawn = (await listOrderEmails(tx, id)).filter((mail) => mail.status === 'withdrawn');
    const told = lastTold(order, await repository.listOrderEvents(tx, id), new Set(withdrawn.map((mail) => mail.id)));
    const tells = order.status !== 'cancelled' && !(told && isSame(told.pair, pair));
    const isNew = !isSame({ trackingNumber: order.trackingNumber, carrier: order.trackingCarrier }, pair);
    const ships = (TO_PROCESS_STATUSES as readonly string[]).includes(order.status);
    if (!isNew && !ships && !tells) return { ...toWire(order), mail: 'none' };
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
      // Two that saw the same last mail cannot both send the next one, whatever becomes of the lock above.
      const dedupeKey = `shipping_confirmation:${id}:after:${told?.eventId ?? 'none'}`;
      // The time of the lock: mails of one order go out in its order.
      await enqueueEmails(tx, deps, [{ ...email, id: mailId, dedupeKey, createdAt: now }]);
    }
    return { ...toWire(updated ?? order), mail: tells ? (config.smtp ? 'queued' : 'stored') : 'none' };
  });
}

/**
 * Takes a parcel's number off an order, and back what has not gone out of the mails that tell it; the status stays. An
 * order without one stays as it is.
 *
 * @throws AppError `not_found` · `stale_version`
 */
export async function removeTracking({ db, clock }: Deps, id: string, version?: number): Promise<void> {
  await db.transaction(async (tx) => {
    const [order] = await lockOrders(tx, [id]);
    if (!order) throw new AppError('not_found');
    requireVersion(version, toWire(order));
    if (order.trackingNumber === null) return;
    await updateOrders(tx, [id], { trackingNumber: null, trackingCarrier: null });
    const detail = { trackingNumber: null, carrier: null, previous: order.trackingNumber };
    await insertOrderEvents(tx, [{ orderId: id, kind: 'tracking', detail, createdAt: clock.now() }]);
    await withdrawEmails(tx, { orderId: id, templateKey: 'shipping_confirmation' });
  });
}

/**
 * The pair that the last mail told of; of an order that has a number and no history of it, that number.
 *
 * @param withdrawn ids of mails that told nobody
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

function isSame(one: Pair, other: Pair): boolean {
  return one.trackingNumber === other.trackingNumber && one.carrier === other.carrier;
}
