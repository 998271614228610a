import type { Executor } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { isGift } from '#shared/checkout/gift.ts';
import { amountsOf } from '#shared/core/amounts.ts';
import { forEachLanguage } from '#shared/core/language.ts';
import { centsToText } from '#shared/core/money.ts';
import type { OrderStatus } from '#shared/orders/orders.ts';
import { orderNumber } from '#shared/orders/orders.ts';
import type { OrderStatusView } from '#shared/orders/status.ts';
import { CARRIERS, trackingUrl } from '#shared/shipping/carriers.ts';
import type { ParcelState } from '#shared/shipping/labels.ts';
import { trackingNumbersOf } from '#shared/shipping/tracking.ts';
import { taxLinesOf } from '#shared/tax/tax.ts';
import { taxReasonText } from '#shared/tax/words.ts';
import { toItem } from './lines.ts';
import { findNewestOwed } from './owed-repository.ts';
import { findOrderByStatusToken, type OrderRow } from './repository.ts';
import { listOrderEvents } from './search-repository.ts';

/** The form of every token. PostgreSQL refuses NUL, so other texts are rejected before the query. */
const TOKEN = /^[\w-]{1,64}$/;

/**
 * The part of an order that its link alone reveals: no name, no street, no mail address.
 *
 * @throws AppError `not_found`
 */
export async function getOrderStatus(
  deps: Pick<BaseDeps, 'db' | 'changedText'>,
  token: string,
): Promise<OrderStatusView> {
  const order = await getOrderByToken(deps.db, token);
  const { status, createdAt, preferredLanguage, lines, ...rest } = order;
  const { shippingCost, shippingMethod, shippingCarrier, totalAmount, difference, city, state, shipBy, arriveBy } =
    rest;
  const { delayState, answerBy } = rest;
  return {
    orderNumber: orderNumber(order.id),
    number: order.number,
    // Only the server writes it, from the same list.
    status: status as OrderStatus,
    language: preferredLanguage,
    createdAt: createdAt.toISOString(),
    items: lines.map(toItem),
    ...amountsOf(order),
    discountName: order.discountName,
    taxReason: forEachLanguage((language) => taxReasonText(taxLinesOf(order)[0], language, deps.changedText)),
    shippingCost,
    shippingMethod,
    shippingCarrier,
    totalAmount,
    difference,
    owed: await owedOf(deps.db, order),
    shipBy,
    arriveBy,
    delay: delayState === null ? null : { state: delayState, answerBy },
    gift: isGift(order) ? { hasNote: order.giftNote !== null } : null,
    city,
    state,
    tracking: await trackingOf(deps.db, order),
  };
}

/**
 * Runs work for the buyer of an order, with errors in the language of the order, like its page.
 *
 * @throws AppError `not_found`, and what `work` throws
 */
export async function forBuyer<T>(db: Executor, token: string, work: (order: OrderRow) => Promise<T>): Promise<T> {
  const order = await getOrderByToken(db, token);
  try {
    return await work(order);
  } catch (error) {
    if (error instanceof AppError) error.language = order.preferredLanguage;
    throw error;
  }
}

/** The order that a link opens. @throws AppError `not_found` */
export async function getOrderByToken(db: Executor, token: string): Promise<OrderRow> {
  const order = TOKEN.test(token) ? await findOrderByStatusToken(db, token) : null;
  if (!order) throw new AppError('not_found');
  return order;
}

/** The newest request; `null` when another amount was paid than requested, because the owner decides about that. */
async function owedOf(db: Executor, { id, status }: OrderRow): Promise<OrderStatusView['owed']> {
  const newest = await findNewestOwed(db, id);
  if (!newest || newest.state === 'mismatch') return null;
  const { amountCents, expiresAt, state } = newest;
  const isOver = state === 'open' && status === 'cancelled';
  return { amount: centsToText(amountCents), state: isOver ? 'ended' : state, until: expiresAt.toISOString() };
}

async function trackingOf(
  db: Executor,
  { id, trackingNumber, trackingCarrier }: OrderRow,
): Promise<OrderStatusView['tracking']> {
  if (trackingNumber === null) return null;
  const events = await listOrderEvents(db, id);
  const carrier = CARRIERS.find((name) => name === trackingCarrier);
  return {
    carrier: trackingCarrier,
    parcels: trackingNumbersOf(trackingNumber).map((number) => ({
      number,
      url: carrier ? trackingUrl(carrier, number) : null,
      seen: events
        .filter(({ kind, detail }) => kind === 'parcel' && detail.trackingNumber === number)
        .map(({ detail: { state, at, place } }) => ({
          state: state as ParcelState,
          at: String(at),
          place: place === null || place === undefined ? null : String(place),
        }))
        .sort((a, b) => (a.at < b.at ? 1 : -1)),
    })),
  };
}
