import type { BaseDeps } from '#server/deps.ts';
import type { OrderRow } from '#server/features/orders/service.ts';
import { centsOf } from '#shared/core/money.ts';
import type { OrderLine } from '#shared/orders/lines.ts';
import { stateOfZip } from '#shared/places/zip-states.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { type OrderTaxes, type TaxedLine, taxLinesOf } from '#shared/tax/tax.ts';
import { estimateTaxes } from './estimate.ts';
import type { TaxProvider } from './provider.ts';
import { findRule } from './repository.ts';

type Deps = Pick<BaseDeps, 'db' | 'log' | 'catalogue'> & { taxes: TaxProvider };

/**
 * The tax of an order with other lines, by the rules on the day of the order. The provider's record stays that of the
 * sale, of which a refund reverses its part.
 *
 * @returns `null` when the tax stays what was charged: it was refunded for a certificate, belongs to another address, or
 * a product was deleted
 * @throws AppError `tax_unavailable` · `tax_address`
 */
export async function taxOfItems(
  deps: Deps,
  order: OrderRow,
  { lines, discountCents }: { lines: readonly OrderLine[]; discountCents: number },
): Promise<OrderTaxes | null> {
  const [reason] = taxLinesOf(order);
  if (!order.taxes || !reason || reason.reason === 'exempt' || reason.isFixed) return null;
  const taxed: (TaxedLine & { id: string })[] = [];
  for (const { id, quantity, unitPriceCents: priceCents, discountCents: share } of lines) {
    const product = deps.catalogue().find(id);
    if (!product) return null;
    taxed.push({ id, quantity, priceCents, taxCode: product.taxCode, discountCents: share });
  }
  const rule = await findRule(deps.db, { state: stateOfZip(order.zipCode), day: shopDay(order.createdAt) });
  const shippingCents = centsOf(order.shippingCost ?? '0.00');
  const [taxes] = await estimateTaxes(deps, { lines: taxed, discountCents, address: order, rule }, [shippingCents]);
  if (!taxes) return null;
  const { calculationId: _, ...anew } = taxes;
  const { calculationId } = order.taxes;
  return { ...anew, ...(calculationId !== undefined && { calculationId }) };
}
