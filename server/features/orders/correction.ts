import { createHash } from 'node:crypto';
import type { Executor } from '#server/db/connect.ts';
import type { BaseDeps } from '#server/deps.ts';
import { AppError, requireVersion } from '#server/errors.ts';
import { enqueueEmails, type OutboxDeps, prepareMessage } from '#server/features/emails/outbox.ts';
import { requireNoHold } from '#server/features/shipping/service.ts';
import type { ShippingAddress } from '#shared/checkout/checkout.ts';
import { isErased } from '#shared/checkout/person.ts';
import type { Language } from '#shared/core/language.ts';
import { centsToText } from '#shared/core/money.ts';
import type { Order } from '#shared/orders/admin-orders.ts';
import {
  type Correction,
  type CustomerMessage,
  correctionOf,
  type MessageAnswer,
  type OrderChange,
  type ShippingPrice,
} from '#shared/orders/change.ts';
import type { Pieces } from '#shared/orders/lines.ts';
import { isToProcess } from '#shared/orders/orders.ts';
import { lineNameIn } from '#shared/orders/words.ts';
import { parseZip } from '#shared/places/zip.ts';
import { faultInState, stateOfZip } from '#shared/places/zip-states.ts';
import { shopCalendar, transitDaysOf } from '#shared/shipping/promises.ts';
import { FAST_DAYS } from '#shared/shipping/rules.ts';
import { toWire } from './order-wire.ts';
import { insertOrderEvents, lockOrders, type OrderRow, updateOrders } from './repository.ts';
import { findOrder } from './search-repository.ts';

/** The contents of an order's parcel, and its chosen service. */
export type OrderParcel = {
  lines: readonly Pieces[];
  shippingMethod: string | null;
  shippingCarrier: string | null;
};
/**
 * The shipping price to an address, in US cents: of the bought service, or else the cheapest; `null` when no price is
 * available.
 *
 * @throws AppError `address_unserved`
 */
export type PriceParcel = (parcel: OrderParcel, address: ShippingAddress) => Promise<number | null>;

/** The tax of an order at another address: the same, another amount in US cents, or unknown. */
export type TaxThere = { kind: 'same' } | { kind: 'other'; cents: number } | { kind: 'unknown' };
/** Shipping and tax of an order at another address. */
export type MoveOrder = {
  price: PriceParcel;
  tax: (order: OrderRow, address: ShippingAddress) => Promise<TaxThere>;
};

/**
 * Corrects address and contact of an order that has not been shipped, and sets the owner's notes at any time.
 *
 * @throws AppError `not_found` · `stale_version` · `order_closed` · `address_unserved` · `heat_hold` · `heat_closed`
 * the heat rules do not allow the new state · `tax_not_accepted` the tax differs there, and the change does not accept
 * that
 */
export async function changeOrder(
  deps: BaseDeps,
  id: string,
  change: OrderChange,
  { tax }: Pick<MoveOrder, 'tax'>,
): Promise<Order> {
  const { version, notes, notesOnSlip, acceptTax = false, ...wanted } = change;
  if (!acceptTax) await requireSameTax(deps, id, { version, wanted }, tax);
  return deps.db.transaction(async (tx) => {
    const [order] = await lockOrders(tx, [id]);
    if (!order) throw new AppError('not_found');
    requireVersion(version, toWire(order));
    const corrected = await correctOrder(tx, deps, order, wanted);
    const values = {
      ...corrected,
      ...(notes !== undefined && { notes }),
      ...(notesOnSlip !== undefined && { notesOnSlip }),
    };
    if (Object.keys(values).length === 0) return toWire(order);
    const [updated] = await updateOrders(tx, [id], values);
    return toWire(updated ?? order);
  });
}

/**
 * Runs outside of the transaction, because a provider may have to be asked; the version protects the address until
 * then. The transaction refuses what is stale, closed or unserved.
 *
 * @throws AppError `tax_not_accepted`
 */
async function requireSameTax(
  { db }: Pick<BaseDeps, 'db'>,
  id: string,
  { version, wanted }: { version: number; wanted: Partial<Correction> },
  tax: MoveOrder['tax'],
): Promise<void> {
  const { zipCode } = wanted;
  if (zipCode === undefined || parseZip(zipCode) === null) return;
  const order = await findOrder(db, id);
  if (!order || order.version !== version || !isToProcess(order)) return;
  const after = { ...correctionOf(order), ...wanted };
  if (faultInState(after) !== null) return;
  const there = await tax(order, after);
  if (there.kind !== 'same') throw new AppError('tax_not_accepted');
}

/**
 * Writes the history of a correction of a locked order. @returns the fields that change
 *
 * @throws AppError `order_closed` · `address_unserved` · `heat_hold` · `heat_closed`
 */
