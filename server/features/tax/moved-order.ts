import type { BaseDeps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import type { TaxThere } from '#server/features/orders/correction.ts';
import type { ShippingAddress } from '#shared/checkout/checkout.ts';
import { parseZip } from '#shared/places/zip.ts';
import { stateOfZip } from '#shared/places/zip-states.ts';
import { shopDay } from '#shared/shipping/ship-days.ts';
import { type OrderTaxes, taxCentsOf } from '#shared/tax/tax.ts';
import { estimateTaxes } from './estimate.ts';
import type { TaxProvider } from './provider.ts';
import { findRule } from './repository.ts';
import { findSale } from './sale.ts';

type Deps = Pick<BaseDeps, 'db' | 'log' | 'catalogue'> & { taxes: TaxProvider };
/** An order, its destination, and the tax of its purchase; an order of an earlier version has none. */
type MovedOrder = ShippingAddress & { id: string; createdAt: Date; taxes: OrderTaxes | null };

/**
 * The tax of an order at another address, by the rules on the day of the order. A tax counts as different when its sum
 * or its state differs. By the table, it is compared with the tax that was paid, even if the rate has changed since.
 * Within a ZIP code, and for the table within a state, nothing is calculated.
 *
 * @returns `unknown` when the provider does not answer or does not know an address, or a product was deleted
 */
export async function taxAfterMove(deps: Deps, order: MovedOrder, address: ShippingAddress): Promise<TaxThere> {
  const { db, taxes } = deps;
  if (parseZip(order.zipCode) === parseZip(address.zipCode)) return { kind: 'same' };
  const states = [order, address].map(({ zipCode }) => stateOfZip(zipCode));
  const isTable = taxes.name === 'table';
  if (isTable && states[0] === states[1]) return { kind: 'same' };
  const day = shopDay(order.createdAt);
  const [ruleHere = null, ruleThere = null] = await Promise.all(states.map((state) => findRule(db, { state, day })));
  const paid = isTable ? order.taxes : null;
  const isPaidTaxed = paid ? taxCentsOf(paid) > 0 : ruleHere !== null;
  if (isTable && !isPaidTaxed && ruleThere === null) return { kind: 'same' };
  const found = await findSale(deps, order.id);
  if (!found) return { kind: 'unknown' };
  const { sale, shippingCents } = found;
  try {
    const [[here], [there]] = await Promise.all([
      paid ? [paid] : estimateTaxes(deps, { ...sale, rule: ruleHere }, [shippingCents]),
      estimateTaxes(deps, { ...sale, address, rule: ruleThere }, [shippingCents]),
    ]);
    // A tax from the table and one from the provider cannot be compared.
    if (!here || !there) return { kind: 'unknown' };
    if (!isTable && (here.line.reason === 'by_table') !== (there.line.reason === 'by_table'))
      return { kind: 'unknown' };
    const [hereCents, cents] = [taxCentsOf(here), taxCentsOf(there)];
    const isSame = hereCents === cents && (cents === 0 || here.line.name === there.line.name);
    return isSame ? { kind: 'same' } : { kind: 'other', cents };
  } catch (error) {
    if (error instanceof AppError && (error.code === 'tax_unavailable' || error.code === 'tax_address')) {
      return { kind: 'unknown' };
    }
    throw error;
  }
}
