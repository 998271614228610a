import type { Executor } from '#server/db/connect.ts';
import type { CheckoutLine } from '#shared/checkout/checkout.ts';
import { centsOf, centsToText, textToCents } from '#shared/core/money.ts';
import { spreadCents } from '#shared/core/totals.ts';
import { type OrderItem, parseOrderItems } from '#shared/orders/orders.ts';
import type { PaidLine } from '#shared/orders/refunds.ts';
import type { OrderTaxes } from '#shared/tax/tax.ts';
import { listOrderLines, type OrderLineRow } from './repository.ts';

export type { OrderLineRow };

type Ordered = { id: string; items: string; discount?: string | undefined; taxes?: OrderTaxes | null | undefined };

/**
 * The lines of a paid checkout, for its order, each with its share of the discount.
 *
 * @param taxes of each line, in US cents
 */
export function toOrderLines(
  orderId: string,
  lines: readonly CheckoutLine[],
  { discountCents, taxes = [] }: { discountCents: number; taxes?: readonly number[] | undefined },
): OrderLineRow[] {
  const costs = lines.map(({ priceCents, quantity }) => priceCents * quantity);
  const discounts = spreadCents(discountCents, costs);
  return lines.map(({ id, name, names, quantity, priceCents, components }, position) => ({
    orderId,
    position,
    productId: id,
    name,
    names: names ?? null,
    quantity,
    components: components ?? null,
    unitPriceCents: priceCents,
    discountCents: discounts[position] ?? 0,
    taxCents: taxes[position] ?? 0,
  }));
}

/** The specification's `items` text. @see docs/specification.md#order */
export function itemsText(lines: readonly OrderLineRow[]): string {
  return JSON.stringify(lines.map(toItem));
}

/** A line in the form of the `items` text. */
export function toItem({ productId, name, names, quantity, unitPriceCents, components }: OrderLineRow): OrderItem {
  return {
    id: productId,
    name,
    ...(names && { names }),
    quantity,
    price: centsToText(unitPriceCents),
    ...(components && { components }),
  };
}

/** What was paid for each line of an order. */
export function toPaidLines(lines: readonly OrderLineRow[]): PaidLine[] {
  return lines.map(({ productId, quantity, unitPriceCents, discountCents, taxCents }) => ({
    id: productId,
    quantity,
    netCents: unitPriceCents * quantity - discountCents,
    taxCents,
  }));
}

/** The lines of each order, by its id. */
export async function readOrderLines(db: Executor, orders: readonly Ordered[]): Promise<Map<string, OrderLineRow[]>> {
  const ids = orders.map(({ id }) => id);
  const rows = Map.groupBy(ids.length > 0 ? await listOrderLines(db, ids) : [], ({ orderId }) => orderId);
  return new Map(orders.map((order) => [order.id, rows.get(order.id) ?? fromItems(order)]));
}

/** An instance of an earlier version, still running during an update, writes orders without lines. */
function fromItems({ id, items, discount, taxes }: Ordered): OrderLineRow[] {
  const lines = parseOrderItems(items).map(({ price, ...item }) => ({ ...item, priceCents: textToCents(price) ?? 0 }));
  return toOrderLines(id, lines, { discountCents: centsOf(discount ?? '0.00'), taxes: taxes?.items });
}
