import { isDeepStrictEqual } from 'node:util';
import type { BaseDeps } from '#server/deps.ts';
import { AppError, requireVersion } from '#server/errors.ts';
import { enqueueEmails, type OutboxDeps, prepareEmail } from '#server/features/emails/outbox.ts';
import { delayEmailValues } from '#server/features/emails/values.ts';
import type { TrackingAnswer } from '#shared/orders/admin-orders.ts';
import { correctionOf } from '#shared/orders/change.ts';
import { type DelayInput, delayRule } from '#shared/orders/delays.ts';
import { isToProcess } from '#shared/orders/orders.ts';
import type { OrderStatusView } from '#shared/orders/status.ts';
import { heatParcelOf, mayLeaveOn } from '#shared/shipping/heat.ts';
import { arrivalAfter, shopCalendar } from '#shared/shipping/promises.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { toWire } from './order-wire.ts';
import { insertOrderEvents, lockOrders, type OrderRow, updateOrders } from './repository.ts';
import { findOrder } from './search-repository.ts';
import { forBuyer, getOrderStatus } from './status-view.ts';

type DelayDeps = OutboxDeps & Pick<BaseDeps, 'shippingRules'>;

/**
 * Promises a later day, or none, for an order that has not been shipped, and mails the customer what the law requires
 * (16 CFR 435.2 b). Atomic; one mail per new day. The order's page has the two answers.
 *
 * @throws AppError `not_found` · `stale_version` · `order_left` · `validation` a day that is in the past, earlier than
 * promised, or not allowed by the heat rules
 */
export async function promiseLater(deps: DelayDeps, id: string, input: DelayInput): Promise<TrackingAnswer> {
  for (;;) {
    const found = await findOrder(deps.db, id);
    if (!found) throw new AppError('not_found');
    const answer = await promiseFrom(deps, found, input);
    if (answer) return answer;
  }
}

/** @returns `null` if the order changed meanwhile, so that the mail would be wrong */
async function promiseFrom(
  deps: DelayDeps,
  found: OrderRow,
  { shipBy, version }: DelayInput,
): Promise<TrackingAnswer | null> {
  const { db, config, clock } = deps;
  const { id, preferredLanguage: language } = found;
  const now = clock.now();
  const today = shopDay(now);
  const orderedOn = shopDay(found.createdAt);
  const { answerBy } = delayRule({ ...found, orderedOn }, shipBy, today);
  const calendar = shopCalendar(deps.shippingRules());
  const arriveBy = shipBy === null ? null : arrivalAfter(shipBy, found, calendar);
  const delays = found.delays + 1;
  const later = { shipBy, arriveBy, delays, delayState: answerBy ? ('asked' as const) : ('told' as const), answerBy };
  // Rendered before the transaction, because it reads templates.
  const mail = await prepareEmail(deps, {
    templateKey: 'order_delay',
    language,
    to: found.email,
    values: delayEmailValues(deps, { ...found, ...later }, { language }),
    orderId: id,
    dedupeKey: `order_delay:${id}:${delays}`,
  });
  const isHot = shipBy !== null && !mayLeave(deps, found, shipBy);
  return db.transaction(async (tx) => {
    const [order] = await lockOrders(tx, [id]);
    if (!order) throw new AppError('not_found');
    requireVersion(version, toWire(order));
    if (!isDeepStrictEqual(saidOf(order), saidOf(found))) return null;
    if (!isToProcess(order)) throw new AppError('order_left');
    if (order.shipBy === shipBy && (shipBy !== null || order.delays > 0)) return { ...toWire(order), mail: 'none' };
    if (shipBy !== null && shipBy < laterOf(today, order.shipBy)) {
      throw new AppError('validation', { issues: [{ path: 'shipBy', code: 'day_earlier' }] });
    }
    if (isHot) throw new AppError('validation', { issues: [{ path: 'shipBy', code: 'day_hot' }] });
    const [updated] = await updateOrders(tx, [id], later);
    const { delayState: state } = later;
    await insertOrderEvents(tx, [
      { orderId: id, kind: 'delay', detail: { from: order.shipBy, shipBy, answerBy, state }, createdAt: now },
    ]);
    await enqueueEmails(tx, deps, [mail]);
    return { ...toWire(updated ?? order), mail: config.smtp ? 'queued' : 'stored' };
  });
}

/** Whether the heat rules allow this day. Safe before the lock: `saidOf` detects a change of lines, address or promise. */
function mayLeave({ shippingRules }: DelayDeps, order: OrderRow, day: string): boolean {
  const rules = shippingRules();
  const calendar = shopCalendar(rules);
  const productIds = order.lines.map(({ id }) => id);
  return mayLeaveOn(day, heatParcelOf(order, productIds, calendar), { calendar, heat: rules.heat });
}

const laterOf = (today: string, promised: string | null) => (promised !== null && promised > today ? promised : today);
/** The part of an order that the notice depends on. */
const saidOf = (order: OrderRow) => [correctionOf(order), order.lines, order.shipBy, order.arriveBy, order.delays];

/**
 * The customer agrees to the later day of the last notice. Idempotent.
 *
 * @throws AppError `not_found` · `order_left` it has been shipped, is cancelled, or no notice was sent
 */
export function agreeToDelay(deps: BaseDeps, token: string): Promise<OrderStatusView> {
  return forBuyer(deps.db, token, async ({ id }) => {
    await deps.db.transaction(async (tx) => {
      const [order] = await lockOrders(tx, [id]);
      if (!order) throw new AppError('not_found');
      if (order.delayState === 'waits') return;
      if (!isToProcess(order) || order.delayState === null) throw new AppError('order_left');
      await updateOrders(tx, [id], { delayState: 'waits', answerBy: null });
      const detail = { shipBy: order.shipBy, by: 'customer' };
      await insertOrderEvents(tx, [{ orderId: id, kind: 'waits', detail, createdAt: deps.clock.now() }]);
    });
    return getOrderStatus(deps, token);
  });
}
