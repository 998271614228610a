import { returnedCentsOf } from '#server/features/orders/owed.ts';
import type { OrderRow } from '#server/features/orders/service.ts';
import { taxOfItems } from '#server/features/tax/changed-items.ts';
import { centsOf } from '#shared/core/money.ts';
import { type OrderTaxes, taxCentsOf, taxLinesOf } from '#shared/tax/tax.ts';
import type { PlanDeps } from '../items/plan.ts';
import { paidBackForItems } from '../refunds/service.ts';

/** A sum that a buyer is asked for, in US cents; `taxCents` is part of it, `taxes` those of the order once it is paid. */
export type Asked = { amountCents: number; taxCents: number; taxes: OrderTaxes | null };

/**
 * The part of an order's price that exceeds what was paid, with its tax.
 *
 * @param most of the price without tax; by default all of it
 * @returns `amountCents` 0 if it costs no more
 * @throws AppError `tax_unavailable` · `tax_address`
 */
export async function askableOf(deps: PlanDeps, order: OrderRow, most = Number.POSITIVE_INFINITY): Promise<Asked> {
  const goneCents = (await returnedCentsOf(deps.db, order.id)) + (await paidBackForItems(deps.db, order.id));
  const lackCents = goneCents - centsOf(order.difference);
  const priceCents = Math.max(0, Math.min(most, lackCents));
  const none = { amountCents: priceCents, taxCents: 0, taxes: null };
  if (priceCents === 0 || isTaxedOutside(deps, order)) return none;
  const discountCents = centsOf(order.discount);
  const taxes = await taxOfItems(deps, order, { lines: order.lines, discountCents });
  const taxCents = taxes === null ? 0 : taxCentsOf(taxes) - centsOf(order.tax);
  return taxCents > 0 ? { amountCents: priceCents + taxCents, taxCents, taxes } : none;
}

/** The tax provider has a record of the sale, which a second payment cannot change: the tax stays as it was charged. */
function isTaxedOutside({ taxes }: PlanDeps, order: OrderRow): boolean {
  if (taxes.name === 'stripe') return true;
  return order.taxes?.calculationId !== undefined || taxLinesOf(order).some(({ reason }) => reason === 'by_table');
}
