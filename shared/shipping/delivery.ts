import { freeShipping } from '#brand/shipping.ts';
import { US_STATE_CODES, type UsState } from '#shared/places/us-states.ts';
import { ZIP_REGIONS } from '#shared/places/zip-states.ts';
import { FARTHEST_MAINLAND_ZONE, zoneOfPrefix } from '#shared/places/zones.ts';
import { businessDaysToShip } from './promises.ts';
import { cheapestRow, priceParcels } from './rate-table.ts';
import type { ShippingRules } from './rules.ts';

/**
 * The cheapest shipping of one box to a group of states with the same price. `cents`: US cents; `isMost`: the price is
 * that of the farthest part of these states. `days`: fewest and most business days in transit; `null` when only the
 * carrier knows them.
 */
export type Delivery = { states: UsState[]; cents: number; isMost: boolean; days: readonly [number, number] | null };

/** For search engines: `handlingDays` are business days, fewest and most; `byProduct` has an entry per product id. */
export type Deliveries = {
  handlingDays: readonly [number, number];
  byProduct: Readonly<Record<string, readonly Delivery[]>>;
};

/** @param hasLivePrices a carrier prices each parcel, so that only prices fixed by the rules are known */
export function deliveriesOf(
  rules: ShippingRules,
  products: readonly { id: string; priceCents: number; weightOz: number }[],
  hasLivePrices: boolean,
): Deliveries {
  const byProduct = products.map((product) => {
    const groups = new Map<string, Delivery>();
    for (const state of US_STATE_CODES) {
      const found = deliveryTo(state, rules, product, hasLivePrices);
      if (!found) continue;
      const key = JSON.stringify(found);
      const group = groups.get(key) ?? { ...found, states: [] };
      group.states.push(state);
      groups.set(key, group);
    }
    return [product.id, [...groups.values()]] as const;
  });
  return { handlingDays: businessDaysToShip(rules.calendar), byProduct: Object.fromEntries(byProduct) };
}

/** `null` if the price is unknown, or if a part of the state is not served. */
function deliveryTo(
  state: UsState,
  { free, flat, services }: ShippingRules,
  { priceCents, weightOz }: { priceCents: number; weightOz: number },
  hasLivePrices: boolean,
): Omit<Delivery, 'states'> | null {
  const isWithin = (upToOz: number | null) => upToOz === null || weightOz <= upToOz;
  if (free.isOn && free.states.includes(state) && priceCents > free.overCents && isWithin(free.upToOz)) {
    return { cents: 0, isMost: false, days: [freeShipping.days, freeShipping.days] };
  }
  const zones = zonesOf(state);
  const isFlat = flat.isOn && isWithin(flat.upToOz) && zones.every((zone) => zone <= FARTHEST_MAINLAND_ZONE);
  if (hasLivePrices) return isFlat ? { cents: flat.cents, isMost: false, days: null } : null;
  const rows = zones.map((zone) => cheapestRow(services, zone, weightOz));
  const served = rows.filter((row) => row !== null);
  if (served.length < rows.length) return null;
  const days = served.map((row) => row.days);
  const prices = served.map((row) => priceParcels(weightOz, row));
  return {
    cents: isFlat ? flat.cents : Math.max(...prices),
    isMost: !isFlat && new Set(prices).size > 1,
    days: [Math.min(...days), Math.max(...days)],
  };
}

/** The zones that a state's ZIP codes fall into. */
function zonesOf(state: UsState): number[] {
  const zones = ZIP_REGIONS.filter(([, , of]) => of === state).flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => zoneOfPrefix(first + i)),
  );
  return [...new Set(zones)];
}
