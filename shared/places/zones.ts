import { zones, zonesFrom } from '#brand/shipping.ts';

/** Zones 2 to 8 are the 48 states. */
export const FARTHEST_MAINLAND_ZONE = 8;

/** The zone, 2 to 9, of the first three digits of a ZIP code, counted from the brand's door. */
export function zoneOfPrefix(prefix: number): number {
  if (prefix === 5) return 6; // Holtsville, New York
  const zone = zones.find(([lastPrefix]) => prefix <= lastPrefix)?.[1];
  if (zone === undefined) throw new Error(`ZIP prefix ${prefix} has no zone`);
  return zone;
}

/** The first three digits of the ZIP codes from which the table of rates counts its zones. */
export const TABLE_PREFIX: string = zonesFrom;

/** Whether a parcel from there may be in another zone than the table of rates says. */
export const isBeyondTable = ({ zipCode }: { zipCode: string }): boolean => !zipCode.startsWith(TABLE_PREFIX);
