import { services } from '#brand/shipping.ts';

/** Above this an order needs another parcel: USPS stops at 70 pounds; at 50 one person still lifts it. */
export const PARCEL_OZ = 800;
const OZ_PER_POUND = 16;
/** Zones 2 to 8: the 48 states; zone 9 is overseas. */
const MAINLAND_ZONES = [0, 1, 2, 3, 4, 5, 6] as const;

/** What a row of the table asks for a weight, in US cents: each parcel's base, and each pound begun. */
export function priceParcels(weightOz: number, [baseCents, poundCents]: readonly [number, number, number]): number {
  let cents = 0;
  for (let rest = weightOz; rest > 0; rest -= PARCEL_OZ) {
    cents += baseCents + poundCents * Math.ceil(Math.min(rest, PARCEL_OZ) / OZ_PER_POUND);
  }
  return cents;
}

/**
 * How much a second box of the same weight adds to the cheapest shipping, in US cents: the most over the 48 states by the
 * built-in table. `null` where it adds more than half of what the first one costs, so that nothing is promised.
 */
export function secondBoxCents(weightOz: number): number | null {
  let most = 0;
  for (const zone of MAINLAND_ZONES) {
    const cheapest = (ounces: number) =>
      Math.min(...services.flatMap(({ byZone }) => (byZone[zone] ? priceParcels(ounces, byZone[zone]) : [])));
    const one = cheapest(weightOz);
    const extra = cheapest(2 * weightOz) - one;
    if (extra > one / 2) return null;
    most = Math.max(most, extra);
  }
  return most;
}