export async function correctOrder(
  tx: Executor,
  deps: Pick<BaseDeps, 'clock' | 'config' | 'shippingRules'>,
  order: OrderRow,
  wanted: Partial<Correction>,
  by?: 'customer',
): Promise<Partial<Correction>> {
  const createdAt = deps.clock.now();
  const before = correctionOf(order);
  const names = Object.keys(before) as (keyof Correction)[];
  const changed = names.filter((name) => wanted[name] !== undefined && wanted[name] !== before[name]);
  const after: Correction = { ...before, ...Object.fromEntries(changed.map((name) => [name, wanted[name]])) };
  if (changed.length === 0) return {};
  if (!isToProcess(order)) throw new AppError('order_closed');
  if (parseZip(after.zipCode) === null) throw new AppError('address_unserved');
  if (changed.includes('state') || changed.includes('zipCode')) requireStateOfZip(after);
  if (stateOfZip(after.zipCode) !== stateOfZip(before.zipCode)) {
    requireTravel(deps, order, after, by ? order.preferredLanguage : deps.config.ownerLanguage);
  }
  await insertOrderEvents(
    tx,
    [
      { kind: 'address', from: addressText(before), to: addressText(after) },
      { kind: 'contact', from: contactText(before), to: contactText(after) },
      { kind: 'gift', from: giftText(before), to: giftText(after) },
    ]
      .filter(({ from, to }) => from !== to)
      .map(({ kind, from, to }) => ({ orderId: order.id, kind, detail: { from, to, ...(by && { by }) }, createdAt })),
  );
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

/** A change of one of them may conflict with the other one, which stays. */
function requireStateOfZip(address: Pick<Correction, 'state' | 'zipCode'>): void {
  const code = faultInState(address);
  if (code !== null) throw new AppError('validation', { issues: [{ path: 'zipCode', code }] });
}

/**
 * The heat rules must allow the products of an order at an address.
 *
 * @throws AppError `heat_hold` · `heat_closed`
 */
export function requireTravel(
  deps: Pick<BaseDeps, 'clock' | 'shippingRules'>,
  order: OrderRow,
  address: ShippingAddress,
  language: Language,
): void {
  const lines = order.lines.map((line) => ({ id: line.id, name: lineNameIn(line, language) }));
  const days = transitDaysOf(order, shopCalendar(deps.shippingRules())) ?? FAST_DAYS;
  requireNoHold(deps, { lines, address, moment: deps.clock.now() }, days, language);
}

const addressText = ({ addressLine1, addressLine2, city, state, zipCode }: ShippingAddress) =>
  [addressLine1, addressLine2, city, `${state} ${zipCode}`].filter(Boolean).join(', ');
const giftText = ({ recipientName, giftNote }: Correction) => [recipientName, giftNote].filter(Boolean).join(': ');
const contactText = ({ customerName, email, phone }: Correction) => [customerName, email, phone].join(', ');

/**
 * The shipping price and the tax of an order at another address.
 *
 * @throws AppError `not_found` · `address_unserved`
 */
export async function priceAddress(
  { db }: Pick<BaseDeps, 'db'>,
  id: string,
  address: ShippingAddress,
  { price, tax }: MoveOrder,
): Promise<ShippingPrice> {
  const order = await findOrder(db, id);
  if (!order) throw new AppError('not_found');
  const { lines, shippingMethod, shippingCarrier } = order;
  const parcel = { lines, shippingMethod, shippingCarrier };
  const [present, corrected, there] = await Promise.all([
    price(parcel, order).catch(() => null),
    price(parcel, address),
    tax(order, address),
  ]);
  return {
    paid: order.shippingCost,
    present: textOf(present),
    corrected: textOf(corrected),
    tax: there.kind === 'same' ? null : { paid: order.tax, corrected: textOf(centsOf(there)) },
  };
}

const centsOf = (there: TaxThere) => (there.kind === 'other' ? there.cents : null);

const textOf = (cents: number | null) => (cents === null ? null : centsToText(cents));

/**
 * Sends the owner's own words to the customer, in the mail layout of the order's language; the mail is listed with the
 * order's.
 *
 * @param key idempotency key: a repeated call with the same words sends one mail
 * @throws AppError `not_found` · `person_erased`
 */
export async function writeToCustomer(
  deps: OutboxDeps,
  id: string,
  key: string,
  { subject, body }: CustomerMessage,
): Promise<MessageAnswer> {
  const words = createHash('sha256')
    .update(JSON.stringify([subject, body]))
    .digest('hex');
  return deps.db.transaction(async (tx) => {
    const [order] = await lockOrders(tx, [id]);
    if (!order) throw new AppError('not_found');
    if (isErased(order.email)) throw new AppError('person_erased');
    const mail = prepareMessage(deps, {
      to: order.email,
      language: order.preferredLanguage,
      subject,
      body,
      orderId: id,
      dedupeKey: `customer_message:${id}:${key}:${words}`,
    });
    await enqueueEmails(tx, deps, [mail]);
    return { mail: deps.config.smtp ? 'queued' : 'stored' };
  });
}
