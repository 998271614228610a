import { randomBytes, randomUUID } from 'node:crypto';
import type { Executor } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import { AppError, requireVersion } from '#server/errors.ts';
import {
  emailPart,
  emailValues,
  type OutboxDeps,
  type PreparedEmail,
  renderEmails,
  type SavedTemplates,
  savedTemplates,
} from '#server/features/emails/outbox.ts';
import { NUMBER_TO_COME, orderEmailValues } from '#server/features/emails/values.ts';
import type { CheckoutAddress, CheckoutLine } from '#shared/checkout/checkout.ts';
import type { SeenPolicies } from '#shared/content/policy-page.ts';
import { AMOUNTS, type AmountCents, amountTexts } from '#shared/core/amounts.ts';
import type { Language, Localized } from '#shared/core/language.ts';
import { centsToText } from '#shared/core/money.ts';
import type { OrderLine, Pieces } from '#shared/orders/lines.ts';
import { isToProcess } from '#shared/orders/orders.ts';
import type { OrderTaxes } from '#shared/tax/tax.ts';
import { itemsText, toOrderLines } from './lines.ts';

import { statusEvent, toWire } from './order-wire.ts';
import {
  findOrderByPaymentId,
  insertOrderEvents,
  lockOrderByPaymentId,
  lockOrders,
  type NewItems,
  type NewOrderRow,
  type OrderRow,
  orderParts,
  orderValues,
  replaceItems,
  updateOrders,
  updatePaidBack,
} from './repository.ts';
import { findOrder, listOrderEvents } from './search-repository.ts';

export type { OrderRow };

/** A paid checkout in the form of an order. Amounts in US cents; `totalCents` includes all of them. */
export type PaidCheckout = AmountCents & {
  paymentId: string;
  lines: CheckoutLine[];
  address: CheckoutAddress;
  shippingMethod: string;
  shippingCarrier: string;
  shippingCents: number;
  /** The promised days, `YYYY-MM-DD`. */
  shipBy: string | null;
  arriveBy: string | null;
  discountCode: string | null;
  /** The name of an automatic discount. */
  discountName: Localized | null;
  source: string | null;
  /** `null` in checkouts of earlier versions. */
  taxes: OrderTaxes | null;
  totalCents: number;
  currency: string;
  language: Language;
  policies?: SeenPolicies | null;
};

/** An order, its lines and its two rendered mails, ready to be stored. */
export type PreparedOrder = {
  row: NewOrderRow & { id: string; status: string; createdAt: Date };
  lines: OrderLine[];
  emails: PreparedEmail[];
};

/** The owner's templates for the mails of an order, as a column of another statement, for `prepareOrder`. */
export const orderTemplates = () => savedTemplates(['order_confirmation', 'admin_order_notification']);

/** Renders the customer's and the owner's mail. @param templates from `orderTemplates` */
export function prepareOrder(
  deps: OutboxDeps & Pick<BaseDeps, 'catalogue' | 'shippingRules'>,
  paid: PaidCheckout,
  templates: SavedTemplates,
): PreparedOrder {
  const id = randomUUID();
  const lines = toOrderLines(paid.lines, { discountCents: paid.discountCents, taxes: paid.taxes?.items });
  const row = toOrderRow(id, paid, lines, deps.clock.now());
  const { config } = deps;
  // The law requires allergens in the customer's mail; the owner knows the products.
  const products = lines.flatMap((line) => {
    const product = deps.catalogue().find(line.id);
    return product?.allergens ? [{ ...product, allergens: product.allergens }] : [];
  });
  const mail = (templateKey: 'order_confirmation' | 'admin_order_notification', to: string, language: Language) => ({
    templateKey,
    language,
    to,
    values: orderEmailValues(
      deps,
      { ...row, number: NUMBER_TO_COME, lines },
      {
        language,
        shipping: deps.shippingRules(),
        ...(templateKey === 'order_confirmation' && { products }),
      },
    ),
    orderId: row.id,
    dedupeKey: `${templateKey}:${paid.paymentId}`,
  });
  const emails = renderEmails(deps, templates, [
    mail('order_confirmation', row.email, paid.language),
    mail('admin_order_notification', config.ownerEmail, config.ownerLanguage),
  ]);
  return { row, lines, emails };
}

/**
 * The order, its lines, its first event and its two mails, as parts of the prepared statement that closes its checkout;
 * their values come from `placedValues`. `placed` is the order, or no row if its payment already has one; then nothing
 * is written. Call `announceEmails` when something is.
 */
export function placeOrder(tx: Executor) {
  const { parts, number, ...order } = orderParts(tx);
  return { ...order, parts: [...parts, emailPart(tx, order.isPlaced, number)] };
}

export function placedValues({ row, lines, emails }: PreparedOrder) {
  const created = { orderId: row.id, kind: 'created', detail: { status: row.status }, createdAt: row.createdAt };
  return { ...orderValues(row, lines, created), ...emailValues(emails) };
}

/** The order of a payment, or `null`. @param paymentId the provider's reference, such as `pi_…` */
export function findOrderByPayment(db: Executor, paymentId: string): Promise<OrderRow | null> {
  return findOrderByPaymentId(db, paymentId);
}

/** The current mail address of an order's buyer; `null` when the order does not exist. */
export async function findBuyerMailbox(db: Executor, orderId: string): Promise<string | null> {
  return (await findOrder(db, orderId))?.email ?? null;
}

/** The order of an id. @throws AppError `not_found` */
export async function getOrder(db: Executor, id: string): Promise<OrderRow> {
  const order = await findOrder(db, id);
  if (!order) throw new AppError('not_found');
  return order;
}

