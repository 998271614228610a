import type { ShippingRules } from './rules.ts';

/** Heavier orders need another parcel: USPS allows 70 pounds; one person can lift 50. */
export const PARCEL_OZ = 800;
const OZ_PER_POUND = 16;
/** The 48 states; zone 9 is overseas. */
const MAINLAND_ZONES = [2, 3, 4, 5, 6, 7, 8] as const;

type Services = ShippingRules['services'];
type Row = NonNullable<Services[number]['byZone'][number]>;

/** The price of a row for a weight, in US cents: the base of each parcel, plus each started pound. */
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

/** The cheapest row to a zone (2 to 9) for a weight; `null` if no service goes there. */
export function cheapestRow(services: Services, zone: number, weightOz: number): Row | null {
  const rows = services.flatMap(({ isOn, byZone }) => (isOn && byZone[zone - 2]) || []);
  return rows.sort((a, b) => priceParcels(weightOz, a) - priceParcels(weightOz, b))[0] ?? null;
}

/**
 * How much a second box of the same weight adds to the cheapest shipping, in US cents: the maximum over the 48 states
 * by the table. `null` when that is more than half of the first box's price; pages then do not mention it.
 */
export function secondBoxCents(services: Services, weightOz: number): number | null {
  let most = 0;
  for (const zone of MAINLAND_ZONES) {
    const [first, second] = [weightOz, 2 * weightOz].map((ounces) => {
      const row = cheapestRow(services, zone, ounces);
      return row && priceParcels(ounces, row);
    });
    // No service goes there.
    if (first == null || second == null) continue;
    const extra = second - first;
    if (extra > first / 2) return null;
    most = Math.max(most, extra);
  }
  return most;
}
