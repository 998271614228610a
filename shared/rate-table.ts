import type { ShippingRules } from './shipping-rules.ts';

/** Heavier orders need another parcel: USPS allows 70 pounds; one person can lift 50. */
export const PARCEL_OZ = 800;
const OZ_PER_POUND = 16;
/** Zones 2 to 8 are the 48 states; zone 9 is overseas. */
const MAINLAND_ZONES = [0, 1, 2, 3, 4, 5, 6] as const;

/** The price of a row for a weight, in US cents: each parcel's base, and each started pound. */
export function priceParcels(
  weightOz: number,
  { baseCents, poundCents }: { baseCents: number; poundCents: number },
): number {
  let cents = 0;
  for (let rest = weightOz; rest > 0; rest -= PARCEL_OZ) {
    cents += baseCents + poundCents * Math.ceil(Math.min(rest, PARCEL_OZ) / OZ_PER_POUND);
  }
  return cents;
}

/**
 * How much a second box of the same weight adds to the cheapest shipping, in US cents: the maximum over the 48 states
 * by the table. `null` when that is more than half of the first one's price; then pages do not mention it.
 */
export function secondBoxCents(services: ShippingRules['services'], weightOz: number): number | null {
  let most = 0;
  for (const zone of MAINLAND_ZONES) {
    const cheapest = (ounces: number) =>
      Math.min(
        ...services.flatMap(({ isOn, byZone }) => {
          const row = isOn ? byZone[zone] : null;
          return row ? priceParcels(ounces, row) : [];
        }),
      );
    const one = cheapest(weightOz);
    // Nothing goes there.
    if (one === Number.POSITIVE_INFINITY) continue;
    const extra = cheapest(2 * weightOz) - one;
    if (extra > one / 2) return null;
    most = Math.max(most, extra);
  }
  return most;
}
