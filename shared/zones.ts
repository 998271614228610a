import { zones } from '#brand/shipping.ts';

/** Zones 2 to 8 are the 48 states. */
export const FARTHEST_MAINLAND_ZONE = 8;

/** The zone, 2 to 9, of the first three digits of a ZIP code, counted from the brand's door. */
export function zoneOfPrefix(prefix: number): number {
  if (prefix === 5) return 6; // Holtsville, New York
  const zone = zones.find(([lastPrefix]) => prefix <= lastPrefix)?.[1];
  if (zone === undefined) throw new Error(`ZIP prefix ${prefix} has no zone`);
  return zone;
}
