import { isDeepStrictEqual } from 'node:util';
import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { prepareNewAddressNotice, prepareOrderLink } from '#server/features/emails/letters.ts';
import { enqueueEmails } from '#server/features/emails/outbox.ts';
import type { BuyerAddress, FindOrderInput } from '#shared/buyer.ts';
import { isFreeShipping } from '#shared/free-shipping.ts';
import { correctionOf } from '#shared/order-change.ts';
import type { OrderStatusView } from '#shared/order-status.ts';
import { normalizeState } from '#shared/shipping.ts';
import { orderTotals } from '#shared/totals.ts';
import { correct, type MoveOrder, type PriceParcel } from './correction.ts';
import { readOrderLines } from './lines.ts';
import { lockOrders, type OrderRow, updateOrders } from './repository.ts';
import { findOrdersByNumber } from './search-repository.ts';
import { forBuyer, getOrderStatus } from './status-view.ts';

const HOUR_MS = 3_600_000;

/**
 * Corrects the address of an order that nobody has begun to pack, where that costs no more to ship and has the same tax. The buyer gets a mail
 * about it, since whoever has the link can do this.
 *
 * @throws AppError `not_found` · `order_in_work` · `address_dearer` · `address_taxed` · `address_unserved` · `rates_failed` · `conflict` the
 * order was changed meanwhile
 */
export function correctByBuyer(
  deps: BaseDeps,
  token: string,
  address: BuyerAddress,
  move: MoveOrder,
): Promise<OrderStatusView> {
  return forBuyer(deps.db, token, async (order) => {
    await correctUntouched(deps, order, address, move);
    return getOrderStatus(deps, token);
  });
}

async function correctUntouched(
  deps: BaseDeps,
  found: OrderRow,
  address: BuyerAddress,
  { price, tax }: MoveOrder,
): Promise<void> {
  requireUntouched(found);
  await requireSamePrice(deps, found, address, price);
  if ((await tax(found, address)).kind !== 'same') throw new AppError('address_taxed');
  await deps.db.transaction(async (tx) => {
    const [order] = await lockOrders(tx, [found.id]);
    if (!order) throw new AppError('not_found');
    requireUntouched(order);
    if (!isDeepStrictEqual(correctionOf(order), correctionOf(found))) throw new AppError('conflict');
    const corrected = await correct(tx, deps, order, address, 'customer');
    if (Object.keys(corrected).length === 0) return;
    await updateOrders(tx, [order.id], corrected);
    await enqueueEmails(tx, deps, [prepareNewAddressNotice(deps, order)]);
  });
}

function requireUntouched({ status }: OrderRow): void {
  if (status !== 'pending') throw new AppError('order_in_work');
}

/** The service that was bought must cost no more there, and what was free must be free there too. */
async function requireSamePrice(
  { db, shippingRules }: Pick<BaseDeps, 'db' | 'shippingRules'>,
  order: OrderRow,
  address: BuyerAddress,
  price: PriceParcel,
): Promise<void> {
  const lines = (await readOrderLines(db, [order])).get(order.id) ?? [];
  const { shippingMethod, shippingCarrier, shippingCost } = order;
  const parcel = { lines, shippingMethod, shippingCarrier };
  const [present, corrected] = await Promise.all([price(parcel, order), price(parcel, address)]);
  if (present === null || corrected === null) throw new AppError('rates_failed');
  const { subtotalCents } = orderTotals(
    lines.map(({ unitPriceCents: priceCents, quantity }) => ({ priceCents, quantity })),
  );
  const { free } = shippingRules();
  // Its weight was within the rule when it was bought, and has not changed.
  const isFreeTo = (to: { state: string; zipCode: string }) => isFreeShipping(free, { subtotalCents, weightOz: 0 }, to);
  // By a code, or by an earlier rule: it stays free within its state.
  const isKept = !isFreeTo(order) && normalizeState(order.state) === normalizeState(address.state);
  const isFree = shippingCost !== '0.00' || isFreeTo(address) || isKept;
  if (corrected > present || !isFree) throw new AppError('address_dearer');
}

/**
 * Mails the link of an order to its buyer, when number and mailbox belong together. An order's link is mailed once an hour,
 * however often somebody asks.
 */
export async function mailOrderLink(deps: BaseDeps, { orderNumber: number, email }: FindOrderInput): Promise<void> {
  const { db, clock } = deps;
  const hour = Math.floor(clock.now().getTime() / HOUR_MS);
  const mails = (await findOrdersByNumber(db, number, email)).map((order) =>
    prepareOrderLink(deps, order, `order_link:${order.id}:${hour}`),
  );
  await db.transaction((tx) => enqueueEmails(tx, deps, mails));
}
