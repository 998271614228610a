import { isDeepStrictEqual } from 'node:util';
import type { Executor } from '#server/db/connect.ts';
import type { BaseDeps, Clock } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { prepareNewAddressNotice, prepareOrderLink } from '#server/features/emails/order-mails.ts';
import { enqueueEmails } from '#server/features/emails/outbox.ts';
import type { BuyerAddress, FindOrderInput } from '#shared/checkout/buyer.ts';
import { orderTotals } from '#shared/core/totals.ts';
import { correctionOf } from '#shared/orders/change.ts';
import type { OrderStatusView } from '#shared/orders/status.ts';
import { isFreeShipping } from '#shared/shipping/free-shipping.ts';
import { normalizeState } from '#shared/shipping/shipping.ts';
import { correctOrder, type MoveOrder, type PriceParcel } from './correction.ts';
import { lockOrders, type OrderRow, updateOrders } from './repository.ts';
import { findOrdersByNumber, listOrderEvents } from './search-repository.ts';
import { forBuyer, getOrderStatus } from './status-view.ts';

const HOUR_MS = 3_600_000;
/** How often one order's address can be corrected by its link. */
const MAX_CHANGES = 5;

/**
 * Corrects the address of an order that is not in work, if shipping costs no more and the tax is the same. The buyer
 * gets a mail about it at most once an hour, because anyone with the link can do this.
 *
 * @param mayMail takes a mail from the share of the caller's network
 * @throws AppError `not_found` · `order_in_work` · `address_dearer` · `address_taxed` · `address_unserved` ·
 * `rates_failed` · `address_changes_spent` · `too_many` the network's share is used up · `conflict` the order was
 * changed meanwhile
 */
export function correctByBuyer(
  deps: BaseDeps,
  token: string,
  address: BuyerAddress,
  move: MoveOrder,
  mayMail: () => boolean,
): Promise<OrderStatusView> {
  return forBuyer(deps.db, token, async (order) => {
    await correctUntouched(deps, order, address, move, mayMail);
    return getOrderStatus(deps, token);
  });
}

async function correctUntouched(
  deps: BaseDeps,
  found: OrderRow,
  address: BuyerAddress,
  { price, tax }: MoveOrder,
  mayMail: () => boolean,
): Promise<void> {
  requireUntouched(found);
  await requireSamePrice(deps, found, address, price);
  if ((await tax(found, address)).kind !== 'same') throw new AppError('address_taxed');
  await deps.db.transaction(async (tx) => {
    const [order] = await lockOrders(tx, [found.id]);
    if (!order) throw new AppError('not_found');
    requireUntouched(order);
    if (!isDeepStrictEqual(correctionOf(order), correctionOf(found))) throw new AppError('conflict');
    const changes = await countBuyerChanges(tx, order.id);
    const corrected = await correctOrder(tx, deps, order, address, 'customer');
    if (Object.keys(corrected).length === 0) return;
    if (changes >= MAX_CHANGES) throw new AppError('address_changes_spent', { values: { count: String(changes) } });
    if (!mayMail()) {
      throw new AppError('too_many', { words: 'address_changes_network', retryAfterSeconds: HOUR_MS / 1000 });
    }
    await updateOrders(tx, [order.id], corrected);
    await enqueueEmails(tx, deps, [
      prepareNewAddressNotice(deps, order, `new_address:${order.id}:${hourOf(deps.clock)}`),
    ]);
  });
}

/** The number of the current hour, for mails sent at most once an hour. */
const hourOf = (clock: Clock) => Math.floor(clock.now().getTime() / HOUR_MS);

async function countBuyerChanges(tx: Executor, orderId: string): Promise<number> {
  const events = await listOrderEvents(tx, orderId);
  return events.filter(({ kind, detail }) => kind === 'address' && detail.by === 'customer').length;
}

function requireUntouched({ status }: OrderRow): void {
  if (status !== 'pending') throw new AppError('order_in_work');
}

/** The bought service must not cost more, and free shipping must remain free. */
async function requireSamePrice(
  { shippingRules }: Pick<BaseDeps, 'shippingRules'>,
  order: OrderRow,
  address: BuyerAddress,
  price: PriceParcel,
): Promise<void> {
  const { lines, shippingMethod, shippingCarrier, shippingCost } = order;
  const parcel = { lines, shippingMethod, shippingCarrier };
  const [present, corrected] = await Promise.all([price(parcel, order), price(parcel, address)]);
  if (present === null || corrected === null) throw new AppError('rates_failed');
  const { subtotalCents } = orderTotals(
    lines.map(({ unitPriceCents: priceCents, quantity }) => ({ priceCents, quantity })),
  );
  const { free } = shippingRules();
  // Its weight met the rule at the purchase, and has not changed.
  const isFreeTo = (to: { state: string; zipCode: string }) => isFreeShipping(free, { subtotalCents, weightOz: 0 }, to);
  // Free by a code, or by an earlier rule: it stays free within its state.
  const isKept = !isFreeTo(order) && normalizeState(order.state) === normalizeState(address.state);
  const isFree = shippingCost !== '0.00' || isFreeTo(address) || isKept;
  if (corrected > present || !isFree) throw new AppError('address_dearer');
}

/**
 * Mails the link of an order to its buyer, if number and mailbox match. An order's link is mailed at most once an hour.
 *
 * @param mayMail takes a mail from the share of the caller's network
 */
export async function mailOrderLink(
  deps: BaseDeps,
  { orderNumber: number, email }: FindOrderInput,
  mayMail: () => boolean,
): Promise<void> {
  const { db, clock } = deps;
  const found = await findOrdersByNumber(db, number, email);
  const mails = found
    .filter(mayMail)
    .map((order) => prepareOrderLink(deps, order, `order_link:${order.id}:${hourOf(clock)}`));
  await db.transaction((tx) => enqueueEmails(tx, deps, mails));
}