/**
 * Refuses a change that is based on another version of the order than the current one.
 *
 * @param version `null` is refused in any case
 * @throws AppError `stale_version`
 */
export function requireOrderVersion(version: number | null, order: OrderRow): void {
  requireVersion(version ?? -1, toWire(order));
}

/** The order, locked until the transaction ends. @throws AppError `not_found` */
export async function lockOrder(tx: Executor, id: string): Promise<OrderRow> {
  const [order] = await lockOrders(tx, [id]);
  if (!order) throw new AppError('not_found');
  return order;
}

/** The existing orders among these ids, locked until the transaction ends. */
export function lockKnownOrders(tx: Executor, ids: readonly string[]): Promise<OrderRow[]> {
  return ids.length === 0 ? Promise.resolve([]) : lockOrders(tx, [...ids]);
}

/** The history of an order, oldest first. */
export function listEvents(tx: Executor, orderId: string) {
  return listOrderEvents(tx, orderId);
}

/**
 * Stores on a locked, unshipped order which of its units are refunded and therefore not sent.
 *
 * @param pieces all refunded units, including earlier refunds
 */
export async function notePaidBack(tx: Executor, order: OrderRow, pieces: readonly Pieces[]): Promise<void> {
  if (isToProcess(order)) await updatePaidBack(tx, order, pieces);
}

/**
 * Replaces the items of a locked order, with its event. `totalAmount` stays, because that is what was paid.
 *
 * @param detail of the event `items`, as `orderEventSchema` describes it
 */
export async function writeItems(
  tx: Executor,
  { clock }: Pick<BaseDeps, 'clock'>,
  { id }: Pick<OrderRow, 'id'>,
  items: Omit<NewItems, 'items'>,
  detail: Record<string, string>,
): Promise<void> {
  await replaceItems(tx, id, { ...items, items: itemsText(items.lines) });
  await insertOrderEvents(tx, [{ orderId: id, kind: 'items', detail, createdAt: clock.now() }]);
}

/**
 * Notes on a new order that the owner has written it, in the transaction that places it.
 *
 * @param written.detail of the event `written`, as `orderEventSchema` describes it
 */
export async function noteWritten(
  tx: Executor,
  { clock }: Pick<BaseDeps, 'clock'>,
  orderId: string,
  { notes, detail }: { notes: string; detail: Record<string, string | null> },
): Promise<void> {
  if (notes !== '') await updateOrders(tx, [orderId], { notes });
  await insertOrderEvents(tx, [{ orderId, kind: 'written', detail, createdAt: clock.now() }]);
}

/** The order of a payment, locked until the transaction ends. */
export function lockOrderOfPayment(tx: Executor, paymentId: string): Promise<OrderRow | null> {
  return lockOrderByPaymentId(tx, paymentId);
}

type CancelOptions = {
  version?: number | undefined;
  by?: 'customer' | undefined;
  /** Its label counts as shipped, but no carrier has scanned it, so the parcel is still here. */
  hasUnusedLabel?: boolean;
};

/**
 * Sets a locked order to cancelled, with its event.
 *
 * @param options.version as in `requireVersion`
 * @param options.by the customer may cancel only until the order is in work, or, after a delay notice, until it leaves
 * @param options.hasUnusedLabel a shipped order may be cancelled too
 * @returns whether it was not cancelled before
 * @throws AppError `stale_version` · `order_shipped` · `order_in_work`
 */
export async function cancelLockedOrder(
  tx: Executor,
  { clock }: Pick<OutboxDeps, 'clock'>,
  order: OrderRow,
  { version, by, hasUnusedLabel = false }: CancelOptions = {},
): Promise<boolean> {
  requireVersion(version, toWire(order));
  if (order.status === 'cancelled') return false;
  // After a delay notice, the customer may cancel until the parcel leaves.
  const mayCustomer = order.status === 'pending' || (order.status === 'processing' && order.delayState !== null);
  if (by === 'customer' && !mayCustomer) throw new AppError('order_in_work');
  const isGone = order.status === 'delivered' || (order.status === 'shipped' && !hasUnusedLabel);
  if (isGone) throw new AppError('order_shipped');
  await updateOrders(tx, [order.id], { status: 'cancelled' });
  await insertOrderEvents(tx, [statusEvent(order, 'cancelled', clock.now(), by)]);
  return true;
}

function toOrderRow(id: string, paid: PaidCheckout, lines: readonly OrderLine[], createdAt: Date) {
  const { fullName, preferredLanguage: _, ...address } = paid.address;
  return {
    id,
    statusToken: randomBytes(24).toString('base64url'),
    customerName: fullName,
    ...address,
    totalAmount: centsToText(paid.totalCents),
    ...amountTexts(AMOUNTS, paid),
    discountCode: paid.discountCode,
    discountName: paid.discountName,
    source: paid.source,
    taxes: paid.taxes,
    shippingCost: centsToText(paid.shippingCents),
    shippingMethod: paid.shippingMethod,
    // Collected orders, and those that the shop brings itself, have none.
    shippingCarrier: paid.shippingCarrier || null,
    shipBy: paid.shipBy,
    arriveBy: paid.arriveBy,
    trackingNumber: null,
    trackingCarrier: null,
    currency: paid.currency,
    stripePaymentIntentId: paid.paymentId,
    items: itemsText(lines),
    preferredLanguage: paid.language,
    policies: paid.policies ?? null,
    status: 'pending',
    createdAt,
  };
}
