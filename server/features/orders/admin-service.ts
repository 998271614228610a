import type { Executor } from '#server/db/connect.ts';
import { pagedList } from '#server/db/paged-list.ts';
import type { BaseDeps } from '#server/deps.ts';
import { AppError, requireVersion } from '#server/errors.ts';
import { listOrderEmails } from '#server/features/emails/outbox.ts';
import { packOrders } from '#server/features/lots/pack.ts';
import type { Role } from '#shared/admin/staff.ts';
import { FAILED_REFUND_DAYS, type Today } from '#shared/admin/today.ts';
import type { BulkStatusInput, Order, OrderDetail, OrderListQuery } from '#shared/orders/admin-orders.ts';
import type { OrderStatus } from '#shared/orders/orders.ts';
import { OPEN_DISPUTES } from '#shared/orders/refunds-and-disputes.ts';
import { statusEvent, toWire } from './order-wire.ts';
import { paymentUrl } from './payment-url.ts';
import { insertOrderEvents, lockOrders, type OrderRow, updateOrders } from './repository.ts';
import * as repository from './search-repository.ts';
import { countDueOrders, countLateOrders, getOrderTotals } from './stats/service.ts';

export { getOrderTotals, getStats } from './stats/service.ts';

type Deps = BaseDeps;

const SHOWN = 50;
const DAY_MS = 24 * 3_600_000;

export const orderList = pagedList<OrderRow, Order, OrderListQuery>(repository.listOrders, toWire, 'newest');

/** A page of the list. An order whose number was typed comes first, even if it is older than this page. */
export async function findOrders(db: Executor, query: Parameters<typeof orderList.getPage>[1]): Promise<Order[]> {
  const [{ items }, named] = await Promise.all([
    orderList.getPage(db, query),
    query.q === undefined ? null : repository.findOrderByNumber(db, query.q),
  ]);
  return named ? [toWire(named), ...items.filter(({ id }) => id !== named.id)].slice(0, query.limit) : items;
}

/** Orders whose dispute awaits the shop's answer, the oldest first. */
export async function listOpenDisputes({ db }: Pick<Deps, 'db'>): Promise<Order[]> {
  return (await repository.listDisputes(db, OPEN_DISPUTES, SHOWN)).map(toWire);
}

const failedRefundsSince = ({ clock }: Pick<Deps, 'clock'>) =>
  new Date(clock.now().getTime() - FAILED_REFUND_DAYS * DAY_MS);

/** Orders whose refund failed recently without a later success, the latest first. */
export async function listFailedRefunds(deps: Pick<Deps, 'db' | 'clock'>): Promise<Order[]> {
  return (await repository.listFailedRefunds(deps.db, failedRefundsSince(deps), SHOWN)).map(toWire);
}

/** What waits for the owner among the orders. */
export async function countOrdersToday(deps: Pick<Deps, 'db' | 'clock'>): Promise<Partial<Today>> {
  const [{ ordersToProcess }, late, due, disputes, failedRefunds] = await Promise.all([
    getOrderTotals(deps),
    countLateOrders(deps),
    countDueOrders(deps),
    repository.countDisputes(deps.db, OPEN_DISPUTES),
    repository.countFailedRefunds(deps.db, failedRefundsSince(deps)),
  ]);
  return { toShip: Math.max(0, ordersToProcess - late - due), late, due, disputes, failedRefunds };
}

/** The parts of an order's detail that other features store. */
export type OrderParts = Pick<OrderDetail, 'refunds' | 'refundableAmount' | 'owed' | 'labels' | 'taxRecords'>;
export type ReadOrderParts = (order: OrderRow) => Promise<OrderParts>;

/**
 * An order with its history, its mails and its refunds.
 *
 * @param readParts its refunds and labels, from other features
 * @throws AppError `not_found`
 */
export async function getOrderDetail(
  { db, config }: Deps,
  id: string,
  readParts: ReadOrderParts,
): Promise<OrderDetail> {
  const row = await repository.findOrder(db, id);
  if (!row) throw new AppError('not_found');
  const [events, emails, parts] = await Promise.all([
    repository.listOrderEvents(db, id),
    listOrderEmails(db, id),
    readParts(row),
  ]);
  return {
    ...toWire(row),
    ...parts,
    policies: row.policies,
    statusUrl: `/order/${row.statusToken}`,
    paymentUrl: paymentUrl(config, row.stripePaymentIntentId),
    events: events.map(({ id: eventId, kind, detail, createdAt }) => ({
      id: eventId,
      kind,
      detail,
      createdAt: createdAt.toISOString(),
    })),
    emails: emails.map((email) => ({
      ...email,
      createdAt: email.createdAt.toISOString(),
      sentAt: email.sentAt?.toISOString() ?? null,
    })),
  };
}

/**
 * Sets the status of orders. An order whose version differs from the given one is not changed.
 *
 * @returns the existing orders among these ids, as they are now
 * @throws AppError `owner_only`: only the owner cancels an order, or takes that back
 */
export async function updateStatuses(
  deps: Deps,
  { ids, status, versions = {} }: BulkStatusInput,
  role: Role = 'owner',
): Promise<Order[]> {
  const asked = new Map(Object.entries(versions).map(([id, version]) => [id.toLowerCase(), version]));
  return setStatus(deps, ids, status, (current) => {
    if ((asked.get(current.id) ?? current.version) !== current.version) return false;
    requireOwner(role, current.status, status);
    return true;
  });
}

/**
 * Sets the status of one order.
 *
 * @throws AppError `not_found` · `stale_version` · `owner_only`, as above
 */
export async function updateOneStatus(
  deps: Deps,
  id: string,
  { status, version }: { status: OrderStatus; version?: number | undefined },
  role: Role = 'owner',
): Promise<Order> {
  const [order] = await setStatus(deps, [id], status, (current) => {
    requireVersion(version, current);
    requireOwner(role, current.status, status);
    return true;
  });
  if (!order) throw new AppError('not_found');
  return order;
}

function requireOwner(role: Role, from: OrderStatus, to: OrderStatus): void {
  if (role !== 'owner' && (from === 'cancelled') !== (to === 'cancelled')) throw new AppError('owner_only');
}

const HAS_LEFT: ReadonlySet<OrderStatus> = new Set<OrderStatus>(['shipped', 'delivered']);

/** Any status may follow any other (docs/specification.md#order). Changes are recorded in the orders' history. */
async function setStatus(
  deps: Deps,
  ids: string[],
  status: OrderStatus,
  mayChange: (current: Order) => boolean,
): Promise<Order[]> {
  const { db, clock } = deps;
  return db.transaction(async (tx) => {
    const before = await lockOrders(tx, [...new Set(ids)]);
    const changing = before.filter((order) => mayChange(toWire(order)) && order.status !== status);
    if (changing.length === 0) return before.map(toWire);
    if (HAS_LEFT.has(status)) await packOrders(tx, deps, changing);
    const after = await updateOrders(
      tx,
      changing.map(({ id }) => id),
      { status },
    );
    const now = clock.now();
    await insertOrderEvents(
      tx,
      changing.map((order) => statusEvent(order, status, now)),
    );
    const changed = new Map(after.map((order) => [order.id, order]));
    return before.map((order) => toWire(changed.get(order.id) ?? order));
  });
}
