import type * as z from 'zod/mini';
import { findCheapestRate } from '#server/features/shipping/service.ts';
import type { Arrival, arrivalQuerySchema } from '#shared/checkout/checkout.ts';
import { FALLBACK_LANGUAGE } from '#shared/core/language.ts';
import { stateOfZip } from '#shared/places/zip-states.ts';
import { priceCart } from './cart.ts';
import type { CheckoutDeps } from './service.ts';

/**
 * When a product arrives if ordered now, for its page: the promise of the rate that the checkout chooses first.
 *
 * @throws AppError `product_unknown` · `sold_out`
 */
export async function findArrival(
  deps: CheckoutDeps,
  { product, quantity, zip = deps.facts().address.zipCode }: z.output<typeof arrivalQuerySchema>,
): Promise<Arrival> {
  const cart = priceCart(deps.catalogue(), [{ id: product, quantity }], FALLBACK_LANGUAGE);
  const address = { addressLine1: '', addressLine2: null, city: '', state: stateOfZip(zip) ?? '', zipCode: zip };
  const rate = await findCheapestRate(deps, { ...cart, address });
  return { arrivesBy: rate?.arriveBy ?? null, isFree: rate?.amountCents === 0 };
}
