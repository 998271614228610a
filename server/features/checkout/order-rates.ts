import { AppError } from '#server/errors.ts';
import type { Parcel } from '#server/features/shipping/rate-source.ts';
import { heatOf, listPaidRates } from '#server/features/shipping/service.ts';
import { toProduct } from '#shared/catalogue/brand-products.ts';
import type { ShippingAddress } from '#shared/checkout/checkout.ts';
import type { Pieces } from '#shared/orders/lines.ts';
import type { CheckoutDeps } from './service.ts';

/** An ordered parcel, and its chosen service. */
type OrderParcel = {
  lines: readonly Pieces[];
  shippingMethod: string | null;
  shippingCarrier: string | null;
};

/**
 * The price of shipping an order's boxes to an address today: by the bought service, or else the cheapest that the heat
 * rules allow.
 *
 * @returns US cents, never 0; `null` when no price is available: the rate source fails, or a product was deleted
 * @throws AppError `address_unserved`
 */
export async function priceParcel(
  deps: Pick<CheckoutDeps, 'rates' | 'catalogue' | 'shippingRules' | 'clock'>,
  { lines: bought, shippingMethod, shippingCarrier }: OrderParcel,
  { addressLine1, addressLine2, city, state, zipCode }: ShippingAddress,
): Promise<number | null> {
  const { find } = deps.catalogue();
  const lines: Parcel['lines'][number][] = [];
  for (const { id, quantity } of bought) {
    const found = find(id);
    const product = found && toProduct(found);
    if (!product) return null;
    const { name, priceCents, weightOz, parcelInches } = product;
    lines.push({ id, name: name.en, quantity, priceCents, weightOz, parcelInches });
  }
  try {
    const address = { addressLine1, addressLine2, city, state, zipCode };
    const all = await listPaidRates(deps, { lines, address });
    const moment = deps.clock.now();
    const cool = all.filter((rate) => heatOf(deps, { lines, address, moment }, rate.estimatedDays).verdict === 'ok');
    const found = cool.length > 0 ? cool : all;
    const same = found.find(({ service, carrier }) => service === shippingMethod && carrier === shippingCarrier);
    return (same ?? found[0])?.amountCents ?? null;
  } catch (error) {
    if (error instanceof AppError && error.code !== 'address_unserved') return null;
    throw error;
  }
}
