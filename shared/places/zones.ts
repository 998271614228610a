import { zones, zonesFrom } from '#brand/shipping.ts';

/** Zones 2 to 8 are the 48 states. */
export const FARTHEST_MAINLAND_ZONE = 8;

/** The zone, 2 to 9, of a three-digit ZIP prefix, counted from the origin of the brand's table. */
export function zoneOfPrefix(prefix: number): number {
  if (prefix === 5) return 6; // Holtsville, New York
  const zone = zones.find(([lastPrefix]) => prefix <= lastPrefix)?.[1];
  if (zone === undefined) throw new Error(`ZIP prefix ${prefix} has no zone`);
  return zone;
}

/** The ZIP prefix from which the table of rates counts its zones. */
export const TABLE_PREFIX: string = zonesFrom;

/** Whether parcels leave elsewhere than the rate table assumes, so that zones may differ. */
export const isBeyondTable = ({ zipCode }: { zipCode: string }): boolean => !zipCode.startsWith(TABLE_PREFIX);
